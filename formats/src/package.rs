//! Packages: files that hold other files, whichever engine they are of.

pub mod lz4;
pub mod names;
pub mod rules;
pub mod sdbm;
pub mod tool;

use std::ops::Range;

use bytes::Bytes;
use formwork_schema::{CString, Error, Kind, Result};

use self::lz4::Compression;

/// What a file of packages consists of.
pub struct Layers {
    /// Bytes before the first package: those of a program.
    pub prefix: u64,
    /// The packages, in the order of the file; at least one.
    pub packages: Vec<Package>,
}

/// One package of a file.
pub struct Package {
    /// Where it begins, in bytes from the start of the file.
    pub start: u64,
    /// Its size in the file, in bytes.
    pub size: u64,
    /// Its version, as `identify` tells it.
    pub version: String,
    /// The checksum of all files together, as the package says it.
    pub checksum: u32,
    /// Whether the files are compressed; how well, it does not say.
    pub is_compressed: bool,
    /// Its files, in the order of the table.
    pub entries: Vec<Entry>,
    /// What looks at them.
    pub files: Box<dyn Files>,
}

/// Looks at the files of a package, which are told by their place among its [entries](Package::entries); there is no
/// other place.
pub trait Files: Send + Sync {
    /// Asks that all files together claim no more than their bytes can hold.
    ///
    /// # Errors
    /// [`Kind::Malformed`] when they do.
    fn bounded(&self) -> Result<()>;

    /// Asks that the checksum of the package is what the checksums of its files make together. Nothing is unpacked.
    ///
    /// # Errors
    /// [`Kind::Malformed`] when it is another.
    fn is_joined(&self) -> Result<()>;

    /// Unpacks every file and compares the checksums, each file's and the package's.
    ///
    /// # Errors
    /// See [`bounded`](Self::bounded).
    fn verify(&self) -> Result<Verdict>;

    /// Where the bytes of a file stand.
    ///
    /// # Errors
    /// [`Kind::Malformed`] when they are not all there.
    fn stored(&self, place: usize) -> Result<Stored>;

    /// A file, unpacked. Whether the bytes are the right ones says the checksum.
    ///
    /// # Errors
    /// [`Kind::Malformed`] when its bytes are not all there, or cannot be unpacked.
    fn read(&self, place: usize) -> Result<Bytes>;

    /// The checksum of a file when unpacked, of which never more than a block is in memory.
    ///
    /// # Errors
    /// See [`read`](Self::read).
    fn hash(&self, place: usize) -> Result<u32>;

    /// The checksum that the package would say of a file with these bytes.
    fn checksum(&self, bytes: &[u8]) -> u32;

    /// A file for another package of the same kind, its blocks untouched.
    ///
    /// # Errors
    /// See [`stored`](Self::stored).
    fn kept(&self, place: usize) -> Result<Packed>;

    /// A package like it, behind the same bytes and without files.
    fn builder(&self) -> Box<dyn Builder>;
}

/// One file of a package.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Path below the folder, with slashes.
    pub name: CString,
    /// Where its bytes begin, in bytes from the start of the package.
    pub offset: u64,
    /// Its size when unpacked, in bytes.
    pub size: u64,
    /// The checksum of its bytes when unpacked, as the package says it.
    pub checksum: u32,
}

/// The bytes of one file, as they stand in the package.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stored {
    /// Where they are, in bytes from the start of the package.
    pub range: Range<u64>,
    /// They themselves: a slice, no copy.
    pub bytes: Bytes,
}

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

/// A package that is being made.
pub trait Builder {
    /// Adds a file behind the others. It must be packed as the package wants it.
    ///
    /// # Errors
    /// [`Kind::Limit`] above what a package holds.
    fn push(&mut self, file: Packed) -> Result<()>;

    /// The bytes of a file with this package.
    ///
    /// # Errors
    /// [`Kind::Limit`] above what a package holds;
    /// [`Kind::Invalid`] when the bytes would not read back as this package.
    fn finish(self: Box<Self>) -> Result<Bytes>;
}

/// A file, ready to be put into a package.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Packed {
    pub(crate) name: CString,
    pub(crate) size: u32,
    pub(crate) checksum: u32,
    pub(crate) bytes: Bytes,
}

impl Packed {
    /// A file as it is, or in blocks.
    ///
    /// # Errors
    /// [`Kind::Limit`] when the file is too large for a package; see also [`lz4::pack`].
    pub fn new(
        name: impl Into<CString>,
        file: Bytes,
        blocks: Option<(Compression, u16)>,
    ) -> Result<Self> {
        let size = u32::try_from(file.len()).map_err(|_| too_large())?;
        let checksum = sdbm::hash(&file);
        let bytes = match blocks {
            Some((compression, block_size)) => lz4::pack(&file, compression, block_size)?.into(),
            None => file,
        };
        Ok(Self {
            name: name.into(),
            size,
            checksum,
            bytes,
        })
    }
}

pub(crate) fn too_large() -> Error {
    let error = Error::new(
        Kind::Limit,
        "more than 4 GiB, the most that a package holds",
    );
    error.help("make several packages of the folder")
}
