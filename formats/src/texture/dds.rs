//! DirectDraw surface: `.dds`, magic `DDS `, a header of 124 bytes.
//!
//! A texture as a graphics card takes it: every face of a cube, or array element, with its chain of mip levels behind
//! it, the base mip level first. A volume has all slices of a level together. Nothing says where a level begins: sizes
//! follow from the pixel format. The newer header, for which the four characters are `DX10`, names the format by a
//! number of DXGI. Files that end early have levels that are shorter, or empty.
//!
//! After Microsoft's programming guide for DDS, and `egTexture.cpp` of Horde3D.

mod dxgi;
mod format;
mod inspect;

use binrw::binrw;
use formwork_schema::{
    Blob, Indexed, Remaining, Schema, Wide, enums, flags, index, or_zero, versions, wide,
};
use serde::{Deserialize, Serialize};

pub use dxgi::DxgiFormat;

versions! {
    /// Magic and size of the header, which stands for a version.
    pub struct Version {
        /// The only size there is.
        b"DDS " followed by 124..=124;
    }
}

/// Elements of an array that Direct3D takes. More is damage.
const MOST_ELEMENTS: u32 = 2048;

/// A texture as a graphics card takes it, with its mip levels, faces and slices.
#[derive(Schema)]
#[schema(format = "texture.dds", extension = "dds")]
#[binrw]
#[brw(little)]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dds {
    /// Magic and size of the header.
    pub version: Version,

    /// Which numbers of the header mean something.
    pub flags: HeaderFlags,

    /// Height of the base mip level.
    #[schema(unit = "pixels")]
    pub height: u32,

    /// Width of the base mip level.
    #[schema(unit = "pixels")]
    pub width: u32,

    /// Size of a row, or of the whole greatest level when it is compressed. Many writers leave it 0; nobody relies on it.
    #[schema(unit = "bytes")]
    pub pitch_or_linear_size: u32,

    /// Depth of the base mip level of a volume.
    #[schema(unit = "pixels")]
    pub depth: u32,

    /// Mip levels of each face; 0 counts as 1.
    pub mip_map_count: u32,

    /// Without meaning; some writers sign here.
    pub reserved_1: [u32; 11],

    /// Size of the eight numbers from here on: 32.
    #[schema(unit = "bytes")]
    pub pixel_format_size: u32,

    /// What the next numbers describe.
    pub pixel_format_flags: PixelFormatFlags,

    /// The pixel format as four characters, or as a number of Direct3D 9.
    pub four_cc: FourCc,

    /// Size of a pixel that is stored whole.
    #[schema(unit = "bits")]
    pub rgb_bit_count: u32,

    /// Bits of a pixel that are red, or grey.
    pub red_mask: u32,

    /// Bits of a pixel that are green.
    pub green_mask: u32,

    /// Bits of a pixel that are blue.
    pub blue_mask: u32,

    /// Bits of a pixel that are alpha.
    pub alpha_mask: u32,

    /// What kind of surface this is.
    pub caps: Caps,

    /// Whether it is a cube or a volume.
    pub caps_2: Caps2,

    /// Without meaning.
    pub caps_3: u32,

    /// Without meaning.
    pub caps_4: u32,

    /// Without meaning.
    pub reserved_2: u32,

    /// The DX10 extension header.
    #[br(if(pixel_format_flags.contains(PixelFormatFlags::FOUR_CC) && four_cc == FourCc::DX10))]
    pub dx10: Option<Dx10>,

    #[br(temp, calc = dx10.map(|dx10| dx10.dxgi_format.0).unwrap_or_default())]
    #[bw(ignore)]
    dxgi_format: u32,

    // Bytes of a pixel, or of a block of pixels; 0 where that is not known.
    #[br(temp, calc = match dxgi_format {
        1..=4 | 73..=78 | 82..=84 | 94..=99 => 16,
        5..=8 => 12,
        9..=22 | 70..=72 | 79..=81 => 8,
        23..=47 | 67 | 87..=93 => 4,
        48..=59 | 85 | 86 | 115 => 2,
        60..=65 => 1,
        0 => if !pixel_format_flags.contains(PixelFormatFlags::FOUR_CC) {
            match rgb_bit_count { 8 => 1, 16 => 2, 24 => 3, 32 => 4, _ => 0 }
        } else {
            match four_cc {
                FourCc::DXT2 | FourCc::DXT3 | FourCc::DXT4 | FourCc::DXT5 | FourCc::ATI2
                    | FourCc::BC5U | FourCc::BC5S | FourCc::A32B32G32R32F => 16,
                FourCc::DXT1 | FourCc::ATI1 | FourCc::BC4U | FourCc::BC4S | FourCc::A16B16G16R16
                    | FourCc::Q16W16V16U16 | FourCc::A16B16G16R16F | FourCc::G32R32F => 8,
                FourCc::G16R16F | FourCc::R32F => 4,
                FourCc::R16F => 2,
                _ => 0,
            }
        },
        _ => 0,
    })]
    #[bw(ignore)]
    unit_bytes: u32,

    // Columns and rows of a block; 1 where pixels are stored whole.
    #[br(temp, calc = match dxgi_format {
        70..=84 | 94..=99 => 4,
        0 => if !pixel_format_flags.contains(PixelFormatFlags::FOUR_CC) {
            1
        } else {
            match four_cc.0 { 36 | 110..=116 => 1, _ => 4 }
        },
        _ => 1,
    })]
    #[bw(ignore)]
    unit_side: u32,

    #[br(temp, calc = dx10.map(|dx10| dx10.dimension.0).unwrap_or_default())]
    #[bw(ignore)]
    dimension: u32,

    /// Whether it is a volume.
    #[br(calc = caps_2.contains(Caps2::VOLUME) || dimension == 4)]
    #[bw(ignore)]
    pub is_volume: bool,

    #[br(temp, calc = wide(if is_volume { depth } else { 1 }).max(1_u8))]
    #[bw(ignore)]
    slices: Wide,

    // A cube of the older header has the faces that it names; all of them when it names none.
    #[br(temp, calc =
        if dx10.map(|dx10| dx10.misc_flags).unwrap_or_default().contains(MiscFlags::TEXTURE_CUBE) {
            wide(6)
        } else if !caps_2.contains(Caps2::CUBE_MAP) {
            wide(1)
        } else if caps_2.contains(Caps2::POSITIVE_X)
            || caps_2.contains(Caps2::NEGATIVE_X)
            || caps_2.contains(Caps2::POSITIVE_Y)
            || caps_2.contains(Caps2::NEGATIVE_Y)
            || caps_2.contains(Caps2::POSITIVE_Z)
            || caps_2.contains(Caps2::NEGATIVE_Z) {
            wide(caps_2.contains(Caps2::POSITIVE_X))
            + wide(caps_2.contains(Caps2::NEGATIVE_X))
            + wide(caps_2.contains(Caps2::POSITIVE_Y))
            + wide(caps_2.contains(Caps2::NEGATIVE_Y))
            + wide(caps_2.contains(Caps2::POSITIVE_Z))
            + wide(caps_2.contains(Caps2::NEGATIVE_Z))
        } else {
            wide(6)
        }
    )]
    #[bw(ignore)]
    faces: Wide,

    // No size can be halved more often than 32 times.
    #[br(temp, calc = wide(mip_map_count).max(1_u8).min(32_u8))]
    #[bw(ignore)]
    levels: Wide,

    // No picture with its levels has fewer bytes; 0 where that is not known.
    #[br(temp, calc = (wide(width).max(1_u8) + unit_side - 1_u8) / unit_side
        * ((wide(height).max(1_u8) + unit_side - 1_u8) / unit_side) * slices * unit_bytes
        + (levels - 1_u8) * unit_bytes)]
    #[bw(ignore)]
    least_bytes: Wide,

    #[br(temp)]
    #[bw(ignore)]
    left: Remaining,

    /// The faces of a cube, the elements of an array, or the only picture, as far as the file has bytes for them. None
    /// where the size of a pixel is not known.
    #[br(
        count = (faces * or_zero(dx10.map(|dx10| dx10.array_size)).max(1_u8).min(MOST_ELEMENTS))
            .min(if unit_bytes == 0 { wide(0) } else { (least_bytes - 1_u8 + left) / least_bytes }),
        args { inner: (width, height, slices, levels, unit_bytes, unit_side) }
    )]
    pub chains: Vec<MipChain>,

    #[br(temp)]
    #[bw(ignore)]
    after_levels: Remaining,

    /// What follows the levels.
    #[br(if(after_levels > 0), count = wide(after_levels))]
    pub rest: Option<Blob>,
}

