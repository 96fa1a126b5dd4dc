//! One compressed file: `.gz`.
//!
//! A header with what was known of the file, the file as DEFLATE compresses it, and a checksum. A file of several such
//! parts reads as one with much data, since nothing but the compression says where the first one ends.
//!
//! After RFC 1952.

use binrw::binrw;
use formwork_schema::{Blob, Ended, Latin1, Remaining, Schema, count, enums, flags, wide};
use serde::{Deserialize, Serialize};

flags! {
    /// What the header has.
    pub struct Parts: u8 {
        /// Nothing: the file is probably text.
        TEXT = 1;
        /// A checksum of the header.
        HEADER_CRC = 2;
        /// Fields that others know.
        EXTRA = 4;
        /// The name of the file.
        NAME = 8;
        /// A comment for people.
        COMMENT = 16;
    }
}

enums! {
    /// What the file system was like.
    pub struct System: u8 {
        /// MS-DOS, OS/2, Windows.
        FAT = 0;
        /// Unix.
        UNIX = 3;
        /// Older Macintosh.
        MACINTOSH = 7;
        /// Windows NT.
        NTFS = 11;
        /// Nobody knows.
        UNKNOWN = 255;
    }
}

/// A compressed file.
#[derive(Schema)]
#[schema(format = "archive.gzip", extension = "gz")]
#[binrw]
#[brw(little, magic = b"\x1f\x8b\x08")]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Gzip {
    /// What the header has.
    pub parts: Parts,
    /// When the file was changed, from the beginning of 1970; 0 where nobody knows.
    #[schema(unit = "seconds")]
    pub modified: u32,
    /// How it was compressed: 2 as well as possible, 4 as fast as possible.
    pub effort: u8,
    /// Where it was compressed.
    pub system: System,
    #[br(temp)]
    #[brw(if(parts.contains(Parts::EXTRA)))]
    #[bw(try_calc(count(extra)))]
    extra_size: u16,
    /// Fields that others know.
    #[br(if(parts.contains(Parts::EXTRA)), count = extra_size)]
    pub extra: Option<Blob>,
    /// The name of the file, in Latin-1.
    #[br(if(parts.contains(Parts::NAME)))]
    pub name: Option<Ended<Latin1>>,
    /// A comment for people, in Latin-1.
    #[br(if(parts.contains(Parts::COMMENT)))]
    pub comment: Option<Ended<Latin1>>,
    /// The lower half of a CRC-32 of the header.
    #[schema(unit = "hash")]
    #[br(if(parts.contains(Parts::HEADER_CRC)))]
    pub header_crc: Option<u16>,
    #[br(temp)]
    #[bw(ignore)]
    rest: Remaining,
    /// The file, as DEFLATE compresses it.
    #[br(count = wide(rest) - 8)]
    pub data: Blob,
    /// CRC-32 of the file.
    #[schema(unit = "hash")]
    pub crc: u32,
    /// Size of the file, of which the lower 32 bits.
    #[schema(unit = "bytes")]
    pub size: u32,
}
