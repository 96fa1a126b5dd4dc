//! The pictures of a Khronos texture in common words, and its pixel format.

use formwork_schema::{Error, Kind, Result};

use super::{Channels, DataType, InternalFormat, Ktx, Texture};
use crate::texture::{self, Block, Face, Masks, Number, PixelFormat, Shape, Subresource, Surface};

impl texture::Texture for Ktx {
    fn shape(&self) -> Result<Shape> {
        let texture = self.content();
        let wrong =
            |path: &str, message: String| Err(Error::new(Kind::Malformed, message).of(path));
        let is_cube = texture.number_of_faces == 6;
        if !is_cube && texture.number_of_faces > 1 {
            let message = format!("{} faces, where 1 or 6 are", texture.number_of_faces);
            return wrong("texture.number_of_faces", message);
        }
        let mut shape = Shape {
            format: pixel_format(texture)?,
            srgb: Some(is_srgb(texture.gl_internal_format)),
            width: texture.pixel_width,
            height: texture.pixel_height.max(1),
            depth: texture.pixel_depth.max(1),
            layers: texture.number_of_array_elements.max(1),
            faces: Face::ALL[..if is_cube { 6 } else { 0 }].to_vec(),
            levels: texture.number_of_mipmap_levels.max(1),
            row_alignment: 1,
            big_endian: self.is_big_endian() && texture.gl_type_size > 1,
        };
        // Some writers leave out the padding of rows; the size of the base mip level tells.
        let base = texture.mip_levels.first();
        let base = base.map(|level| u64::from(level.image_size));
        let is_blocks = matches!(shape.format, PixelFormat::Blocks(_));
        if !is_blocks && base != Some(texture.image_size(&shape, 0)) {
            shape.row_alignment = 4;
        }
        if shape.depth > 1 && (shape.layers > 1 || is_cube) {
            let message = "a volume that is also a cube or an array";
            return wrong("texture.pixel_depth", message.into());
        }
        shape.checked()
    }

    fn surface(&self, shape: &Shape, place: Subresource) -> Result<Surface<'_>> {
        shape.has(place)?;
        let level = self.content().mip_levels.get(place.level as usize);
        // The faces of one cube have an image each; those of an array of cubes are in the only one.
        let images = level.map_or(&[][..], |level| &level.images);
        let (image, picture) = if images.len() > 1 {
            (place.face, place.slice)
        } else {
            let before = place.slice.saturating_mul(shape.face_count());
            (0, before.saturating_add(place.face))
        };
        let path = format!("texture.mip_levels[{}].images[{image}].data", place.level);
        let Some(image) = images.get(image as usize) else {
            return Err(Error::new(Kind::Malformed, "there is no such image").of(path));
        };
        let surface = shape.cut(image.data.as_bytes(), picture, place.level);
        surface.map_err(|error| error.of(path))
    }
}

impl Texture {
    /// The size that a level of this shape should say: that of one face of a cube, else of all there is.
    pub(super) fn image_size(&self, shape: &Shape, level: u32) -> u64 {
        let pictures = match self.number_of_array_elements {
            0 => 1,
            _ => u64::from(shape.layers) * u64::from(shape.face_count()),
        };
        shape.level_bytes(level).saturating_mul(pictures)
    }
}

/// How pixels are stored in the file: whole pixels as channels and numbers say, blocks as the internal format says.
fn pixel_format(texture: &Texture) -> Result<PixelFormat> {
    let number = texture.gl_internal_format;
    if texture.gl_type == DataType::COMPRESSED {
        // Some writers leave the type out where there are whole pixels.
        return blocks(number)
            .map(PixelFormat::Blocks)
            .or_else(|| sized(number))
            .ok_or_else(|| {
                let name = number
                    .name()
                    .map_or_else(|| number.0.to_string(), Into::into);
                not_yet(
                    "gl_internal_format",
                    &format!("pixels of the format {name}"),
                )
            });
    }
    let order = order(texture.gl_format).ok_or_else(|| {
        not_yet(
            "gl_format",
            &format!("channels of the number {}", texture.gl_format.0),
        )
    })?;
    whole(texture.gl_type, texture.gl_format, order).ok_or_else(|| {
        let name = texture
            .gl_type
            .name()
            .unwrap_or("a number that is not known");
        not_yet("gl_type", &format!("these channels of the type {name}"))
    })
}

