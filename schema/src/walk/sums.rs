//! What the checksums of a struct cover.

use std::ops::Range;

use crate::{
    hash::Hasher,
    layout::{Checksum, Field},
};

/// Where the values of a struct stand, as far as its checksums ask for them.
pub(crate) struct Sums<'a> {
    /// The fields of a struct that has checksums; none else.
    fields: &'a [Field],
    /// The values so far.
    values: Vec<Range<usize>>,
}

impl<'a> Sums<'a> {
    pub(crate) fn new(fields: &'a [Field]) -> Self {
        let has_sums = fields.iter().any(|field| field.checksum.is_some());
        Self {
            fields: if has_sums { fields } else { &[] },
            values: Vec::new(),
        }
    }

    /// Notes where the value of the next field stands.
    #[inline]
    pub(crate) fn add(&mut self, value: Range<usize>) {
        if !self.fields.is_empty() {
            self.values.push(value);
        }
    }

    /// Notes that the value of a field has so many more bytes at its end, and what stands behind it has moved.
    pub(crate) fn grow(&mut self, field: usize, end: usize, by: usize) {
        if let Some(value) = self.values.get_mut(field) {
            value.end += by;
        }
        let later = self.values.iter_mut().skip(field + 1);
        for value in later.filter(|value| value.start >= end) {
            *value = value.start + by..value.end + by;
        }
    }

    /// What a checksum is by these bytes.
    pub(crate) fn of(&self, checksum: &Checksum, bytes: &[u8]) -> u32 {
        let mut hasher = Hasher::new(checksum.hash);
        for name in checksum.of.iter() {
            let mut known = self.fields.iter().zip(&self.values);
            let range = known.find(|(field, _)| field.name == *name);
            if let Some(bytes) = range.and_then(|(_, range)| bytes.get(range.clone())) {
                hasher.add(bytes);
            }
        }
        hasher.finish()
    }
}
