//! The packages of a file, one behind the other.

use bytes::Bytes;
use formwork_schema::{Format as _, Result, read};

use super::tree::Package;

/// More packages than anyone puts into one file. What is before them counts as one piece.
const MOST: usize = 1024;

/// One package of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layer {
    /// Where it begins, in bytes from the start of the file.
    pub start: u64,
    /// The package; its own [`before`](Package::before) is what precedes it.
    pub package: Package,
}

/// What a file consists of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layers {
    /// Bytes before the first package: those of a program.
    pub prefix: u64,
    /// The packages, in the order of the file; at least one.
    pub packages: Vec<Layer>,
}

/// The packages of a file, in its order. Nothing of their files is copied.
///
/// # Errors
/// See [`read::from_bytes`], for the last of them.
pub fn packages(file: &Bytes) -> Result<Layers> {
    read::from_bytes::<Package>(file.clone()).map(|last| last.layers())
}

impl Package {
    /// This package and those before it, in the order of the file.
    #[must_use]
    pub fn layers(&self) -> Layers {
        let mut packages = self.all_in_front();
        packages.push(self.clone());
        let packages = packages.into_iter().map(|package| Layer {
            start: package.start(),
            package,
        });
        let packages: Vec<Layer> = packages.collect();
        let prefix = packages.first().map_or(0, |first| first.start);
        Layers { prefix, packages }
    }

    /// The packages before this one, in the order of the file.
    pub(super) fn all_in_front(&self) -> Vec<Self> {
        let mut packages: Vec<Self> = Vec::new();
        while packages.len() + 1 < MOST
            && let Some(package) = packages.last().unwrap_or(self).in_front()
        {
            packages.push(package);
        }
        packages.reverse();
        packages
    }

    /// The package right before this one, if that is what stands there.
    fn in_front(&self) -> Option<Package> {
        let before = self.before.as_ref()?.bytes();
        let magics = &Package::layout().versions()?.magics;
        let is_magic = |at: usize| {
            let there = before.get(at..).unwrap_or_default();
            magics.iter().any(|magic| there.starts_with(&magic.bytes))
        };
        let last = before
            .last_chunk()
            .map_or(0, |last| u32::from_le_bytes(*last));
        let start = before.len().checked_sub(last as usize);
        // Most of what precedes packages is a program; reading it would only fail.
        if !is_magic(0) && !start.is_some_and(is_magic) {
            return None;
        }
        read::from_bytes(before.clone()).ok()
    }
}
