//! [`Package`]: all of a file.

use binrw::{binrw, io::SeekFrom};
use formwork_schema::{
    Blob, CString, FileLength, Remaining, Schema, count, plus, read_file_length, versions, wide,
    write_file_length,
};
use serde::{Deserialize, Serialize};

const UPAK: u32 = u32::from_le_bytes(*b"UPAK");
const ULZ4: u32 = u32::from_le_bytes(*b"ULZ4");
const RPAK: u32 = u32::from_le_bytes(*b"RPAK");
const RLZ4: u32 = u32::from_le_bytes(*b"RLZ4");

/// Bytes of a package without entries and with its size: no package with a size is shorter.
const SMALLEST: u32 = 16;
/// Bytes of the magic, the counts and the checksum; the table or the block size follows.
pub(super) const HEADER: u32 = 12;
/// The same before the data of a package whose table is last.
pub(super) const HEADER_TABLE_LAST: u32 = 24;
/// The size of a block, as the first compressing writers stored it.
const BLOCK_SIZE: u32 = 32768;

versions! {
    /// Magic of a package: where the table stands, and whether the files are compressed.
    pub struct Version {
        /// Urho3D: files as they are.
        b"UPAK" implies 1;
        /// Urho3D, since 2013-10: files in blocks of LZ4.
        b"ULZ4" implies 2;
        /// rbfx, 2019-09 to 2022-07: files as they are, the table after them.
        b"RPAK" implies 3;
        /// The same, in blocks of LZ4.
        b"RLZ4" implies 4;
    }
    milestones {
        /// Files are in blocks of LZ4, after the table.
        LZ4 = 2;
        /// The table follows the files.
        TABLE_LAST = 3;
        /// Files are in blocks of LZ4, before the table.
        LZ4_TABLE_LAST = 4;
    }
}

/// A package of the Urho3D family: a folder of files in one.
#[derive(Schema)]
#[schema(format = "urho3d.package", extension = "pak")]
#[binrw]
#[brw(little)]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Package {
    #[br(temp)]
    #[bw(ignore)]
    file_size: Remaining,
    #[br(temp, if(file_size >= 4), restore_position, seek_before = SeekFrom::Start((wide(file_size) - 4).place()))]
    #[bw(ignore)]
    last: u32,
    #[br(
        temp,
        if(last >= SMALLEST && u64::from(last) < file_size.0),
        restore_position,
        seek_before = SeekFrom::Start((wide(file_size) - last).place())
    )]
    #[bw(ignore)]
    found: u32,
    /// What precedes the package: a program, or other packages.
    #[br(
        if(found == UPAK || found == ULZ4 || found == RPAK || found == RLZ4),
        count = wide(file_size) - last
    )]
    pub before: Option<Blob>,

    #[br(temp)]
    #[bw(ignore)]
    package_bytes: Remaining,
    /// Magic.
    pub version: Version,

    #[br(temp)]
    #[bw(try_calc(count(entries)))]
    entry_count: u32,

    /// Hash (SDBM) of all files in the order of the table, as they are when unpacked. Tells packages of one
    /// name apart.
    #[schema(unit = "hash")]
    pub checksum: u32,

    #[br(temp)]
    #[bw(ignore)]
    next: formwork_schema::Peek<0>,
    /// Size of a block, in bytes; for two days in 2013-10 only.
    #[schema(unit = "bytes")]
    #[br(if(version == Version::LZ4 && next == BLOCK_SIZE))]
    pub block_size: Option<u32>,

    /// Revision of the layout; 0 so far. rbfx only.
    #[br(if(version >= Version::TABLE_LAST))]
    pub revision: Option<u32>,

    // Where the table begins, in bytes from the start of the package; rbfx counts from that of the file, and so finds no
    // table after a program.
    #[br(
        temp,
        if(version >= Version::TABLE_LAST),
        assert(
            version < Version::TABLE_LAST || file_list_offset >= 24,
            "the table would stand inside the header"
        )
    )]
    #[bw(if(leading_data.is_some()), try_calc(plus(count(leading_data), 24)))]
    file_list_offset: i64,

    /// The files, where they precede the table.
    #[br(if(version >= Version::TABLE_LAST), count = wide(file_list_offset) - 24_u8)]
    pub leading_data: Option<Blob>,

    /// The table of the files.
    #[br(count = entry_count)]
    pub entries: Vec<Entry>,

    #[br(temp)]
    #[bw(ignore)]
    after_table: Remaining,
    /// Whether the file does not end with the size of the package, as before 2013-10.
    #[schema(in_texts)]
    #[br(calc = !(after_table >= 4 && package_bytes == u64::from(last)))]
    #[bw(ignore)]
    pub without_size: bool,

    /// The files, and whatever else follows the table.
    #[br(count = if without_size { wide(after_table) } else { wide(after_table) - 4 })]
    pub data: Blob,

    /// Size of the package with this number.
    #[schema(unit = "bytes")]
    #[br(parse_with = read_file_length(&before))]
    #[bw(write_with = write_file_length(before))]
    #[brw(if(!without_size))]
    pub package_size: FileLength,
}

/// One file of a package.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Path below the folder, with slashes.
    pub name: CString,
    /// Where its bytes begin, in bytes from the start of the package.
    #[schema(unit = "bytes")]
    pub offset: u32,
    /// Its size when unpacked, in bytes. What it takes in the package is stored nowhere.
    #[schema(unit = "bytes")]
    pub size: u32,
    /// Hash (SDBM) of its bytes when unpacked.
    #[schema(unit = "hash")]
    pub checksum: u32,
}
