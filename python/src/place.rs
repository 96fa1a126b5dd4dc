//! [`Place`]: where in a tree a node is, and [`At`]: what is there.

use std::{
    collections::HashMap,
    fmt::Write,
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

use formwork_schema::{
    Layout, Value,
    implied::Implied,
    layout::{Body, Field, Struct, Type, Variant, VariantShape},
    value::Fields,
};

/// One step down a tree. Variants take none: there is only one at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    /// Into the field at this place of the layout.
    Field(usize),
    /// Into the item at this place of a list.
    Item(usize),
}

/// The steps from the root.
pub(crate) type Place = Vec<Step>;

/// What a part of a tree is.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Kind {
    /// A value of this type; of the field of its list, where it is an item.
    Of(&'static Field, &'static Type),
    /// The root.
    Root(&'static Struct),
}

/// A part of a tree.
#[derive(Debug, Clone, Copy)]
pub(crate) struct At<'v> {
    pub(crate) layout: &'static Layout,
    pub(crate) value: &'v Value,
    /// The bytes of the item that it is in, where that is one of rows: numbers are cells of it.
    pub(crate) item: Option<&'v [u8]>,
    pub(crate) kind: Kind,
    /// The variant that it is the content of.
    pub(crate) variant: Option<&'static Variant>,
}

/// The fields of a struct with their values.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Members<'v> {
    pub(crate) fields: &'static [Field],
    pub(crate) values: &'v Fields,
}

impl<'v> At<'v> {
    pub(crate) fn root(layout: &'static Layout, tree: &'v Value) -> Self {
        let at = Self {
            layout,
            value: tree,
            item: None,
            kind: Kind::Root(layout.root()),
            variant: None,
        };
        at.inside()
    }

    /// The struct that it is one of.
    pub(crate) fn target(&self) -> Option<&'static Struct> {
        match self.kind {
            Kind::Root(root) => Some(root),
            Kind::Of(_, ty) => match ty.peeled() {
                Type::Struct(target) => Some(self.layout.get(target)),
                _ => None,
            },
        }
    }

    /// The nameless content of variants, as far down as it goes.
    pub(crate) fn inside(mut self) -> Self {
        while let (Some(of), Value::Variant { variant, content }) = (self.target(), self.value) {
            let Some(chosen) = of.variants().get(*variant) else {
                break;
            };
            self.variant = Some(chosen);
            match (chosen.shape, content, chosen.fields.first()) {
                (VariantShape::Newtype, Some(content), Some(field)) => {
                    self.value = content;
                    self.kind = Kind::Of(field, &field.ty);
                }
                _ => break,
            }
        }
        self
    }

    /// Its fields, where it is a struct or has variants with fields.
    pub(crate) fn members(&self) -> Option<Members<'v>> {
        let of = self.target()?;
        match (&of.body, self.value) {
            (Body::Fields(fields), Value::Struct(values)) => Some(Members { fields, values }),
            (Body::Variants(_), Value::Variant { content, .. }) => {
                match (self.variant, content.as_deref()) {
                    (Some(variant), Some(Value::Struct(values))) => Some(Members {
                        fields: &variant.fields,
                        values,
                    }),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// One step down; none where nothing is.
    pub(crate) fn step(&self, step: Step) -> Option<Self> {
        match step {
            Step::Field(place) => {
                let members = self.members()?;
                let field = members.fields.get(place)?;
                Some(self.down(members.values.get(place)?, field, &field.ty))
            }
            Step::Item(place) => {
                let Kind::Of(field, ty) = self.kind else {
                    return None;
                };
                let item = ty.peeled().item()?;
                match self.value {
                    Value::List(items) => Some(self.down(items.get(place)?, field, item)),
                    Value::Rows(rows) => {
                        let size = rows.row().size();
                        let start = place.checked_mul(size)?;
                        let bytes = rows.bytes().get(start..start.checked_add(size)?)?;
                        if place >= rows.len() {
                            return None;
                        }
                        let mut at = self.down(rows.row().item(), field, item);
                        at.item = Some(bytes);
                        Some(at)
                    }
                    _ => None,
                }
            }
        }
    }

    fn down(&self, value: &'v Value, field: &'static Field, ty: &'static Type) -> Self {
        let at = Self {
            value,
            kind: Kind::Of(field, ty),
            variant: None,
            ..*self
        };
        at.inside()
    }

    /// What is at a place below.
    pub(crate) fn below(&self, steps: &[Step]) -> Option<Self> {
        steps.iter().try_fold(*self, |at, step| at.step(*step))
    }
}

/// What follows from other parts of trees of a layout; found once.
pub(crate) fn implied(layout: &'static Layout) -> &'static Implied<'static> {
    type Known = Mutex<HashMap<usize, &'static Implied<'static>>>;
    static KNOWN: OnceLock<Known> = OnceLock::new();
    let known = KNOWN.get_or_init(Known::default);
    let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
    let address = std::ptr::from_ref(layout).addr();
    // As long as the layout, which is never dropped.
    let made = || &*Box::leak(Box::new(Implied::of(layout)));
    known.entry(address).or_insert_with(made)
}

/// The names that a list gives to the attributes of items at a place, where one does: `position`, `texcoord_0`.
pub(crate) fn names(root: At<'_>, steps: &[Step]) -> Option<Arc<[String]>> {
    let implied = implied(root.layout);
    let mut found = None;
    for length in 0..=steps.len() {
        let at = root.below(&steps[..length])?;
        if let Some(members) = at.members()
            && let Some(names) = implied.names(members.fields, members.values)
        {
            found = Some(names.into());
        }
    }
    found
}

/// A place in words: `tracks[3].keyframes`.
pub(crate) fn words(root: At<'_>, steps: &[Step]) -> String {
    let mut out = String::new();
    let mut at = Some(root);
    for step in steps {
        match step {
            Step::Item(place) => {
                let _ = write!(out, "[{place}]");
            }
            Step::Field(place) => {
                let members = at.and_then(|at| at.members());
                let field = members.and_then(|members| members.fields.get(*place));
                if let Some(field) = field {
                    let dot = if out.is_empty() { "" } else { "." };
                    let _ = write!(out, "{dot}{}", field.name);
                }
            }
        }
        at = at.and_then(|at| at.step(*step));
    }
    out
}
