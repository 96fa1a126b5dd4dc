//! [`Piece`] and [`Whole`]: texts and numbers in little room.

use std::{fmt, ops::Deref};

use bytes::Bytes;

/// Bytes that a piece has in itself.
const SHORT: usize = 22;

/// The bytes of a text. Short ones stand in the value itself, since most are; long ones are a slice of the file, or their own.
#[derive(Clone)]
pub struct Piece(Kept);

#[derive(Clone)]
enum Kept {
    Short(u8, [u8; SHORT]),
    Slice(Box<Bytes>),
    Own(Box<[u8]>),
}

impl Piece {
    fn short(bytes: &[u8]) -> Option<Self> {
        let mut short = [0; SHORT];
        short.get_mut(..bytes.len())?.copy_from_slice(bytes);
        Some(Self(Kept::Short(bytes.len() as u8, short)))
    }

    /// A slice of a file.
    pub(super) fn of(file: &Bytes, slice: &[u8]) -> Self {
        Self::short(slice).unwrap_or_else(|| Self(Kept::Slice(Box::new(file.slice_ref(slice)))))
    }
}

impl Deref for Piece {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match &self.0 {
            Kept::Short(length, bytes) => bytes.get(..usize::from(*length)).unwrap_or(bytes),
            Kept::Slice(bytes) => bytes,
            Kept::Own(bytes) => bytes,
        }
    }
}

impl Default for Piece {
    fn default() -> Self {
        Self(Kept::Short(0, [0; SHORT]))
    }
}

impl From<&[u8]> for Piece {
    fn from(bytes: &[u8]) -> Self {
        Self::short(bytes).unwrap_or_else(|| Self(Kept::Own(bytes.into())))
    }
}

impl From<&str> for Piece {
    fn from(text: &str) -> Self {
        text.as_bytes().into()
    }
}

impl From<Vec<u8>> for Piece {
    fn from(bytes: Vec<u8>) -> Self {
        Self::short(&bytes).unwrap_or_else(|| Self(Kept::Own(bytes.into())))
    }
}

impl From<Bytes> for Piece {
    fn from(bytes: Bytes) -> Self {
        Self::short(&bytes).unwrap_or_else(|| Self(Kept::Slice(Box::new(bytes))))
    }
}

impl PartialEq for Piece {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Piece {}

impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "b\"{}\"", self.escape_ascii())
    }
}

/// A whole number of any width, which asks for no more than eight bytes of alignment: that alone would make every value a third larger.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(Rust, packed(8))]
pub struct Whole(i128);

impl Whole {
    /// The number.
    #[inline]
    #[must_use]
    pub fn get(self) -> i128 {
        self.0
    }
}

impl From<i128> for Whole {
    #[inline]
    fn from(number: i128) -> Self {
        Self(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_of_any_length_are_what_they_were_made_of() {
        for length in 0..60 {
            let bytes = vec![7; length];
            let file = Bytes::from(bytes.clone());
            let all = [
                Piece::of(&file, &file),
                Piece::from(&*bytes),
                Piece::from(file.clone()),
                bytes.clone().into(),
            ];
            for piece in all {
                assert_eq!(*piece, *bytes);
                assert_eq!(piece.clone(), piece);
            }
        }
    }
}
