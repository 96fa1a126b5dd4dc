//! Names for numbers: masks, enumerations, dialects, versions.

use super::{List, Str, number::PrimKind};
use crate::escape::escape;

/// Names for numbers: the bits of a mask, the values of an enumeration, dialects.
#[derive(Debug, Clone, PartialEq)]
pub struct Names {
    /// Name of the type.
    pub name: Str,
    /// What it is.
    pub doc: Str,
    /// How the number is stored.
    pub repr: PrimKind,
    /// Whether an enumeration has no other values: a number without a name is no value of it.
    pub closed: bool,
    /// The named values, in order of declaration.
    pub values: List<Name>,
}

/// One named number.
#[derive(Debug, Clone, PartialEq)]
pub struct Name {
    /// Name, in upper case for flags and enumerations.
    pub name: Str,
    /// What it means.
    pub doc: Str,
    /// The number; for flags, the bits.
    pub value: i128,
    /// Since when files know this, for flags and enumerations; none: always. Of an older file, see
    /// [`Layout::at_version`](super::Layout::at_version).
    pub since: Option<Since>,
}

/// A version that added something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Since {
    /// Name of the point, as `versions!` has it.
    pub name: Str,
    /// The first number of a version that has it.
    pub number: u32,
}

/// The magics and version numbers of a format.
#[derive(Debug, Clone, PartialEq)]
pub struct Versions {
    /// Name of the type.
    pub name: Str,
    /// What it is.
    pub doc: Str,
    /// The magics, in order of age.
    pub magics: List<Magic>,
    /// Version numbers with a name: what each added.
    pub milestones: List<Name>,
}

/// A magic and what number follows it.
#[derive(Debug, Clone, PartialEq)]
pub struct Magic {
    /// The bytes.
    pub bytes: List<u8>,
    /// Which engines and revisions write it.
    pub doc: Str,
    /// Smallest and largest number that is understood. Equal and not
    /// [`stored`](Self::stored): what the magic alone counts as.
    pub first: u32,
    /// See [`first`](Self::first).
    pub last: u32,
    /// How the number that follows the magic is stored: as `u8`, `u16` or `u32`, in the byte order of
    /// the field. None when the magic stands alone.
    pub stored: Option<PrimKind>,
}

impl Names {
    /// Whether a number is one of these: any is, unless there are no others than the named ones.
    #[must_use]
    pub fn admits(&self, number: i128) -> bool {
        !self.closed || self.values.iter().any(|name| name.value == number)
    }
}

impl Magic {
    /// Widths that the number after a magic can have.
    pub const WIDTHS: [PrimKind; 3] = [PrimKind::U8, PrimKind::U16, PrimKind::U32];

    /// Bytes that the magic and the number after it take.
    #[must_use]
    pub fn size(&self) -> u64 {
        (self.bytes.len() + self.stored.map_or(0, PrimKind::size)) as u64
    }

    /// The magic as text, without blanks at its end: texts that end in one do not survive as words.
    #[must_use]
    pub fn name(&self) -> std::borrow::Cow<'_, str> {
        magic_name(&self.bytes)
    }
}

/// A magic as text, as [`Magic::name`] has it.
#[must_use]
pub fn magic_name(magic: &[u8]) -> std::borrow::Cow<'_, str> {
    let blanks = magic.iter().rev().take_while(|byte| **byte == b' ');
    escape(&magic[..magic.len() - blanks.count()])
}
