//! The files of a package: where their bytes stand, and what they are when unpacked.

use bytes::Bytes;
use formwork_schema::{Error, Kind, Result};

use super::{
    layers::packages,
    tree::{Entry, HEADER, HEADER_TABLE_LAST, Package, Version},
};
use crate::package::{
    Stored,
    lz4::{BEST_RATIO, Blocks, is_stuck},
    names::shown,
    sdbm,
};

/// The numbers after the name of an entry, with the NUL between them.
const ENTRY: u64 = 13;

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
    let files = package.files();
    let words = package.entries.iter().filter_map(|entry| {
        let range = files.stored(entry).ok()?.range;
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
        let size_word = if self.without_size { 0 } else { 4 };
        self.after_table() + self.data.len() as u64 + size_word
    }

    /// Where the table ends.
    pub(super) fn after_table(&self) -> u64 {
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
        leading.chain([(self.after_table(), self.data.bytes())])
    }

    /// What looks at the files of this package.
    #[must_use]
    pub fn files(&self) -> Files {
        let regions = self.regions();
        Files {
            is_compressed: self.is_compressed(),
            regions: regions
                .map(|(start, bytes)| (start, bytes.clone()))
                .collect(),
        }
    }

    /// Asks that all files together claim no more than their bytes can hold. A small package could otherwise
    /// let many names share its bytes, and cost whoever unpacks it days. A file that claims too much alone counts
    /// nothing: it cannot be read, and costs nothing.
    ///
    /// # Errors
    /// [`Kind::Malformed`] when they do.
    pub fn bounded(&self) -> Result<()> {
        let files = self.files();
        let there: u64 = files.regions.iter().map(|(_, all)| all.len() as u64).sum();
        let most = there.saturating_mul(BEST_RATIO);
        let possible = self
            .entries
            .iter()
            .filter(|entry| files.rest(entry).is_ok());
        let claimed: u64 = possible.map(|entry| u64::from(entry.size)).sum();
        if claimed <= most {
            return Ok(());
        }
        let message = format!("the files claim {claimed} bytes, of which {there} are there");
        Err(Error::new(Kind::Malformed, message).of("entries"))
    }
}

/// Looks at the files of a package, one by one. Where they may be follows from all names together, so it is found
/// once, and not for every file again.
#[derive(Debug, Clone)]
pub struct Files {
    is_compressed: bool,
    /// Where files may be, in order, and the bytes there.
    regions: Vec<(u64, Bytes)>,
}

impl Files {
    /// What stands from a file's offset on, up to the end of the files, when it is enough.
    fn rest(&self, entry: &Entry) -> Result<Bytes> {
        let (offset, size) = (u64::from(entry.offset), u64::from(entry.size));
        let malformed = |message| Err(Error::new(Kind::Malformed, message));
        let found = self.regions.iter().find_map(|(start, bytes)| {
            let at = usize::try_from(offset.checked_sub(*start)?).ok()?;
            (at < bytes.len()).then(|| bytes.slice(at..))
        });
        let Some(rest) = found else {
            return malformed(format!("begins at {offset}, where no files are"));
        };
        let there = rest.len() as u64;
        if self.is_compressed && size > there.saturating_mul(BEST_RATIO) {
            return malformed(format!("{there} bytes of LZ4 cannot hold {size}"));
        }
        if !self.is_compressed && size > there {
            return malformed(format!("takes {size} bytes, but only {there} are left"));
        }
        Ok(rest)
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
        let rest = self.rest(entry)?;
        let length = if self.is_compressed {
            Blocks::of(&rest, size)?.packed_len()
        } else {
            entry.size as usize
        };
        Ok(Stored {
            range: offset..offset + length as u64,
            bytes: rest.slice(..length),
        })
    }

    /// Whether the blocks of a file stop at one of no length, which engines read for ever.
    pub(super) fn is_stuck(&self, entry: &Entry) -> bool {
        let rest = self.rest(entry).ok().filter(|_| self.is_compressed);
        rest.is_some_and(|rest| is_stuck(&rest, entry.size.into()))
    }

    /// Whether a block is larger than the first one, by which engines make room.
    pub(super) fn has_larger_block(&self, entry: &Entry) -> bool {
        let stored = self.stored(entry).ok().filter(|_| self.is_compressed);
        let blocks = stored.as_ref();
        let blocks = blocks.and_then(|stored| Blocks::of(&stored.bytes, entry.size.into()).ok());
        blocks.is_some_and(|blocks| {
            let first = blocks.lengths().next();
            blocks.lengths().any(|length| Some(length) > first)
        })
    }

    /// A file, unpacked. One that is not compressed is a slice, no copy. Whether the bytes are the right ones
    /// says the [checksum](Entry::checksum).
    ///
    /// # Errors
    /// [`Kind::Malformed`] when its bytes are not all there, or are no LZ4.
    pub fn read(&self, entry: &Entry) -> Result<Bytes> {
        let stored = self.stored(entry)?;
        if !self.is_compressed {
            return Ok(stored.bytes);
        }
        let blocks = Blocks::of(&stored.bytes, entry.size.into())?;
        blocks.unpack().map(Bytes::from)
    }

    /// The hash of a file when unpacked, of which never more than a block is in memory.
    ///
    /// # Errors
    /// See [`read`](Self::read).
    pub fn hash(&self, entry: &Entry) -> Result<u32> {
        let stored = self.stored(entry)?;
        if !self.is_compressed {
            return Ok(sdbm::hash(&stored.bytes));
        }
        let mut hash = 0;
        let blocks = Blocks::of(&stored.bytes, entry.size.into())?;
        blocks.each(|block| hash = sdbm::join(hash, sdbm::hash(block), block.len() as u64))?;
        Ok(hash)
    }
}
