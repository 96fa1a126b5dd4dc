//! glTF in one binary file: `.glb`.
//!
//! A header and two chunks: the scene as JSON, and the bytes that it speaks of.
//!
//! After "glTF 2.0 Specification" of Khronos, chapter 4.

use binrw::binrw;
use formwork_schema::{Blob, Schema, count, enums, filling, plus, size, versions, wide};
use serde::{Deserialize, Serialize};

versions! {
    /// Magic and version of a container.
    pub struct Version {
        /// The only one with chunks of these kinds.
        b"glTF" followed by 2..=2;
    }
}

enums! {
    /// What a chunk holds: four letters, the first one in the lowest byte.
    pub struct ChunkKind: u32 {
        /// The scene, padded with blanks.
        JSON = 0x4e4f_534a;
        /// What the scene speaks of, padded with zeros.
        BIN = 0x004e_4942;
    }
}

/// A scene.
#[derive(Schema)]
#[schema(format = "model.glb", extension = "glb")]
#[binrw]
#[brw(little)]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Glb {
    /// Magic and version.
    pub version: Version,
    /// Size of the whole file, with the 12 bytes in front of the chunks.
    #[br(temp)]
    #[bw(try_calc(plus(size(chunks), 12)))]
    length: u32,
    /// The scene, and its bytes.
    #[br(parse_with = filling(wide(length) - 12))]
    pub chunks: Vec<Chunk>,
}

/// A part of a file.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Chunk {
    #[br(temp)]
    #[bw(try_calc(count(data)))]
    #[br(assert(data_size & 3 == 0, "a chunk ends at a multiple of 4 bytes"))]
    data_size: u32,
    /// What it holds.
    pub kind: ChunkKind,
    /// JSON in UTF-8, or bytes, with their padding.
    #[br(count = data_size)]
    pub data: Blob,
}
