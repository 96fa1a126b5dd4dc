//! [`Cell`]: a number that stands in the bytes of an item.

use crate::{
    half_float,
    layout::{Endian, PrimKind},
    walk::Scalar,
};

/// Where a number stands in an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cell {
    /// Offset from the start of the item, in bytes.
    pub offset: usize,
    /// How it is stored.
    pub kind: PrimKind,
    /// Its byte order.
    pub endian: Endian,
}

impl Cell {
    /// The number in an item; one that lacks bytes counts as having zeros there.
    #[inline]
    #[must_use]
    pub fn scalar(&self, item: &[u8]) -> Scalar<'static> {
        Scalar::decode(
            self.kind,
            item.get(self.offset..).unwrap_or(&[]),
            self.endian,
        )
    }

    /// Puts a whole number into an item, which must be able to hold it.
    pub(super) fn put(&self, item: &mut [u8], number: i128) {
        let bits: u128 = match self.kind {
            PrimKind::F16 => half_float::narrowed(number as f32).into(),
            PrimKind::F32 => (number as f32).to_bits().into(),
            _ => number as u128,
        };
        let mut bytes = bits.to_le_bytes();
        let bytes = &mut bytes[..self.kind.size()];
        if self.endian == Endian::Big {
            bytes.reverse();
        }
        if let Some(place) = item.get_mut(self.offset..self.offset + bytes.len()) {
            place.copy_from_slice(bytes);
        }
    }
}
