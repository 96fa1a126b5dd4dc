//! DirectDraw surface: `.dds`, magic `DDS `, a header of 124 bytes.
//!
//! A texture as a graphics card takes it: every face of a cube, or array element, with its chain of mip levels behind
//! it, the base mip level first. A volume has all slices of a level together. Nothing says where a level begins: sizes
//! follow from the pixel format. The newer header, for which the four characters are `DX10`, names the format by a
//! number of DXGI.
//!
//! After Microsoft's programming guide for DDS, and `egTexture.cpp` of Horde3D.

mod dxgi;
mod format;
mod inspect;
mod shape;

use binrw::binrw;
use formwork_schema::{Blob, Schema, enums, flags, until_eof, versions};
use serde::{Deserialize, Serialize};

pub use dxgi::DxgiFormat;

versions! {
    /// Magic and size of the header, which stands for a version.
    pub struct Version {
        /// The only size there is.
        b"DDS " followed by 124..=124;
    }
}

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

    /// Faces, levels and slices, one behind the other.
    #[br(parse_with = until_eof)]
    pub data: Blob,
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