flags! {
    /// Which numbers of the header mean something. Readers do not rely on it.
    pub struct HeaderFlags: u32 {
        /// What kind of surface it is.
        CAPS = 0x1;
        /// The height.
        HEIGHT = 0x2;
        /// The width.
        WIDTH = 0x4;
        /// The size of a row.
        PITCH = 0x8;
        /// The pixel format.
        PIXEL_FORMAT = 0x1000;
        /// The number of mip levels.
        MIP_MAP_COUNT = 0x2_0000;
        /// The size of the base mip level.
        LINEAR_SIZE = 0x8_0000;
        /// The depth.
        DEPTH = 0x80_0000;
    }
}

flags! {
    /// What a pixel format describes, and how.
    pub struct PixelFormatFlags: u32 {
        /// There is alpha beside colours.
        ALPHA_PIXELS = 0x1;
        /// There is alpha only.
        ALPHA = 0x2;
        /// Four characters, or a number, say it all.
        FOUR_CC = 0x4;
        /// Colours by masks.
        RGB = 0x40;
        /// Luma and chroma by masks.
        YUV = 0x200;
        /// Grey by the red mask.
        LUMINANCE = 0x2_0000;
        /// Differences for bump maps, by masks.
        BUMP_DUDV = 0x8_0000;
    }
}

