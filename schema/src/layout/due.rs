//! [`Due`]: numbers in a file that follow from what stands before them.

use super::{List, PrimKind, Str};
use crate::hash::Hash;

/// A number that follows from what stands before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Due {
    /// It is a checksum.
    Checksum(Checksum),
    /// It is how long the file is up to its own end, without the values of these fields.
    FileLength(List<Str>),
}

impl Due {
    /// What it is stored as.
    #[must_use]
    pub const fn number(&self) -> PrimKind {
        match self {
            Self::Checksum(checksum) => checksum.hash.number(),
            Self::FileLength(_) => PrimKind::U32,
        }
    }

    /// The fields that it follows from.
    #[must_use]
    pub const fn fields(&self) -> &List<Str> {
        match self {
            Self::Checksum(checksum) => &checksum.of,
            Self::FileLength(without) => without,
        }
    }
}

/// A number that follows from the bytes of fields before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checksum {
    /// How it is calculated.
    pub hash: Hash,
    /// The fields whose values it covers, in this order, without padding and magics around them.
    pub of: List<Str>,
}

impl Checksum {
    /// The most fields that one covers.
    pub const MOST: usize = 8;

    /// How descriptors say it: `crc32(kind, data)`.
    #[must_use]
    pub fn text(&self) -> String {
        let names: Vec<&str> = self.of.iter().map(|name| &**name).collect();
        format!("{}({})", self.hash.name(), names.join(", "))
    }

    /// What [`text`](Self::text) said.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (hash, names) = text.trim().strip_suffix(')')?.split_once('(')?;
        let names = names.split(',').map(|name| name.trim().to_owned().into());
        let of: Vec<Str> = names.collect();
        Some(Self {
            hash: Hash::named(hash)?,
            of: of.into(),
        })
    }
}
