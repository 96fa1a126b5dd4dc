//! The pictures of a DirectDraw surface in common words, and its pixel format.

use formwork_schema::{Error, Kind, Result};

use super::{Caps2, Dds, DxgiFormat, FourCc, MOST_ELEMENTS, MiscFlags, PixelFormatFlags};
use crate::texture::{
    Block, Face, Masks, Number, PixelFormat, Shape, Subresource, Surface, Texture,
};

/// Which flag says that a face is there, in the order of [`Face::ALL`].
pub(super) const FACES: [Caps2; 6] = [
    Caps2::POSITIVE_X,
    Caps2::NEGATIVE_X,
    Caps2::POSITIVE_Y,
    Caps2::NEGATIVE_Y,
    Caps2::POSITIVE_Z,
    Caps2::NEGATIVE_Z,
];

const RGBA8: PixelFormat = PixelFormat::Masks(Masks::bytes(&[0, 1, 2, 3]));
const BGRA8: PixelFormat = PixelFormat::Masks(Masks::bytes(&[2, 1, 0, 3]));
const BGRX8: PixelFormat = PixelFormat::Masks(Masks {
    bytes: 4,
    rgba: [0xff_0000, 0xff00, 0xff, 0],
    grey: false,
});

impl Texture for Dds {
    fn shape(&self) -> Result<Shape> {
        let (format, srgb) = pixel_format(self)?;
        let shape = Shape {
            format,
            srgb,
            width: self.width,
            height: self.height,
            depth: if self.is_volume { self.depth.max(1) } else { 1 },
            layers: self.dx10.map_or(1, |dx10| dx10.array_size.max(1)),
            faces: faces(self),
            levels: self.mip_map_count.max(1),
            row_alignment: 1,
            big_endian: false,
        };
        let wrong =
            |path: &str, message: String| Err(Error::new(Kind::Malformed, message).of(path));
        if shape.depth > 1 && (shape.layers > 1 || !shape.faces.is_empty()) {
            return wrong("caps_2", "a volume that is also a cube or an array".into());
        }
        if shape.layers > MOST_ELEMENTS {
            let (layers, most) = (shape.layers, MOST_ELEMENTS);
            let message = format!("{layers} array elements, where at most {most} are");
            return wrong("dx10.array_size", message);
        }
        shape.checked()
    }

    fn surface(&self, shape: &Shape, place: Subresource) -> Result<Surface<'_>> {
        shape.has(place)?;
        let (layer, slice) = if shape.layers > 1 {
            (place.slice as usize, 0)
        } else {
            (0, place.slice)
        };
        let chain = layer * shape.face_count() as usize + place.face as usize;
        let level = self.chains.get(chain);
        let level = level.and_then(|chain| chain.levels.get(place.level as usize));
        let data = level.map_or(&[][..], |level| level.data.as_bytes());
        shape.cut(data, slice, place.level).map_err(|error| {
            let path = format!("chains[{chain}].levels[{}].data", place.level);
            let header = if self.dx10.is_some() { 148 } else { 128 };
            error.of(path).at(header + self.stored())
        })
    }
}

/// The faces that are there; none for anything but a cube.
fn faces(dds: &Dds) -> Vec<Face> {
    let newer = dds.dx10.as_ref();
    if newer.is_some_and(|dx10| dx10.misc_flags.contains(MiscFlags::TEXTURE_CUBE)) {
        return Face::ALL.to_vec();
    }
    if !dds.caps_2.contains(Caps2::CUBE_MAP) {
        return Vec::new();
    }
    let known = FACES.into_iter().zip(Face::ALL);
    let there = known.filter(|(flag, _)| dds.caps_2.contains(*flag));
    let there: Vec<Face> = there.map(|(_, face)| face).collect();
    // A cube that names no face has them all.
    if there.is_empty() {
        Face::ALL.to_vec()
    } else {
        there
    }
}

