//! The files of a package: where their bytes stand, and what they are when unpacked.

use std::ops::Range;

use bytes::Bytes;
use formwork_schema::{Error, Kind, Result};

use super::{Entry, HEADER, HEADER_TABLE_LAST, Package, Version, names::shown, packages};
use crate::lz4::{BEST_RATIO, Blocks};

/// The numbers behind the name of an entry, with the NUL between them.
const ENTRY: u64 = 13;

/// The bytes of one file, as they stand in the package.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stored {
    /// Where they are, in bytes from the start of the package.
    pub range: Range<u64>,
    /// They themselves: a slice, no copy.
    pub bytes: Bytes,
}

/// The files that cover a byte of a file of packages: several, when they share bytes.
pub(super) fn covering(file: &Bytes, offset: u64) -> Option<String> {
    let layers = packages(file).ok()?;
    let before = |start: u64| start <= offset;
    let (number, layer) = layers
        .packages
        .iter()
        .enumerate()
        .rfind(|(_, layer)| before(layer.start))?;
    let package = &layer.package;
    package.bounded().ok()?;
    let at = offset - layer.start;
    let words = package.entries.iter().filter_map(|entry| {
        let range = package.stored(entry).ok()?.range;
        range.contains(&at).then(|| {
            let (place, length) = (at - range.start, range.end - range.start);
            let packed = if package.is_compressed() {
                " packed"
            } else {
                ""
            };
            let name = shown(entry.name.as_bytes());
            format!("{name}, byte {place} of {length}{packed}")
        })
    });
    let words: Vec<String> = words.collect();
    let inside = match layers.packages.len() {
        1 => String::new(),
        _ => format!("package {}: ", number + 1),
    };
    (!words.is_empty()).then(|| inside + &words.join("; "))
}

impl Package {
    /// Whether the files are in blocks of LZ4.
    #[must_use]
    pub fn is_compressed(&self) -> bool {
        self.version == Version::LZ4 || self.version == Version::LZ4_TABLE_LAST
    }

    /// Where in its file the package begins, in bytes.
    #[must_use]
    pub fn start(&self) -> u64 {
        self.before.as_ref().map_or(0, |before| before.len() as u64)
    }

    /// Size of the package in its file, in bytes.
    #[must_use]
    pub fn size(&self) -> u64 {
        let size_word = if self.package_size.is_some() { 4 } else { 0 };
        self.behind_table() + self.data.len() as u64 + size_word
    }

    /// Where the table ends.
    pub(super) fn behind_table(&self) -> u64 {
        let names = self.entries.iter();
        let table: u64 = names
            .map(|entry| entry.name.as_bytes().len() as u64 + ENTRY)
            .sum();
        self.table() + table
    }

    /// Where the table begins.
    fn table(&self) -> u64 {
        match &self.leading_data {
            Some(data) => u64::from(HEADER_TABLE_LAST) + data.len() as u64,
            None if self.block_size.is_some() => u64::from(HEADER) + 4,
            None => HEADER.into(),
        }
    }

    /// Where files may be, in order, and the bytes there.
    pub(super) fn regions(&self) -> impl Iterator<Item = (u64, &Bytes)> {
        let leading = self.leading_data.iter();
        let leading = leading.map(|data| (u64::from(HEADER_TABLE_LAST), data.bytes()));
        leading.chain([(self.behind_table(), self.data.bytes())])
    }

    /// What stands from an offset on, up to the end of the files.
    fn from(&self, offset: u64) -> Result<Bytes> {
        let found = self.regions().find_map(|(start, bytes)| {
            let at = usize::try_from(offset.checked_sub(start)?).ok()?;
            (at < bytes.len()).then(|| bytes.slice(at..))
        });
        found.ok_or_else(|| {
            let message = format!("begins at {offset}, where no files are");
            Error::new(Kind::Malformed, message)
        })
    }

    /// Where the bytes of a file stand. Of blocks, only their lengths are looked at.
    ///
    /// # Errors
    /// [`Kind::Malformed`] when they are not all there.
    pub fn stored(&self, entry: &Entry) -> Result<Stored> {
        let (offset, size) = (u64::from(entry.offset), u64::from(entry.size));
        if size == 0 {
            return Ok(Stored {
                range: offset..offset,
                bytes: Bytes::new(),
            });
        }
        let rest = self.from(offset)?;
        let length = if self.is_compressed() {
            Blocks::of(&rest, size)?.packed_len() as u64
        } else {
            size
        };
        let there = rest.len() as u64;
        match usize::try_from(length).ok().filter(|_| length <= there) {
            Some(end) => Ok(Stored {
                range: offset..offset + length,
                bytes: rest.slice(..end),
            }),
            None => {
                let message = format!("takes {length} bytes, but only {there} are left");
                Err(Error::new(Kind::Malformed, message))
            }
        }
    }

    /// A file, unpacked. One that is not compressed is a slice, no copy. Whether the bytes are the right ones
    /// says the [checksum](Entry::checksum).
    ///
    /// # Errors
    /// [`Kind::Malformed`] when its bytes are not all there, or are no LZ4.
    pub fn read(&self, entry: &Entry) -> Result<Bytes> {
        let stored = self.stored(entry)?;
        if !self.is_compressed() {
            return Ok(stored.bytes);
        }
        let blocks = Blocks::of(&stored.bytes, entry.size.into())?;
        blocks.unpack().map(Bytes::from)
    }

    /// Asks that all files together claim no more than their bytes can hold. A small package could otherwise
    /// let many names share its bytes, and cost whoever unpacks it days.
    ///
    /// # Errors
    /// [`Kind::Malformed`] when they do.
    pub fn bounded(&self) -> Result<()> {
        let there: u64 = self.regions().map(|(_, bytes)| bytes.len() as u64).sum();
        let most = there.saturating_mul(BEST_RATIO);
        let claimed: u64 = self.entries.iter().map(|entry| u64::from(entry.size)).sum();
        if claimed <= most {
            return Ok(());
        }
        let message = format!("the files claim {claimed} bytes, of which {there} are there");
        Err(Error::new(Kind::Malformed, message).of("entries"))
    }
}
