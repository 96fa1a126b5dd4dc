//! Checksums, and whether every byte of a package belongs to exactly one file.

use formwork_schema::Result;

use super::Package;
use crate::sdbm;

/// What checksums say.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// For each entry whether its checksum is right, or why it cannot be read.
    pub entries: Vec<Result<bool>>,
    /// Whether the checksum of the package is right; none when an entry cannot be read.
    pub whole: Option<bool>,
}

impl Verdict {
    /// Whether all is as it should be.
    #[must_use]
    pub fn is_fine(&self) -> bool {
        self.whole == Some(true) && self.entries.iter().all(|entry| *entry == Ok(true))
    }
}

/// How the files lie in the package.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Layering {
    /// Entries that begin inside another, by their place in the table.
    pub overlapping: Vec<usize>,
    /// Bytes where files may be that belong to none.
    pub unused: u64,
}

impl Package {
    /// Unpacks every file and compares the checksums, each file's and the package's.
    ///
    /// # Errors
    /// See [`Package::bounded`].
    pub fn verify(&self) -> Result<Verdict> {
        self.bounded()?;
        let mut whole = Some(0);
        let mut entries = Vec::with_capacity(self.entries.len());
        for entry in &self.entries {
            let hash = self.read(entry).map(|bytes| sdbm::hash(&bytes));
            whole = match (&hash, whole) {
                (Ok(hash), Some(whole)) => Some(sdbm::join(whole, *hash, entry.size.into())),
                _ => None,
            };
            entries.push(hash.map(|hash| hash == entry.checksum));
        }
        let whole = whole.map(|whole| whole == self.checksum);
        Ok(Verdict { entries, whole })
    }

    /// How the files lie; those whose bytes are not all there are left out. Nothing is said of a package
    /// that is not [`bounded`](Self::bounded).
    #[must_use]
    pub fn layering(&self) -> Layering {
        if self.bounded().is_err() {
            return Layering::default();
        }
        let stored = self.entries.iter().enumerate();
        let mut ranges: Vec<_> = stored
            .filter_map(|(place, entry)| Some((self.stored(entry).ok()?.range, place)))
            .filter(|(range, _)| !range.is_empty())
            .collect();
        ranges.sort_by_key(|(range, place)| (range.start, *place));
        let mut seen = Layering::default();
        let (mut end, mut used) = (0, 0);
        for (range, place) in ranges {
            if range.start < end {
                seen.overlapping.push(place);
            }
            used += range.end.saturating_sub(range.start.max(end));
            end = end.max(range.end);
        }
        let there: u64 = self.regions().map(|(_, bytes)| bytes.len() as u64).sum();
        seen.unused = there - used.min(there);
        seen
    }
}

#[cfg(test)]
mod tests {
    use formwork_schema::Kind;

    use super::super::{Builder, Package, Packed, packages};

    fn package(bytes: &bytes::Bytes) -> Package {
        packages(bytes)
            .expect("a package")
            .packages
            .remove(0)
            .package
    }

    #[test]
    fn files_that_claim_too_much_are_not_looked_at() {
        let mut builder = Builder::new(false);
        for name in ["a", "b"] {
            let file = Packed::new(name, b"some bytes".as_slice().into(), None);
            builder.push(file.expect("packs"));
        }
        let bytes = builder.finish().expect("a package");
        let fine = package(&bytes);
        assert!(fine.verify().expect("bounded").is_fine());
        assert_eq!(fine.layering(), Default::default());

        let mut hostile = fine;
        hostile.entries[1].size = 1 << 30;
        let error = hostile.verify().expect_err("claims too much");
        assert_eq!(error.kind(), Kind::Malformed);
        assert!(
            error.to_string().contains("of which 20 are there"),
            "{error}"
        );
        assert_eq!(hostile.layering(), Default::default());
    }
}
