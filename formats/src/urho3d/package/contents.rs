//! [`Contents`]: what a package holds, without where in it that lies. Packages are compared by this.

use binrw::binrw;
use bytes::Bytes;
use formwork_schema::{Blob, CString, Error, Format as _, Kind, Result, Schema, count, write};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{Entry, Files, Layer, Version, packages};
use crate::View;

/// The view of a package; none when it cannot be read.
pub(super) fn view(file: &Bytes) -> Option<View> {
    let contents = Contents::of(file).ok()?;
    Some(View {
        layout: Contents::layout(),
        bytes: write::to_bytes(&contents).ok()?.into(),
        ignored_fields: &["packed"],
    })
}

/// What a package holds.
#[derive(Schema)]
#[schema(format = "urho3d.package", extension = "pak")]
#[binrw]
#[brw(little)]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Contents {
    /// Magic.
    version: Version,
    /// Hash (SDBM) of all files, as the package says it.
    #[schema(unit = "hash")]
    checksum: u32,

    #[br(temp)]
    #[bw(try_calc(count(entries)))]
    entry_count: u32,
    /// The files.
    #[br(count = entry_count)]
    entries: Vec<File>,

    #[br(temp)]
    #[bw(try_calc(count(earlier)))]
    earlier_count: u32,
    /// The packages before it, in the order of the file.
    #[br(if(earlier_count > 0), count = earlier_count)]
    earlier: Option<Vec<Earlier>>,

    #[br(temp)]
    #[bw(try_calc(count(before)))]
    before_size: u32,
    /// What precedes all packages: a program.
    #[br(if(before_size > 0), count = before_size)]
    before: Option<Blob>,
}

/// A package before another.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Earlier {
    /// Magic.
    version: Version,
    /// Hash (SDBM) of all files, as the package says it.
    #[schema(unit = "hash")]
    checksum: u32,

    #[br(temp)]
    #[bw(try_calc(count(entries)))]
    entry_count: u32,
    /// The files.
    #[br(count = entry_count)]
    entries: Vec<File>,
}

/// A file of a package.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct File {
    /// Path below the folder, with slashes.
    name: CString,
    /// Size when unpacked, in bytes, as the package says it.
    #[schema(unit = "bytes")]
    size: u32,
    /// What it takes in the package, in bytes.
    #[schema(unit = "bytes")]
    packed: u32,
    /// Hash (SDBM) when unpacked, as the package says it.
    #[schema(unit = "hash")]
    checksum: u32,
    /// The first quarter of the SHA-256 of what it is when unpacked; 0 when it cannot be.
    #[schema(unit = "hash")]
    sha256: u64,
    /// Why it cannot be unpacked.
    #[br(if(sha256 == 0))]
    problem: Option<CString>,
}

impl Contents {
    fn of(file: &Bytes) -> Result<Self> {
        let layers = packages(file)?;
        let before = usize::try_from(layers.prefix).ok();
        let before = before.and_then(|end| file.get(..end));
        let mut all: Vec<Earlier> = layers.packages.iter().map(Earlier::of).collect();
        let last = all
            .pop()
            .ok_or_else(|| Error::new(Kind::Malformed, "no package"))?;
        Ok(Self {
            version: last.version,
            checksum: last.checksum,
            entries: last.entries,
            earlier: (!all.is_empty()).then_some(all),
            before: before
                .filter(|before| !before.is_empty())
                .map(|before| before.to_vec().into()),
        })
    }
}

impl Earlier {
    fn of(layer: &Layer) -> Self {
        let package = &layer.package;
        let bounded = package.bounded();
        let files = package.files();
        Self {
            version: package.version,
            checksum: package.checksum,
            entries: package
                .entries
                .iter()
                .map(|entry| match &bounded {
                    Ok(()) => File::of(&files, entry),
                    Err(error) => File::unreadable(entry, error),
                })
                .collect(),
        }
    }
}

impl File {
    fn of(files: &Files, entry: &Entry) -> Self {
        let stored = files.stored(entry);
        let found = stored.and_then(|stored| Ok((stored.bytes.len(), files.read(entry)?)));
        let (packed, bytes) = match found {
            Ok(found) => found,
            Err(error) => return Self::unreadable(entry, &error),
        };
        Self {
            name: entry.name.clone(),
            size: entry.size,
            packed: u32::try_from(packed).unwrap_or(u32::MAX),
            checksum: entry.checksum,
            sha256: hash(&bytes),
            problem: None,
        }
    }

    fn unreadable(entry: &Entry, error: &Error) -> Self {
        Self {
            name: entry.name.clone(),
            size: entry.size,
            packed: 0,
            checksum: entry.checksum,
            sha256: 0,
            problem: Some(error.message().into()),
        }
    }
}

/// The first quarter of the SHA-256. 0 says that there is none.
fn hash(bytes: &[u8]) -> u64 {
    let digest = Sha256::digest(bytes);
    let first = digest.first_chunk().copied().unwrap_or_default();
    u64::from_be_bytes(first).max(1)
}
