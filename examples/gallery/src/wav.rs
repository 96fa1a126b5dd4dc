//! Waveform audio in a RIFF file: `.wav`.
//!
//! A RIFF file is one chunk that holds others. Each chunk is a code of four letters, the size of what follows, and that;
//! an odd size is followed by one byte, which the size does not count.
//!
//! After "Multimedia Programming Interface and Data Specifications 1.0" of IBM and Microsoft, 1991.

use binrw::binrw;
use formwork_schema::{Blob, Remaining, Schema, enums, size, sized, until_eof};
use serde::{Deserialize, Serialize};

enums! {
    /// Four letters that say what a chunk holds; the first one is the highest byte.
    pub struct ChunkId: u32 {
        /// How the samples are stored.
        FORMAT = 0x666d_7420;
        /// The samples.
        DATA = 0x6461_7461;
        /// How many samples there are, of coded ones.
        FACT = 0x6661_6374;
        /// Title, artist and the like.
        LIST = 0x4c49_5354;
    }
}

enums! {
    /// How samples are coded.
    pub struct Coding: u16 {
        /// Whole numbers: of up to 8 bits without a sign, of more with one.
        PCM = 1;
        /// Numbers of Microsoft's ADPCM.
        ADPCM = 2;
        /// Floating-point numbers.
        FLOAT = 3;
        /// 8 bits on a curve, as European telephones have it.
        A_LAW = 6;
        /// 8 bits on a curve, as American telephones have it.
        MU_LAW = 7;
        /// What the extension says.
        EXTENSIBLE = 0xfffe;
    }
}

/// A sound.
#[derive(Schema)]
#[schema(format = "audio.wav", extension = "wav")]
#[binrw]
#[brw(little, magic = b"RIFF")]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Wav {
    #[br(temp)]
    #[bw(try_calc(size(wave)))]
    wave_size: u32,
    /// All there is.
    #[br(parse_with = sized(wave_size))]
    pub wave: Wave,
}

/// What the outer chunk of a sound holds.
#[derive(Schema)]
#[binrw]
#[brw(magic = b"WAVE")]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Wave {
    /// The chunks; the format precedes the samples.
    #[br(parse_with = until_eof)]
    pub chunks: Vec<Chunk>,
}

/// A part of a sound.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Chunk {
    /// What it holds.
    #[brw(big)]
    pub id: ChunkId,
    #[br(temp)]
    #[bw(try_calc(size(content)))]
    content_size: u32,
    /// What is in it.
    #[br(parse_with = sized(content_size), args(id))]
    pub content: Content,
    #[br(temp)]
    #[bw(ignore)]
    rest: Remaining,
    /// The byte behind an odd size, which some writers leave out at the end of the file.
    #[br(if(content_size % 2 == 1 && rest > 0))]
    pub padding: Option<u8>,
}

/// What a chunk holds.
#[derive(Schema)]
#[binrw]
#[br(import(id: ChunkId))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Content {
    /// How the samples are stored.
    #[br(pre_assert(id == ChunkId::FORMAT))]
    Format(Format),
    /// How many samples there are in each channel.
    #[br(pre_assert(id == ChunkId::FACT))]
    SampleCount(u32),
    /// Samples, or what a program that knows the chunk makes of it.
    #[br(pre_assert(id != ChunkId::FORMAT && id != ChunkId::FACT))]
    Bytes(#[br(parse_with = until_eof)] Blob),
}

/// How samples are stored.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Format {
    /// How they are coded.
    pub coding: Coding,
    /// 1 for mono, 2 for stereo: the samples of one moment follow one another.
    pub channel_count: u16,
    /// Samples of one channel in a second.
    #[schema(unit = "hertz")]
    pub sample_rate: u32,
    /// How fast a player has to read.
    #[schema(unit = "bytes per second")]
    pub byte_rate: u32,
    /// Size of the samples of one moment.
    #[schema(unit = "bytes")]
    pub block_size: u16,
    /// Size of one sample.
    #[schema(unit = "bits")]
    pub sample_size: u16,
    /// What codings other than `PCM` add, its size first.
    #[br(parse_with = until_eof)]
    pub extension: Blob,
}
