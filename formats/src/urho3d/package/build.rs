//! Making packages.

use bytes::{Bytes, BytesMut};
use formwork_schema::{Blob, FileLength, Result, write};

use super::{
    entries::Files,
    tree::{Entry, HEADER_TABLE_LAST, Package, Version},
};
use crate::package::{Packed, sdbm, too_large};

impl Packed {
    /// A file of another package of the same kind, its blocks untouched.
    ///
    /// # Errors
    /// See [`Files::stored`].
    pub fn kept(files: &Files, entry: &Entry) -> Result<Self> {
        Ok(Self {
            name: entry.name.clone(),
            size: entry.size,
            checksum: entry.checksum,
            bytes: files.stored(entry)?.bytes,
        })
    }
}

/// A package that is being made.
///
/// ```
/// use formwork_formats::{package::Packed, urho3d::package::{Builder, packages}};
///
/// let mut builder = Builder::new(false);
/// builder.push(Packed::new("Notes/a.txt", b"hello".as_slice().into(), None)?)?;
/// let file = builder.finish()?;
///
/// let package = &packages(&file)?.packages[0].package;
/// assert_eq!(package.files().read(&package.entries[0])?, b"hello".as_slice());
/// assert!(package.verify()?.is_fine());
/// # Ok::<(), formwork_schema::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Builder {
    /// Everything but entries, data, and what follows from them.
    like: Package,
    /// The files so far; their offsets count from where the first one will be.
    entries: Vec<Entry>,
    /// Their bytes. Copied here one by one, so that a file need not stay in memory until all are there.
    data: BytesMut,
}

impl Builder {
    /// A package as Urho3D's tool writes it: of files in blocks of LZ4, or as they are.
    #[must_use]
    pub fn new(compressed: bool) -> Self {
        // The numbers that follow from the files, `finish` puts in.
        let like = Package {
            before: None,
            version: version(compressed),
            checksum: 0,
            block_size: None,
            revision: None,
            leading_data: None,
            entries: Vec::new(),
            data: Bytes::new().into(),
            without_size: false,
            package_size: FileLength::default(),
        };
        Self::with(like)
    }

    /// A package of the same kind as another, behind the same bytes.
    #[must_use]
    pub fn like(other: &Package) -> Self {
        let like = Package {
            entries: Vec::new(),
            data: Bytes::new().into(),
            ..other.clone()
        };
        Self::with(like)
    }

    fn with(like: Package) -> Self {
        Self {
            like,
            entries: Vec::new(),
            data: BytesMut::new(),
        }
    }

    /// Adds a file behind the others. It must be packed as the package wants it.
    ///
    /// # Errors
    /// [`Kind::Limit`](formwork_schema::Kind::Limit) above 4 GiB.
    pub fn push(&mut self, file: Packed) -> Result<()> {
        let offset = u32::try_from(self.data.len()).map_err(|_| too_large())?;
        self.entries.push(Entry {
            name: file.name,
            offset,
            size: file.size,
            checksum: file.checksum,
        });
        self.data.extend_from_slice(&file.bytes);
        Ok(())
    }

    /// The bytes of a file with this package.
    ///
    /// # Errors
    /// [`Kind::Limit`](formwork_schema::Kind::Limit) above 4 GiB; [`Kind::Invalid`](formwork_schema::Kind::Invalid) when the bytes would not read back as this package.
    pub fn finish(self) -> Result<Bytes> {
        let mut package = self.like;
        package.entries = self.entries;
        package.checksum = package.entries.iter().fold(0, |hash, entry| {
            sdbm::join(hash, entry.checksum, entry.size.into())
        });
        let table_last = package.leading_data.is_some();
        if table_last {
            package.leading_data = Some(Bytes::new().into());
        }
        let start = if table_last {
            u64::from(HEADER_TABLE_LAST)
        } else {
            package.after_table()
        };
        for entry in &mut package.entries {
            let at = start + u64::from(entry.offset);
            entry.offset = u32::try_from(at).map_err(|_| too_large())?;
        }
        let data: Blob = self.data.freeze().into();
        if table_last {
            package.leading_data = Some(data);
        } else {
            package.data = data;
        }
        if !package.without_size {
            u32::try_from(package.size()).map_err(|_| too_large())?;
        }
        write::to_bytes(&package).map(Bytes::from)
    }
}

fn version(compressed: bool) -> Version {
    let version = if compressed {
        Version::new(b"ULZ4", 2)
    } else {
        Version::new(b"UPAK", 1)
    };
    version.expect("magics of this format")
}