enums! {
    /// A pixel format as four characters, or as a number of Direct3D 9.
    pub struct FourCc: u32 {
        /// None.
        NONE = 0;
        /// Four numbers from 0 to 1, of 16 bits each.
        A16B16G16R16 = 36;
        /// Four numbers from -1 to 1, of 16 bits each.
        Q16W16V16U16 = 110;
        /// One half float.
        R16F = 111;
        /// Two half floats.
        G16R16F = 112;
        /// Four half floats.
        A16B16G16R16F = 113;
        /// One float.
        R32F = 114;
        /// Two floats.
        G32R32F = 115;
        /// Four floats.
        A32B32G32R32F = 116;
        /// Blocks of BC1: colours, and one bit of alpha.
        DXT1 = 0x3154_5844;
        /// Blocks of BC2: colours that are multiplied with their alpha.
        DXT2 = 0x3254_5844;
        /// Blocks of BC2: colours, and four bits of alpha.
        DXT3 = 0x3354_5844;
        /// Blocks of BC3: colours that are multiplied with their alpha.
        DXT4 = 0x3454_5844;
        /// Blocks of BC3: colours and smooth alpha.
        DXT5 = 0x3554_5844;
        /// Blocks of BC4: one channel.
        ATI1 = 0x3149_5441;
        /// Blocks of BC4: one channel.
        BC4U = 0x5534_4342;
        /// Blocks of BC4: one channel with sign.
        BC4S = 0x5334_4342;
        /// Blocks of BC5: two channels.
        ATI2 = 0x3249_5441;
        /// Blocks of BC5: two channels.
        BC5U = 0x5535_4342;
        /// Blocks of BC5: two channels with sign.
        BC5S = 0x5335_4342;
        /// Blocks of ETC1: colours. Of rbfx.
        ETC1 = 0x3143_5445;
        /// Blocks of ETC2: colours. Of rbfx.
        ETC2 = 0x3243_5445;
        /// Blocks of ETC2: colours and alpha. Of rbfx.
        ET2A = 0x4132_5445;
        /// Blocks of PVRTC, 2 bits a pixel. Of rbfx.
        PTC2 = 0x3243_5450;
        /// Blocks of PVRTC, 4 bits a pixel. Of rbfx.
        PTC4 = 0x3443_5450;
        /// The newer header says it.
        DX10 = 0x3031_5844;
    }
}