/// Whole pixels whose type is told by the internal format alone.
fn sized(format: InternalFormat) -> Option<PixelFormat> {
    use InternalFormat as F;
    let bytes = |order: &[usize]| Some(PixelFormat::Masks(Masks::bytes(order)));
    let numbers = |channels, number| Some(PixelFormat::Numbers { channels, number });
    match format {
        F::R8 => bytes(&[0]),
        F::RG8 => bytes(&[0, 1]),
        F::RGB8 | F::SRGB8 => bytes(&[0, 1, 2]),
        F::RGBA8 | F::SRGB8_ALPHA8 => bytes(&[0, 1, 2, 3]),
        F::BGRA => bytes(&[2, 1, 0, 3]),
        F::RGBA16 => numbers(4, Number::Unorm16),
        F::R16F => numbers(1, Number::Half),
        F::RG16F => numbers(2, Number::Half),
        F::RGB16F => numbers(3, Number::Half),
        F::RGBA16F => numbers(4, Number::Half),
        F::R32F => numbers(1, Number::Float),
        F::RG32F => numbers(2, Number::Float),
        F::RGB32F => numbers(3, Number::Float),
        F::RGBA32F => numbers(4, Number::Float),
        _ => None,
    }
}

/// Whether colours are in sRGB.
fn is_srgb(format: InternalFormat) -> bool {
    format.name().is_some_and(|name| name.contains("SRGB"))
}

fn not_yet(path: &str, what: &str) -> Error {
    let message = format!("{what} are not decoded yet");
    Error::new(Kind::Unsupported, message).of(format!("texture.{path}"))
}

/// Channels in the order of the file; 0 is red, 3 is alpha.
fn order(channels: Channels) -> Option<&'static [usize]> {
    Some(match channels {
        Channels::RED | Channels::LUMINANCE => &[0],
        Channels::ALPHA => &[3],
        Channels::RG => &[0, 1],
        Channels::LUMINANCE_ALPHA => &[0, 3],
        Channels::RGB => &[0, 1, 2],
        Channels::BGR => &[2, 1, 0],
        Channels::RGBA => &[0, 1, 2, 3],
        Channels::BGRA => &[2, 1, 0, 3],
        _ => return None,
    })
}

fn whole(kind: DataType, channels: Channels, order: &[usize]) -> Option<PixelFormat> {
    let grey = matches!(channels, Channels::LUMINANCE | Channels::LUMINANCE_ALPHA);
    // Numbers come in the usual order only.
    let in_order = order
        .iter()
        .enumerate()
        .all(|(place, channel)| place == *channel);
    let numbers = |number| {
        let channels = u8::try_from(order.len())
            .ok()
            .filter(|_| in_order && !grey)?;
        Some(PixelFormat::Numbers { channels, number })
    };
    match kind {
        DataType::UNSIGNED_BYTE => Some(PixelFormat::Masks(Masks {
            grey,
            ..Masks::bytes(order)
        })),
        DataType::UNSIGNED_SHORT => numbers(Number::Unorm16),
        DataType::HALF_FLOAT | DataType::HALF_FLOAT_OES => numbers(Number::Half),
        DataType::FLOAT => numbers(Number::Float),
        _ => packed(kind, order).map(PixelFormat::Masks),
    }
}

/// Pixels that are one number.
fn packed(kind: DataType, order: &[usize]) -> Option<Masks> {
    let (bytes, bits): (u8, &[u32]) = match kind {
        DataType::UNSIGNED_SHORT_5_6_5 => (2, &[0xf800, 0x7e0, 0x1f]),
        DataType::UNSIGNED_SHORT_4_4_4_4 => (2, &[0xf000, 0xf00, 0xf0, 0xf]),
        DataType::UNSIGNED_SHORT_5_5_5_1 => (2, &[0xf800, 0x7c0, 0x3e, 0x1]),
        DataType::UNSIGNED_INT_8_8_8_8_REV => (4, &[0xff, 0xff00, 0xff_0000, 0xff00_0000]),
        DataType::UNSIGNED_INT_2_10_10_10_REV => (4, &[0x3ff, 0xf_fc00, 0x3ff0_0000, 0xc000_0000]),
        _ => return None,
    };
    if bits.len() != order.len() {
        return None;
    }
    let mut rgba = [0; 4];
    for (channel, mask) in order.iter().zip(bits) {
        *rgba.get_mut(*channel)? = *mask;
    }
    Some(Masks {
        bytes,
        rgba,
        grey: false,
    })
}