/// How pixels are stored, and whether their colours are in sRGB, where that is said.
fn pixel_format(dds: &Dds) -> Result<(PixelFormat, Option<bool>)> {
    if let Some(dx10) = &dds.dx10 {
        let name = dx10.dxgi_format.name();
        let srgb = name.is_some_and(|name| name.ends_with("_SRGB"));
        let format = by_dxgi(dx10.dxgi_format);
        return match (format, name) {
            (Some(format), _) => Ok((format, Some(srgb))),
            (None, Some(name)) => not_yet("dx10.dxgi_format", &format!("of the format {name}")),
            (None, None) => {
                let number = dx10.dxgi_format.0;
                not_yet("dx10.dxgi_format", &format!("of the DXGI format {number}"))
            }
        };
    }
    if dds.pixel_format_flags.contains(PixelFormatFlags::FOUR_CC) {
        return match by_four_cc(dds.four_cc) {
            Some(format) => Ok((format, None)),
            None => not_yet("four_cc", &format!("of the format {}", shown(dds.four_cc))),
        };
    }
    by_masks(dds).map(|format| (PixelFormat::Masks(format), None))
}

fn not_yet<T>(path: &str, what: &str) -> Result<T> {
    let message = format!("pixels {what} are not decoded yet");
    Err(Error::new(Kind::Unsupported, message).of(path))
}

/// A format as its four characters where it has some.
fn shown(four_cc: FourCc) -> String {
    let bytes = four_cc.0.to_le_bytes();
    if bytes.iter().all(u8::is_ascii_graphic) {
        bytes.map(char::from).iter().collect()
    } else {
        four_cc.0.to_string()
    }
}

const fn numbers(channels: u8, number: Number) -> PixelFormat {
    PixelFormat::Numbers { channels, number }
}

const fn blocks(block: Block) -> PixelFormat {
    PixelFormat::Blocks(block)
}

fn by_four_cc(four_cc: FourCc) -> Option<PixelFormat> {
    Some(match four_cc {
        FourCc::DXT1 => blocks(Block::Bc1 { alpha: true }),
        FourCc::DXT2 | FourCc::DXT3 => blocks(Block::Bc2),
        FourCc::DXT4 | FourCc::DXT5 => blocks(Block::Bc3),
        FourCc::ATI1 | FourCc::BC4U => blocks(Block::Bc4 { signed: false }),
        FourCc::BC4S => blocks(Block::Bc4 { signed: true }),
        FourCc::ATI2 | FourCc::BC5U => blocks(Block::Bc5 { signed: false }),
        FourCc::BC5S => blocks(Block::Bc5 { signed: true }),
        FourCc::A16B16G16R16 => numbers(4, Number::Unorm16),
        FourCc::R16F => numbers(1, Number::Half),
        FourCc::G16R16F => numbers(2, Number::Half),
        FourCc::A16B16G16R16F => numbers(4, Number::Half),
        FourCc::R32F => numbers(1, Number::Float),
        FourCc::G32R32F => numbers(2, Number::Float),
        FourCc::A32B32G32R32F => numbers(4, Number::Float),
        _ => return None,
    })
}

fn by_dxgi(format: DxgiFormat) -> Option<PixelFormat> {
    use DxgiFormat as F;
    whole(format).or_else(|| {
        Some(blocks(match format {
            F::BC1_TYPELESS | F::BC1_UNORM | F::BC1_UNORM_SRGB => Block::Bc1 { alpha: true },
            F::BC2_TYPELESS | F::BC2_UNORM | F::BC2_UNORM_SRGB => Block::Bc2,
            F::BC3_TYPELESS | F::BC3_UNORM | F::BC3_UNORM_SRGB => Block::Bc3,
            F::BC4_TYPELESS | F::BC4_UNORM => Block::Bc4 { signed: false },
            F::BC4_SNORM => Block::Bc4 { signed: true },
            F::BC5_TYPELESS | F::BC5_UNORM => Block::Bc5 { signed: false },
            F::BC5_SNORM => Block::Bc5 { signed: true },
            F::BC6H_TYPELESS | F::BC6H_UF16 => Block::Bc6h { signed: false },
            F::BC6H_SF16 => Block::Bc6h { signed: true },
            F::BC7_TYPELESS | F::BC7_UNORM | F::BC7_UNORM_SRGB => Block::Bc7,
            _ => return None,
        }))
    })
}