flags! {
    /// What kind of surface it is.
    pub struct Caps: u32 {
        /// Of more than one: mip levels, faces, slices.
        COMPLEX = 0x8;
        /// A texture.
        TEXTURE = 0x1000;
        /// With mip levels.
        MIP_MAP = 0x40_0000;
    }
}

flags! {
    /// Whether a surface is a cube or a volume.
    pub struct Caps2: u32 {
        /// A cube.
        CUBE_MAP = 0x200;
        /// The face towards +x is there.
        POSITIVE_X = 0x400;
        /// The face towards -x is there.
        NEGATIVE_X = 0x800;
        /// The face towards +y is there.
        POSITIVE_Y = 0x1000;
        /// The face towards -y is there.
        NEGATIVE_Y = 0x2000;
        /// The face towards +z is there.
        POSITIVE_Z = 0x4000;
        /// The face towards -z is there.
        NEGATIVE_Z = 0x8000;
        /// A volume.
        VOLUME = 0x20_0000;
    }
}

/// The DX10 extension header.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dx10 {
    /// The pixel format.
    pub dxgi_format: DxgiFormat,
    /// How many dimensions it has.
    pub dimension: Dimension,
    /// What else it is.
    pub misc_flags: MiscFlags,
    /// How many textures, or cubes, stand one behind the other.
    pub array_size: u32,
    /// What alpha means.
    pub misc_flags_2: u32,
}

/// One picture with its mip levels, the base mip level first.
#[derive(Schema)]
#[binrw]
#[br(import(width: u32, height: u32, slices: Wide, level_count: Wide, unit_bytes: u32, unit_side: u32))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MipChain {
    #[br(temp)]
    #[bw(ignore)]
    left: Remaining,

    /// As far as the file has bytes for them.
    #[br(
        count = level_count.min(left),
        args { inner: (index(), width, height, slices, unit_bytes, unit_side) }
    )]
    pub levels: Indexed<MipLevel>,
}

/// The slices of one mip level.
#[derive(Schema)]
#[binrw]
#[br(import(level: u32, width: u32, height: u32, slices: Wide, unit_bytes: u32, unit_side: u32))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MipLevel {
    #[br(temp, calc = ((wide(width) >> level).max(1_u8) + unit_side - 1_u8) / unit_side)]
    #[bw(ignore)]
    columns: Wide,

    #[br(temp, calc = ((wide(height) >> level).max(1_u8) + unit_side - 1_u8) / unit_side)]
    #[bw(ignore)]
    rows: Wide,

    #[br(temp)]
    #[bw(ignore)]
    left: Remaining,

    /// Rows of pixels, or of blocks, of each slice.
    #[br(count = (columns * rows * unit_bytes * (slices >> level).max(1_u8)).min(left))]
    pub data: Blob,
}

enums! {
    /// How many dimensions a texture has.
    pub struct Dimension: u32 {
        /// One row.
        TEXTURE_1D = 2;
        /// Rows and columns.
        TEXTURE_2D = 3;
        /// Slices, rows and columns.
        TEXTURE_3D = 4;
    }
}

flags! {
    /// What else a texture is.
    pub struct MiscFlags: u32 {
        /// A cube; six faces for each item of the array.
        TEXTURE_CUBE = 0x4;
    }
}
