//! Portable network graphics: `.png`.
//!
//! Chunks: the size of the data, four letters, the data, and a checksum of both. Pixels stay compressed.
//!
//! After "Portable Network Graphics (PNG) Specification (Third Edition)" of the W3C.

use binrw::binrw;
use formwork_schema::{
    Blob, Checksum, Crc32, Ended, Latin1, Packed, Schema, Text, enums, read_checksum, size, sized,
    until, until_eof, write_checksum,
};
use serde::{Deserialize, Serialize};

use crate::color::Color;

enums! {
    /// Four letters that say what a chunk holds; bit 5 of the first says that a picture can be shown without it.
    pub struct ChunkKind: u32 {
        /// Size and kind of the pixels; the first chunk.
        IHDR = 0x4948_4452;
        /// Colours that pixels are indices into.
        PLTE = 0x504c_5445;
        /// Pixels, compressed; several are one stream.
        IDAT = 0x4944_4154;
        /// The end.
        IEND = 0x4945_4e44;
        /// Opacity of the colours of the palette, or the one colour that is transparent.
        TRNS = 0x7452_4e53;
        /// Size of a pixel.
        PHYS = 0x7048_5973;
        /// A keyword and what it says, in Latin-1.
        TEXT = 0x7445_5874;
        /// When the picture was changed.
        TIME = 0x7449_4d45;
    }
}

/// What the numbers of a pixel mean.
#[derive(Schema)]
#[binrw]
#[brw(repr = u8)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum ColorType {
    /// Brightness.
    Greyscale = 0,
    /// Red, green and blue.
    Truecolor = 2,
    /// An index into the palette.
    Indexed = 3,
    /// Brightness and opacity.
    GreyscaleAlpha = 4,
    /// Red, green, blue and opacity.
    TruecolorAlpha = 6,
}

/// A picture.
#[derive(Schema)]
#[schema(format = "image.png", extension = "png")]
#[binrw]
#[brw(big, magic = b"\x89PNG\r\n\x1a\n")]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Png {
    /// The parts, up to the one that is the end.
    #[br(parse_with = until(|chunk: &Chunk| chunk.kind == ChunkKind::IEND))]
    pub chunks: Vec<Chunk>,
}

/// A part of a picture.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Chunk {
    #[br(temp)]
    #[bw(try_calc(size(data)))]
    data_size: u32,
    /// What it holds.
    pub kind: ChunkKind,
    /// What is in it.
    #[br(parse_with = sized(data_size), args(kind))]
    pub data: Data,
    /// Of kind and data.
    #[br(parse_with = read_checksum((&kind, &data)))]
    #[bw(write_with = write_checksum((kind, data)))]
    pub crc: Checksum<Crc32>,
}

/// What a chunk holds.
#[derive(Schema)]
#[binrw]
#[br(import(kind: ChunkKind))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Data {
    /// Size and kind of the pixels.
    #[br(pre_assert(kind == ChunkKind::IHDR))]
    Header {
        /// Width of the picture.
        #[schema(unit = "pixels")]
        width: u32,
        /// Height of the picture.
        #[schema(unit = "pixels")]
        height: u32,
        /// Bits of one number of a pixel.
        #[br(assert(matches!(bit_depth, 1 | 2 | 4 | 8 | 16)))]
        bit_depth: u8,
        /// What those numbers mean.
        color_type: ColorType,
        /// How the pixels are compressed and filtered: 0 and 0, there is nothing else.
        methods: [u8; 2],
        /// 1: coarse pixels first, in seven passes.
        interlace: u8,
    },
    /// Red, green and blue of each colour.
    #[br(pre_assert(kind == ChunkKind::PLTE))]
    Palette {
        /// The colours, at most 256.
        #[br(parse_with = until_eof)]
        colors: Packed<Color>,
    },
    /// Size of a pixel.
    #[br(pre_assert(kind == ChunkKind::PHYS))]
    PixelSize {
        /// Pixels in a unit, across and down.
        density: [u32; 2],
        /// 1: the unit is the metre; 0: only the shape of a pixel is known.
        unit: u8,
    },
    /// What a keyword says.
    #[br(pre_assert(kind == ChunkKind::TEXT))]
    Text {
        /// What is said: `Title`, `Author`, `Comment`.
        keyword: Ended<Latin1>,
        /// The text.
        #[br(parse_with = until_eof)]
        text: Text<Latin1>,
    },
    /// When the picture was changed: the year, then month, day, hour, minute and second.
    #[br(pre_assert(kind == ChunkKind::TIME))]
    Time {
        /// The year.
        year: u16,
        /// Month, day, hour, minute and second.
        rest: [u8; 5],
    },
    /// Anything else.
    #[br(pre_assert(!matches!(
        kind,
        ChunkKind::IHDR | ChunkKind::PLTE | ChunkKind::PHYS | ChunkKind::TEXT | ChunkKind::TIME
    )))]
    Bytes(#[br(parse_with = until_eof)] Blob),
}
