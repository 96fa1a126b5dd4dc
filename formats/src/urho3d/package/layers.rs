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
        let mut packages = vec![self.layer()];
        let mut prefix = self.start();
        while prefix > 0 && packages.len() < MOST {
            let last = packages.last().and_then(|layer| layer.package.in_front());
            let Some(package) = last else { break };
            prefix = package.start();
            packages.push(package.layer());
        }
        packages.reverse();
        Layers { prefix, packages }
    }

    fn layer(&self) -> Layer {
        Layer {
            start: self.start(),
            package: self.clone(),
        }
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