fn blocks(format: InternalFormat) -> Option<Block> {
    use InternalFormat as F;
    Some(match format {
        F::COMPRESSED_RGB_S3TC_DXT1 | F::COMPRESSED_SRGB_S3TC_DXT1 => Block::Bc1 { alpha: false },
        F::COMPRESSED_RGBA_S3TC_DXT1 | F::COMPRESSED_SRGB_ALPHA_S3TC_DXT1 => {
            Block::Bc1 { alpha: true }
        }
        F::COMPRESSED_RGBA_S3TC_DXT3 | F::COMPRESSED_SRGB_ALPHA_S3TC_DXT3 => Block::Bc2,
        F::COMPRESSED_RGBA_S3TC_DXT5 | F::COMPRESSED_SRGB_ALPHA_S3TC_DXT5 => Block::Bc3,
        F::COMPRESSED_RED_RGTC1 | F::COMPRESSED_LUMINANCE_LATC1 => Block::Bc4 { signed: false },
        F::COMPRESSED_SIGNED_RED_RGTC1 | F::COMPRESSED_SIGNED_LUMINANCE_LATC1 => {
            Block::Bc4 { signed: true }
        }
        F::COMPRESSED_RG_RGTC2 | F::COMPRESSED_LUMINANCE_ALPHA_LATC2 => {
            Block::Bc5 { signed: false }
        }
        F::COMPRESSED_SIGNED_RG_RGTC2 | F::COMPRESSED_SIGNED_LUMINANCE_ALPHA_LATC2 => {
            Block::Bc5 { signed: true }
        }
        F::COMPRESSED_RGBA_BPTC_UNORM | F::COMPRESSED_SRGB_ALPHA_BPTC_UNORM => Block::Bc7,
        F::COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT => Block::Bc6h { signed: false },
        F::COMPRESSED_RGB_BPTC_SIGNED_FLOAT => Block::Bc6h { signed: true },
        F::ETC1_RGB8 => Block::Etc1,
        F::COMPRESSED_RGB8_ETC2 | F::COMPRESSED_SRGB8_ETC2 => Block::Etc2,
        F::COMPRESSED_RGB8_PUNCHTHROUGH_ALPHA1_ETC2
        | F::COMPRESSED_SRGB8_PUNCHTHROUGH_ALPHA1_ETC2 => Block::Etc2A1,
        F::COMPRESSED_RGBA8_ETC2_EAC | F::COMPRESSED_SRGB8_ALPHA8_ETC2_EAC => Block::Etc2A8,
        F::COMPRESSED_R11_EAC => Block::EacR { signed: false },
        F::COMPRESSED_SIGNED_R11_EAC => Block::EacR { signed: true },
        F::COMPRESSED_RG11_EAC => Block::EacRg { signed: false },
        F::COMPRESSED_SIGNED_RG11_EAC => Block::EacRg { signed: true },
        other => return astc(other),
    })
}

/// Sizes of the blocks of ASTC, in the order of their numbers.
const ASTC: [(u8, u8); 14] = [
    (4, 4),
    (5, 4),
    (5, 5),
    (6, 5),
    (6, 6),
    (8, 5),
    (8, 6),
    (8, 8),
    (10, 5),
    (10, 6),
    (10, 8),
    (10, 10),
    (12, 10),
    (12, 12),
];

fn astc(format: InternalFormat) -> Option<Block> {
    let first = [
        InternalFormat::COMPRESSED_RGBA_ASTC_4X4,
        InternalFormat::COMPRESSED_SRGB8_ALPHA8_ASTC_4X4,
    ];
    let place = first.iter().find_map(|first| {
        let place = usize::try_from(format.0.checked_sub(first.0)?).ok()?;
        (place < ASTC.len()).then_some(place)
    })?;
    let (width, height) = *ASTC.get(place)?;
    Some(Block::Astc { width, height })
}
