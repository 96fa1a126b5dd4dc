//! [`Records`]: items of one size, left in the bytes.

use std::ops::Range;

use formwork_schema::{
    layout::{Endian, PrimKind, Str, Type},
    walk::Scalar,
};

/// Items of one size, left in the bytes.
#[derive(Debug, Clone)]
pub(crate) struct Records {
    /// Where the first begins.
    pub(crate) start: usize,
    /// Bytes from one to the next.
    pub(crate) stride: usize,
    /// How many there are.
    pub(crate) count: usize,
    /// Whether this is bulk by declaration, and not a list that happens to be regular.
    pub(crate) packed: bool,
    /// The numbers that each holds; none when there is no record.
    pub(crate) columns: Vec<Column>,
}

/// One number of every record.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Column {
    /// Where in a record, as in `position.x`; empty when a record is one number.
    pub(crate) path: String,
    /// Where in a record, in bytes.
    pub(crate) offset: usize,
    pub(crate) ty: Type,
    pub(crate) kind: PrimKind,
    pub(crate) endian: Endian,
    pub(crate) unit: Str,
}

impl Records {
    /// Which bytes all records take.
    pub(crate) fn range(&self) -> Range<usize> {
        self.start..self.start + self.stride * self.count
    }

    /// The bytes of one record.
    pub(crate) fn record<'b>(&self, bytes: &'b [u8], index: usize) -> &'b [u8] {
        let start = self.start + self.stride * index;
        bytes.get(start..start + self.stride).unwrap_or_default()
    }

    /// One number of one record.
    pub(crate) fn value(&self, bytes: &[u8], index: usize, column: &Column) -> Scalar<'static> {
        let record = self.record(bytes, index);
        column.value(record)
    }

    /// Whether records of both have a number in common; of an empty list nobody knows.
    pub(crate) fn has_common_columns(&self, other: &Self) -> bool {
        let is_known = |column: &Column| other.columns.iter().any(|one| one.path == column.path);
        self.count == 0 || other.count == 0 || self.columns.iter().any(is_known)
    }

    /// Whether records of both look the same, so that equal bytes are equal records.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        self.stride == other.stride && self.columns == other.columns
    }
}

impl Column {
    /// The number in a record.
    pub(crate) fn value(&self, record: &[u8]) -> Scalar<'static> {
        let raw = record.get(self.offset..).unwrap_or_default();
        Scalar::decode(self.kind, raw, self.endian)
    }

    /// The field of the record that it belongs to: `position` of `position.x`.
    pub(crate) fn group(&self) -> &str {
        self.path.split('.').next().unwrap_or_default()
    }
}
