//! What is done with [`Rows`]: lists whose items all have one size, as they are in the file.

use std::sync::Arc;

use bytes::Bytes;

use super::{Row, Rows, Value};
use crate::{value::Cell, walk::Scalar};

impl Cell {
    fn value(&self, item: &[u8]) -> Value {
        match self.scalar(item) {
            Scalar::F32(value) => Value::F32(value),
            Scalar::F64(value) => Value::F64(value),
            Scalar::Int(value) => Value::int(value),
            Scalar::Bytes(_) => Value::int(0),
        }
    }
}

impl Row {
    /// From a tree whose numbers are cells.
    pub(in crate::value) fn new(size: usize, item: Value) -> Self {
        Self { size, item }
    }

    /// Size of an item in bytes.
    #[must_use]
    pub fn size(&self) -> usize {
        self.size
    }

    /// An item, with cells in place of numbers.
    #[must_use]
    pub fn item(&self) -> &Value {
        &self.item
    }

    /// Whether two rows differ in byte orders at most.
    pub(in crate::value) fn is_alike(&self, other: &Self) -> bool {
        self.size == other.size && is_alike(&self.item, &other.item)
    }

    /// The cells, in order.
    pub(in crate::value) fn cells(&self) -> Vec<Cell> {
        let mut cells = Vec::new();
        add_cells(&self.item, &mut cells);
        cells
    }
}

fn is_alike(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Cell(a), Value::Cell(b)) => a.offset == b.offset && a.kind == b.kind,
        (Value::Struct(a), Value::Struct(b)) => {
            let both = a.iter().zip(b);
            a.len() == b.len()
                && both.into_iter().all(|pair| match pair {
                    (Some(a), Some(b)) => is_alike(a, b),
                    (a, b) => a.is_none() && b.is_none(),
                })
        }
        (Value::List(a), Value::List(b)) => {
            a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| is_alike(a, b))
        }
        (
            Value::Variant { variant, content },
            Value::Variant {
                variant: other,
                content: others,
            },
        ) => {
            variant == other
                && match (content, others) {
                    (Some(a), Some(b)) => is_alike(a, b),
                    (a, b) => a.is_none() && b.is_none(),
                }
        }
        _ => false,
    }
}

fn add_cells(item: &Value, cells: &mut Vec<Cell>) {
    match item {
        Value::Cell(cell) => cells.push(*cell),
        Value::Struct(fields) => fields.values().for_each(|one| add_cells(one, cells)),
        Value::List(items) => items.iter().for_each(|one| add_cells(one, cells)),
        Value::Variant { content, .. } => content.iter().for_each(|one| add_cells(one, cells)),
        _ => {}
    }
}

/// An item with its numbers.
fn filled(item: &Value, bytes: &[u8]) -> Value {
    match item {
        Value::Cell(cell) => cell.value(bytes),
        Value::Struct(fields) => {
            let fields = fields.iter();
            Value::Struct(
                fields
                    .map(|field| field.map(|field| filled(field, bytes)))
                    .collect(),
            )
        }
        Value::List(items) => Value::List(items.iter().map(|item| filled(item, bytes)).collect()),
        Value::Variant { variant, content } => Value::Variant {
            variant: *variant,
            content: content.as_ref().map(|held| Box::new(filled(held, bytes))),
        },
        other => other.clone(),
    }
}

impl Rows {
    /// From the bytes of so many items.
    pub(in crate::value) fn new(bytes: Bytes, len: usize, row: Arc<Row>) -> Self {
        Self { bytes, len, row }
    }

    /// Number of items.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// What every item looks like.
    #[must_use]
    pub fn row(&self) -> &Arc<Row> {
        &self.row
    }

    /// The bytes of all items.
    #[must_use]
    pub fn bytes(&self) -> &Bytes {
        &self.bytes
    }

    /// Rows like these with other bytes; none where these are not those of whole items.
    #[must_use]
    pub fn with_bytes(&self, bytes: Bytes) -> Option<Self> {
        let is_whole = bytes.len().checked_rem(self.row.size) == Some(0);
        is_whole.then(|| Self {
            len: bytes.len() / self.row.size,
            row: Arc::clone(&self.row),
            bytes,
        })
    }

    /// Takes other bytes of as many items.
    pub(in crate::value) fn replace(&mut self, bytes: Vec<u8>) {
        self.bytes = bytes.into();
    }

    /// The bytes of each item.
    pub fn raw(&self) -> impl Iterator<Item = &[u8]> {
        let size = self.row.size;
        (0..self.len).map(move |index| &self.bytes[index * size..(index + 1) * size])
    }

    /// Takes a field out of every item where it is 0 in all of them.
    pub(crate) fn leave_out_zeros(&mut self, place: usize) {
        let Value::Struct(fields) = &self.row.item else {
            return;
        };
        let Some(Value::Cell(cell)) = fields.get(place) else {
            return;
        };
        if self.raw().any(|item| cell.scalar(item) != Scalar::Int(0)) {
            return;
        }
        let mut fields = fields.clone();
        fields.change(|fields| fields[place] = None);
        self.row = Arc::new(Row::new(self.row.size, Value::Struct(fields)));
    }

    /// The items.
    pub fn iter(&self) -> impl Iterator<Item = Value> {
        self.raw().map(|bytes| filled(&self.row.item, bytes))
    }

    /// The bytes of all items in the byte orders of another row, which is alike.
    pub(in crate::value) fn in_order_of(&self, row: &Row, out: &mut Vec<u8>) {
        if *self.row == *row {
            out.extend_from_slice(&self.bytes);
            return;
        }
        let pairs = self.row.cells().into_iter().zip(row.cells());
        let turned: Vec<Cell> = pairs
            .filter(|(from, to)| from.endian != to.endian)
            .map(|(from, _)| from)
            .collect();
        let start = out.len();
        out.extend_from_slice(&self.bytes);
        if self.row.size == 0 {
            return;
        }
        for item in out[start..].chunks_exact_mut(self.row.size) {
            for cell in &turned {
                item[cell.offset..cell.offset + cell.kind.size()].reverse();
            }
        }
    }
}

impl PartialEq for Rows {
    /// Equal values, whatever their byte orders.
    fn eq(&self, other: &Self) -> bool {
        if self.len != other.len || (self.len > 0 && !self.row.is_alike(&other.row)) {
            return false;
        }
        if self.row == other.row {
            return self.bytes == other.bytes;
        }
        let mut turned = Vec::with_capacity(self.bytes.len());
        self.in_order_of(&other.row, &mut turned);
        turned == other.bytes
    }
}