/// Formats whose pixels are stored whole.
fn whole(format: DxgiFormat) -> Option<PixelFormat> {
    use DxgiFormat as F;
    let packed = |bytes, rgba| {
        PixelFormat::Masks(Masks {
            bytes,
            rgba,
            grey: false,
        })
    };
    Some(match format {
        F::R32G32B32A32_TYPELESS | F::R32G32B32A32_FLOAT => numbers(4, Number::Float),
        F::R32G32B32_TYPELESS | F::R32G32B32_FLOAT => numbers(3, Number::Float),
        F::R32G32_TYPELESS | F::R32G32_FLOAT => numbers(2, Number::Float),
        F::R32_TYPELESS | F::R32_FLOAT => numbers(1, Number::Float),
        F::R16G16B16A16_TYPELESS | F::R16G16B16A16_FLOAT => numbers(4, Number::Half),
        F::R16G16_TYPELESS | F::R16G16_FLOAT => numbers(2, Number::Half),
        F::R16_TYPELESS | F::R16_FLOAT => numbers(1, Number::Half),
        F::R16G16B16A16_UNORM => numbers(4, Number::Unorm16),
        F::R16G16_UNORM => numbers(2, Number::Unorm16),
        F::R16_UNORM => numbers(1, Number::Unorm16),
        F::R10G10B10A2_TYPELESS | F::R10G10B10A2_UNORM => {
            packed(4, [0x3ff, 0xf_fc00, 0x3ff0_0000, 0xc000_0000])
        }
        F::R8G8B8A8_TYPELESS | F::R8G8B8A8_UNORM | F::R8G8B8A8_UNORM_SRGB => RGBA8,
        F::B8G8R8A8_TYPELESS | F::B8G8R8A8_UNORM | F::B8G8R8A8_UNORM_SRGB => BGRA8,
        F::B8G8R8X8_TYPELESS | F::B8G8R8X8_UNORM | F::B8G8R8X8_UNORM_SRGB => BGRX8,
        F::R8G8_TYPELESS | F::R8G8_UNORM => PixelFormat::Masks(Masks::bytes(&[0, 1])),
        F::R8_TYPELESS | F::R8_UNORM => PixelFormat::Masks(Masks::bytes(&[0])),
        F::A8_UNORM => PixelFormat::Masks(Masks::bytes(&[3])),
        F::B5G6R5_UNORM => packed(2, [0xf800, 0x7e0, 0x1f, 0]),
        F::B5G5R5A1_UNORM => packed(2, [0x7c00, 0x3e0, 0x1f, 0x8000]),
        F::B4G4R4A4_UNORM => packed(2, [0xf00, 0xf0, 0xf, 0xf000]),
        _ => return None,
    })
}

/// Pixels whose channels the header describes bit by bit.
fn by_masks(dds: &Dds) -> Result<Masks> {
    let flags = dds.pixel_format_flags;
    let has = |flag| flags.contains(flag);
    let grey = has(PixelFormatFlags::LUMINANCE);
    if !grey && !has(PixelFormatFlags::RGB) && !has(PixelFormatFlags::ALPHA) {
        let described = if has(PixelFormatFlags::YUV) {
            "of luma and chroma"
        } else if has(PixelFormatFlags::BUMP_DUDV) {
            "of differences for bump maps"
        } else {
            "that nothing describes"
        };
        return not_yet("pixel_format_flags", described);
    }
    let bits = dds.rgb_bit_count;
    if !bits.is_multiple_of(8) || !(8..=32).contains(&bits) {
        let message = format!("pixels of {bits} bits are not decoded yet");
        return Err(Error::new(Kind::Unsupported, message).of("rgb_bit_count"));
    }
    let colors = has(PixelFormatFlags::RGB) || grey;
    let color = |mask: u32| if colors { mask } else { 0 };
    let alpha = has(PixelFormatFlags::ALPHA_PIXELS) || has(PixelFormatFlags::ALPHA);
    Ok(Masks {
        bytes: u8::try_from(bits / 8).unwrap_or(4),
        rgba: [
            color(dds.red_mask),
            if grey { 0 } else { color(dds.green_mask) },
            if grey { 0 } else { color(dds.blue_mask) },
            if alpha { dds.alpha_mask } else { 0 },
        ],
        grey,
    })
}
