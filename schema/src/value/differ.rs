//! Where two trees differ.

use super::{Fields, Value};
use crate::{
    Layout, Path,
    layout::{Body, Field, Struct, Type, Variant},
};

/// The first difference between two trees.
pub(super) struct Difference<'l> {
    /// Where it is; empty where that cannot be named.
    pub(super) path: String,
    /// The field that only one of the trees has, and whether that is the first.
    pub(super) lone: Option<(&'l Field, bool)>,
    /// A different variant or length, which the layout decides.
    pub(super) choice: Option<Choice<'l>>,
}

/// A difference that an expression of the layout decides.
#[derive(Clone, Copy)]
pub(super) enum Choice<'l> {
    /// The variant of the first tree, and of the second.
    Variant(&'l Variant, &'l Variant),
    /// How many items a field has in the first tree, and in the second.
    Length(&'l Field, usize, usize),
}

/// The first difference between two trees of a layout. Fields that only one of them has come before others of the same struct, which may
/// differ for that.
pub(super) fn first<'l>(layout: &'l Layout, a: &Value, b: &Value) -> Difference<'l> {
    let mut search = Search {
        layout,
        path: Path::new(),
        lone: None,
        choice: None,
    };
    search.structure(layout.root(), a, b);
    Difference {
        path: search.path.to_string(),
        lone: search.lone,
        choice: search.choice,
    }
}

struct Search<'l> {
    layout: &'l Layout,
    path: Path<'l>,
    lone: Option<(&'l Field, bool)>,
    choice: Option<Choice<'l>>,
}

impl<'l> Search<'l> {
    /// Leaves the path where the two differ.
    fn structure(&mut self, of: &'l Struct, a: &Value, b: &Value) {
        match (&of.body, a, b) {
            (Body::Fields(fields), Value::Struct(a), Value::Struct(b)) => self.fields(fields, a, b),
            (
                Body::Variants(variants),
                Value::Variant { variant, content },
                Value::Variant {
                    variant: other,
                    content: others,
                },
            ) if variant == other => {
                let Some(variant) = variants.get(*variant) else {
                    return;
                };
                self.path.push_variant(variants, &variant.name);
                match (content.as_deref(), others.as_deref(), &*variant.fields) {
                    (Some(Value::Struct(a)), Some(Value::Struct(b)), fields) => {
                        self.fields(fields, a, b);
                    }
                    (Some(a), Some(b), [field]) => self.value(Some(field), &field.ty, a, b),
                    _ => {}
                }
            }
            (
                Body::Variants(variants),
                Value::Variant { variant, .. },
                Value::Variant { variant: other, .. },
            ) => {
                let pair = variants.get(*variant).zip(variants.get(*other));
                self.choice = pair.map(|(own, other)| Choice::Variant(own, other));
            }
            _ => {}
        }
    }

    fn fields(&mut self, fields: &'l [Field], a: &Fields, b: &Fields) {
        let all = || fields.iter().zip(a.iter().zip(b));
        let lone = all().find(|(_, (a, b))| a.is_some() != b.is_some());
        let Some((field, pair)) = lone.or_else(|| all().find(|(_, (a, b))| a != b)) else {
            return;
        };
        self.path.push_name(&field.name);
        match pair {
            (Some(a), Some(b)) => self.value(Some(field), &field.ty, a, b),
            (first, _) => self.lone = Some((field, first.is_some())),
        }
    }

    fn value(&mut self, counted: Option<&'l Field>, ty: &'l Type, a: &Value, b: &Value) {
        match ty.peeled() {
            Type::Struct(target) => self.structure(self.layout.get(target), a, b),
            Type::List(item) | Type::Packed(item) | Type::Array(item, _) => {
                let mut pairs = (0..).zip(items(a).zip(items(b)));
                if let Some((index, (a, b))) = pairs.find(|(_, (a, b))| a != b) {
                    self.path.push_index(index);
                    self.value(None, item, &a, &b);
                } else {
                    self.length(counted, a, b);
                }
            }
            _ => self.length(counted, a, b),
        }
    }

    /// Notes different lengths of a field that has one. Items of a list have none of their own.
    fn length(&mut self, counted: Option<&'l Field>, a: &Value, b: &Value) {
        let lengths = a
            .length()
            .zip(b.length())
            .filter(|(own, other)| own != other);
        if let Some((field, (own, other))) = counted.zip(lengths) {
            self.choice = Some(Choice::Length(field, own, other));
        }
    }
}

/// The items of a list.
fn items(list: &Value) -> Box<dyn Iterator<Item = Value> + '_> {
    match list {
        Value::List(items) => Box::new(items.iter().cloned()),
        Value::Rows(rows) => Box::new(rows.iter()),
        _ => Box::new(std::iter::empty()),
    }
}
