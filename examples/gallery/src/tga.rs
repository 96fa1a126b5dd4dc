//! Truevision's picture: `.tga`.
//!
//! A header without a magic, perhaps colours, pixels as they are or as runs of equal ones, and in newer files a footer,
//! which the last bytes of the file tell.
//!
//! After "Truevision TGA File Format Specification Version 2.0".

use binrw::{binrw, io::SeekFrom};
use formwork_schema::{Blob, CString, Latin1, Remaining, Schema, Text, bits, count, enums, wide};
use serde::{Deserialize, Serialize};

bits! {
    /// Opacity, and where pixels begin.
    pub struct Descriptor: u8, low first {
        /// How many bits of a pixel are opacity.
        opacity: 4;
        /// Whether the first pixel of a row is at the right.
        from_right: bool;
        /// Whether the first row is at the top.
        from_top: bool;
        _: 2;
    }
}

enums! {
    /// What pixels are, and how they are stored.
    pub struct ImageType: u8 {
        /// There is no picture.
        NONE = 0;
        /// Indices into the colours.
        INDEXED = 1;
        /// Blue, green, red, and perhaps opacity.
        TRUECOLOR = 2;
        /// Brightness.
        GREYSCALE = 3;
        /// `INDEXED`, as runs.
        INDEXED_RUNS = 9;
        /// `TRUECOLOR`, as runs.
        TRUECOLOR_RUNS = 10;
        /// `GREYSCALE`, as runs.
        GREYSCALE_RUNS = 11;
    }
}

/// The letters `TRUE`, with which the end of the footer begins.
const TRUEVISION: u32 = 0x4555_5254;

/// A picture.
#[derive(Schema)]
#[schema(format = "image.tga", extension = "tga")]
#[schema(recognised = "by extension")]
#[schema(recognised_if(color_map_type <= 1 && image_type <= ImageType::GREYSCALE_RUNS))]
#[binrw]
#[brw(little)]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Tga {
    #[br(temp)]
    #[bw(ignore)]
    file_size: Remaining,
    #[br(
        temp,
        if(file_size >= 44),
        restore_position,
        seek_before = SeekFrom::Start((wide(file_size) - 18).place())
    )]
    #[bw(ignore)]
    signature: u32,
    #[br(temp)]
    #[bw(try_calc(count(id)))]
    id_size: u8,
    /// 1: colours follow.
    #[br(assert(color_map_type <= 1))]
    pub color_map_type: u8,
    /// What pixels are, and how they are stored.
    pub image_type: ImageType,
    /// The index of the first colour that is stored.
    pub first_color: u16,
    /// How many colours are stored.
    pub color_count: u16,
    /// Size of a colour.
    #[schema(unit = "bits")]
    pub color_size: u8,
    /// Where the picture stands on a screen: from the left, and from the bottom.
    #[schema(unit = "pixels")]
    pub place: [u16; 2],
    /// Width of the picture.
    #[schema(unit = "pixels")]
    pub width: u16,
    /// Height of the picture.
    #[schema(unit = "pixels")]
    pub height: u16,
    /// Size of a pixel.
    #[schema(unit = "bits")]
    pub pixel_size: u8,
    /// Opacity, and where pixels begin.
    pub descriptor: Descriptor,
    /// What the writer says of it.
    #[br(count = id_size)]
    pub id: Text<Latin1>,
    /// The colours.
    #[br(if(color_map_type == 1), count = wide(color_count) * wide(color_size).div_ceil(8))]
    pub colors: Option<Blob>,
    #[br(temp)]
    #[bw(ignore)]
    rest: Remaining,
    /// The pixels, and in newer files what the footer says the place of.
    #[br(count = wide(rest) - if signature == TRUEVISION { 26 } else { 0 })]
    pub data: Blob,
    /// What newer files end with.
    #[br(if(signature == TRUEVISION))]
    pub footer: Option<Footer>,
}

/// The end of a newer file.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Footer {
    /// Where more about the picture stands; 0 where there is nothing.
    pub extension_place: u32,
    /// Where tags of programs stand; 0 where there are none.
    pub tags_place: u32,
    /// `TRUEVISION-XFILE.`
    pub signature: CString,
}
