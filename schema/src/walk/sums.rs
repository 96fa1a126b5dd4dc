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

    /// Notes that what stands from there on has moved by so many bytes.
    pub(crate) fn shift(&mut self, from: usize, by: usize) {
        for value in self.values.iter_mut().filter(|value| value.start >= from) {
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
