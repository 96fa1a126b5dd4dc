//! What numbers of a struct follow from.

use std::ops::Range;

use crate::{
    hash::Hasher,
    layout::{Due, Field},
};

/// Where the values of a struct stand, as far as other numbers follow from them.
pub(crate) struct Sums<'a> {
    /// The fields of a struct that has such numbers; none else.
    fields: &'a [Field],
    /// The values so far.
    values: Vec<Range<usize>>,
}

impl<'a> Sums<'a> {
    pub(crate) fn new(fields: &'a [Field]) -> Self {
        let is_asked = fields.iter().any(|field| field.due.is_some());
        Self {
            fields: if is_asked { fields } else { &[] },
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

    /// What a number is that stands at a place, by the bytes before it: those of a range, in two parts.
    pub(crate) fn right<'b>(
        &self,
        due: &Due,
        bytes: impl Fn(Range<usize>) -> [&'b [u8]; 2],
        at: usize,
    ) -> u64 {
        let values = due.fields().iter().filter_map(|name| self.value(name));
        match due {
            Due::Checksum(checksum) => {
                let mut hasher = Hasher::new(checksum.hash);
                for part in values.flat_map(bytes) {
                    hasher.add(part);
                }
                hasher.finish().into()
            }
            Due::FileLength(_) => {
                let without: usize = values.map(|value| value.len()).sum();
                (at + due.number().size()).saturating_sub(without) as u64
            }
        }
    }

    fn value(&self, name: &str) -> Option<Range<usize>> {
        let mut known = self.fields.iter().zip(&self.values);
        let (_, value) = known.find(|(field, _)| *field.name == *name)?;
        Some(value.clone())
    }
}
