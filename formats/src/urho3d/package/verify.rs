//! Checksums, and whether every byte of a package belongs to exactly one file.

use formwork_schema::{Error, Kind, Result, sorted};

use super::tree::Package;
use crate::package::{Verdict, sdbm};

/// How the files lie in the package.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Layering {
    /// Entries that begin inside another, by their place in the table.
    pub overlapping: Vec<usize>,
    /// Bytes where files may be that belong to none.
    pub unused: u64,
}

impl Package {
    /// Unpacks every file and compares the checksums, each file's and the package's. Takes memory for one block.
    ///
    /// # Errors
    /// See [`Package::bounded`].
    pub fn verify(&self) -> Result<Verdict> {
        self.bounded()?;
        let files = self.files();
        let mut whole = Some(0);
        let mut entries = Vec::with_capacity(self.entries.len());
        for entry in &self.entries {
            let hash = files.hash(entry);
            whole = match (&hash, whole) {
                (Ok(hash), Some(whole)) => Some(sdbm::join(whole, *hash, entry.size.into())),
                _ => None,
            };
            entries.push(hash.map(|hash| hash == entry.checksum));
        }
        let whole = whole.map(|whole| whole == self.checksum);
        Ok(Verdict { entries, whole })
    }

    /// Asks that the checksum of the package is what the checksums of its files make together. Nothing is unpacked.
    ///
    /// # Errors
    /// [`Kind::Malformed`] when it is another.
    pub fn is_joined(&self) -> Result<()> {
        let made = self.entries.iter().fold(0, |hash, entry| {
            sdbm::join(hash, entry.checksum, entry.size.into())
        });
        if made == self.checksum {
            return Ok(());
        }
        let said = self.checksum;
        let message =
            format!("the checksum of the package is {said:08x}, its files make {made:08x}");
        Err(Error::new(Kind::Malformed, message))
    }

    /// How the files lie; those whose bytes are not all there are left out. Nothing is said of a package
    /// that is not [`bounded`](Self::bounded).
    #[must_use]
    pub fn layering(&self) -> Layering {
        if self.bounded().is_err() {
            return Layering::default();
        }
        let files = self.files();
        let stored = self.entries.iter().enumerate();
        let mut ranges: Vec<_> = stored
            .filter_map(|(place, entry)| Some((files.stored(entry).ok()?.range, place)))
            .filter(|(range, _)| !range.is_empty())
            .collect();
        sorted::by_key(&mut ranges, |(range, _)| range.start);
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

    use super::super::{Builder, Package, packages};
    use crate::package::Packed;

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
            builder.push(file.expect("packs")).expect("fits");
        }
        let bytes = builder.finish().expect("a package");
        let fine = package(&bytes);
        assert!(fine.verify().expect("bounded").is_fine());
        fine.is_joined().expect("all right");
        assert_eq!(fine.layering(), Default::default());

        let mut wrong = fine.clone();
        wrong.checksum ^= 1;
        let error = wrong.is_joined().expect_err("another checksum");
        assert!(
            error
                .message()
                .starts_with("the checksum of the package is")
        );
        wrong.entries[1].checksum ^= 1;
        let verdict = wrong.verify().expect("bounded");
        assert_eq!(verdict.entries, [Ok(true), Ok(false)]);

        // What one file claims too much is its own fault.
        let mut damaged = fine.clone();
        damaged.entries[1].size = 1 << 30;
        let verdict = damaged.verify().expect("bounded");
        assert_eq!(verdict.entries[0], Ok(true));
        assert!(verdict.entries[1].is_err() && verdict.whole.is_none());

        let mut hostile = fine;
        let shared = hostile.entries[0].clone();
        hostile.entries.resize(1000, shared);
        // The table is longer now.
        for entry in &mut hostile.entries {
            entry.offset += 998 * 14;
        }
        let error = hostile.verify().expect_err("claims too much");
        assert_eq!(error.kind(), Kind::Malformed);
        assert!(
            error.to_string().contains("of which 20 are there"),
            "{error}"
        );
        assert_eq!(hostile.layering(), Default::default());
    }
}
