//! Khronos texture, version 1: `.ktx`.
//!
//! A texture as OpenGL takes it: its numbers of the pixel format, then the mip levels, the greatest first, each with
//! all its faces and array elements. All numbers are in the byte order of the program that wrote the file, which the
//! first of them tells. Rows of whole pixels are padded to 4 bytes, and so is what follows an image.
//!
//! After the specification of Khronos, and `egTexture.cpp` of Horde3D.

mod engine;
mod format;
mod gl;
mod inspect;

use binrw::binrw;
use formwork_schema::{
    Aligned, Blob, Peek, Remaining, Schema, Slack, Text, Utf8, count, filling, size, versions, wide,
};
use serde::{Deserialize, Serialize};

pub use gl::{Channels, DataType, InternalFormat};

versions! {
    /// Magic of a texture.
    pub struct Version {
        /// Version 1, the only one with this layout.
        b"\xabKTX 11\xbb\r\n\x1a\n" implies 1;
    }
}

/// A texture as OpenGL takes it, with its mip levels, faces and slices.
#[derive(Schema)]
#[schema(format = "texture.ktx", extension = "ktx")]
#[binrw]
#[brw(little)]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ktx {
    /// Magic.
    pub version: Version,

    /// The texture, in one of two byte orders.
    pub texture: Ordered,
}

/// A texture in one of two byte orders. Big-endian programs are rare, and Horde3D takes none of their files.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ordered {
    /// The lowest byte of a number is first.
    #[brw(magic = b"\x01\x02\x03\x04")]
    LittleEndian(#[brw(little)] Texture),
    /// The highest byte of a number is first.
    #[brw(magic = b"\x04\x03\x02\x01")]
    BigEndian(#[brw(big)] Texture),
}

/// What is in a texture.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Texture {
    /// The type of the numbers of a pixel; none for blocks.
    pub gl_type: DataType,

    /// Size of the numbers whose byte order matters: 1 for blocks.
    #[schema(unit = "bytes")]
    pub gl_type_size: u32,

    /// The channels of a pixel in the file; none for blocks.
    pub gl_format: Channels,

    /// How a graphics card keeps the pixels.
    pub gl_internal_format: InternalFormat,

    /// The same without sizes.
    pub gl_base_internal_format: InternalFormat,

    /// Width of the base mip level.
    #[schema(unit = "pixels")]
    pub pixel_width: u32,

    /// Height of the base mip level; 0 for a texture of one dimension.
    #[schema(unit = "pixels")]
    pub pixel_height: u32,

    /// Depth of the base mip level; 0 for anything but a volume.
    #[schema(unit = "pixels")]
    pub pixel_depth: u32,

    /// Elements of an array; 0 for no array.
    pub number_of_array_elements: u32,

    /// 6 for a cube, else 1; some writers leave it 0.
    pub number_of_faces: u32,

    /// Mip levels; 0 for one level, of which the reader is to make the others.
    pub number_of_mipmap_levels: u32,

    #[br(temp)]
    #[bw(try_calc(size(key_value_data)))]
    bytes_of_key_value_data: u32,

    /// Keys and values.
    #[schema(item = "entry")]
    #[br(parse_with = filling(bytes_of_key_value_data))]
    pub key_value_data: Vec<Entry>,

    /// The levels, the greatest first.
    #[br(
        count = if number_of_mipmap_levels == 0 { 1 } else { number_of_mipmap_levels },
        args { inner: (if number_of_array_elements == 0 && number_of_faces == 6 { 6 } else { 1 },) }
    )]
    pub mip_levels: Vec<MipLevel>,
}

/// A key and its value; or what is left, where a size leads behind the end of all keys and values.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    #[br(temp)]
    #[bw(ignore)]
    left: Remaining,

    #[br(temp)]
    #[bw(ignore)]
    next: Peek<0>,

    /// A key and its value.
    #[br(if(left >= 4 && wide(next).next_multiple_of(4_u8) <= wide(left) - 4))]
    pub pair: Option<Pair>,

    /// What is no key and value. Engines skip it unread.
    #[br(if(left < 4 || wide(next).next_multiple_of(4_u8) > wide(left) - 4), count = wide(left))]
    pub damaged: Option<Blob>,
}

/// A key and its value.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pair {
    #[br(temp)]
    #[bw(try_calc(count(key_and_value)))]
    key_and_value_byte_size: u32,

    /// The key, a NUL, and the value. Values that are texts end with a NUL as well.
    #[br(count = key_and_value_byte_size)]
    pub key_and_value: Text<Utf8>,

    /// Up to 4 bytes.
    pub value_padding: Aligned<4>,
}

/// One mip level.
#[derive(Schema)]
#[binrw]
#[br(import(face_count: u32))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MipLevel {
    /// Size of one face of a cube; else of the whole level. Without padding.
    #[schema(unit = "bytes")]
    pub image_size: u32,

    /// The faces of a cube: +x, -x, +y, -y, +z, -z; else the whole level: elements of an array with all their faces, or
    /// slices of a volume.
    #[br(count = face_count, args { inner: (image_size,) })]
    pub images: Vec<Image>,
}

/// One face of a cube, or all there is of a level.
#[derive(Schema)]
#[binrw]
#[br(import(image_size: u32))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Image {
    /// Rows of pixels, or of blocks.
    #[br(count = image_size)]
    pub data: Blob,

    /// Up to 4 bytes.
    #[br(count = (wide(4) - image_size % 4) % 4)]
    pub padding: Slack,
}

impl Pair {
    /// Key and value; none where no NUL ends the key.
    #[must_use]
    pub fn parts(&self) -> Option<(&[u8], &[u8])> {
        let all = self.key_and_value.as_bytes();
        let end = all.iter().position(|byte| *byte == 0)?;
        Some((&all[..end], &all[end + 1..]))
    }
}

impl Ktx {
    /// The keys and values, in their order. Values that are texts end with a NUL, which is there as well.
    pub fn metadata(&self) -> impl Iterator<Item = (&[u8], &[u8])> {
        let entries = self.content().key_value_data.iter();
        entries.filter_map(|entry| entry.pair.as_ref()?.parts())
    }

    /// What is in the texture, whatever its byte order.
    #[must_use]
    pub fn content(&self) -> &Texture {
        match &self.texture {
            Ordered::LittleEndian(texture) | Ordered::BigEndian(texture) => texture,
        }
    }

    /// Whether the highest byte of a number is first.
    #[must_use]
    pub fn is_big_endian(&self) -> bool {
        matches!(self.texture, Ordered::BigEndian(_))
    }
}
