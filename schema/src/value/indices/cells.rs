//! [`Cells`]: which numbers of an item of rows are indices.

use super::super::{Cell, Fields, Value};
use crate::{
    Layout, Path,
    layout::{Body, Columns, Field, IndexOf, Struct},
};

/// A number of every item of rows that is an index.
pub(super) struct Found<'l> {
    pub(super) cell: Cell,
    pub(super) field: &'l Field,
    pub(super) of: &'l IndexOf,
    /// Where in the item.
    pub(super) path: Path<'l>,
}

/// Looks for them in an item.
pub(super) struct Cells<'w, 'l> {
    layout: &'l Layout,
    /// What the items mean that a list describes.
    meanings: &'w [i128],
    pub(super) found: Vec<Found<'l>>,
    path: Path<'l>,
}

impl<'w, 'l> Cells<'w, 'l> {
    pub(super) fn new(layout: &'l Layout, meanings: &'w [i128]) -> Self {
        Self {
            layout,
            meanings,
            found: Vec::new(),
            path: Path::new(),
        }
    }

    /// Those of an item of rows, which has cells in place of numbers.
    pub(super) fn item(&mut self, of: &'l Struct, item: &Value) {
        match (&of.body, item) {
            (Body::Fields(fields), Value::Struct(values)) => match of.columns() {
                Some((list, columns)) => self.described(list, columns, values),
                None => {
                    for (field, value) in fields.iter().zip(values) {
                        self.field(field, value);
                    }
                }
            },
            (
                Body::Variants(variants),
                Value::Variant {
                    variant,
                    content: Some(content),
                },
            ) => {
                if let Some(variant) = variants.get(*variant)
                    && let Some(field) = variant.fields.first()
                    && let Some(into) = &field.index_of
                {
                    self.path.push_variant(variants, &variant.name);
                    self.add(content, field, into);
                    self.path.pop();
                }
            }
            _ => {}
        }
    }

    fn field(&mut self, field: &'l Field, value: Option<&Value>) {
        let Some(value) = value else { return };
        self.path.push_name(&field.name);
        match (&field.index_of, field.ty.peeled().struct_ref()) {
            (Some(into), _) => self.add(value, field, into),
            (None, Some(target)) => self.item(self.layout.get(target), value),
            (None, None) => {}
        }
        self.path.pop();
    }

    /// The same of items that another list describes.
    fn described(&mut self, list: &'l Field, columns: &Columns, values: &Fields) {
        let (Some(into), Some(Value::List(items))) = (&list.index_of, values.get(0)) else {
            return;
        };
        self.path.push_name(&list.name);
        for (place, (item, meaning)) in (0..).zip(items.iter().zip(self.meanings)) {
            if columns.are_indices(*meaning) {
                self.path.push_index(place);
                self.add(item, list, into);
                self.path.pop();
            }
        }
        self.path.pop();
    }

    /// All cells of a value.
    pub(super) fn add(&mut self, value: &Value, field: &'l Field, of: &'l IndexOf) {
        match value {
            Value::Cell(cell) => self.found.push(Found {
                cell: *cell,
                field,
                of,
                path: self.path.clone(),
            }),
            Value::Struct(values) => values.values().for_each(|value| self.add(value, field, of)),
            Value::List(items) => {
                for (index, item) in (0..).zip(items.iter()) {
                    self.path.push_index(index);
                    self.add(item, field, of);
                    self.path.pop();
                }
            }
            Value::Variant { content, .. } => {
                content.iter().for_each(|value| self.add(value, field, of));
            }
            _ => {}
        }
    }
}
