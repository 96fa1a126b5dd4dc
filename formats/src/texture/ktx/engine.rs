//! What the engine makes of a Khronos texture.

use super::{Channels, DataType, InternalFormat, Ktx, Texture};
use formwork_schema::Diagnostics;

use crate::texture::{PixelFormat, Shape, rules};

impl Ktx {
    /// Adds what the engine minds; the memory that it takes for it.
    pub(super) fn judge(&self, shape: Option<&Shape>, seen: &mut Diagnostics) -> u64 {
        let texture = self.content();
        if self.is_big_endian() {
            let message =
                "the engine takes all numbers for little-endian, and refuses what it then sees";
            seen.add(&rules::BIG_ENDIAN_REFUSED, || "texture".into(), message);
        }
        judge_counts(texture, seen);
        judge_format(texture, seen);
        judge_padding(texture, shape, seen);
        memory(texture, shape)
    }
}

fn judge_counts(texture: &Texture, seen: &mut Diagnostics) {
    let mut minds = |rule, field: &str, message| {
        seen.add(rule, || format!("texture.{field}"), message);
    };
    let several = texture.number_of_mipmap_levels > 1;
    if texture.number_of_mipmap_levels == 0 {
        let message = "0 mip levels, which asks the reader to make them; the engine uploads none";
        minds(&rules::KTX_NO_LEVELS, "number_of_mipmap_levels", message);
    }
    if texture.number_of_array_elements > 1 {
        let message = "the engine takes the first element of an array only, and of several levels only the first";
        minds(
            &rules::ARRAY_FIRST_ONLY,
            "number_of_array_elements",
            message,
        );
    }
    match texture.number_of_faces {
        0 if several && loses_its_place(texture) => {
            let message =
                "0 faces: the engine steps over no pixels, takes them for sizes, and refuses those";
            minds(&rules::KTX_NO_FACES_REFUSED, "number_of_faces", message);
        }
        0 => {
            let message = "0 faces, of which the engine uploads none";
            minds(&rules::KTX_NO_FACES, "number_of_faces", message);
        }
        1 | 6 => {}
        _ => {
            let message = "the engine refuses all but 1 and 6 faces";
            minds(&rules::KTX_FACES_REFUSED, "number_of_faces", message);
        }
    }
}

/// Whether the numbers that the engine takes for sizes, when it has skipped no pixels, are too great.
fn loses_its_place(texture: &Texture) -> bool {
    let levels = texture.mip_levels.iter();
    let stored = |level: &super::MipLevel| 4 + u64::from(level.image_size);
    let left: u64 = levels.map(stored).sum();
    let data = texture
        .mip_levels
        .first()
        .and_then(|level| level.images.first());
    let data = data.map(|image| image.data.as_bytes()).unwrap_or_default();
    let words = data
        .as_chunks()
        .0
        .iter()
        .map(|word| u32::from_le_bytes(*word));
    let more = texture.number_of_mipmap_levels.saturating_sub(1);
    let mut taken = (2..).zip(words).take(more as usize);
    taken.any(|(read, word): (u64, u32)| read * 4 + u64::from(word) > left)
}

fn judge_format(texture: &Texture, seen: &mut Diagnostics) {
    let format = texture.gl_internal_format;
    if !is_known(format) {
        let message = "the engine refuses this pixel format";
        let path = "texture.gl_internal_format";
        return seen.add(&rules::KTX_FORMAT_REFUSED, || path.into(), message);
    }
    let expected = match format {
        InternalFormat::RGB8 => Channels::RGB,
        InternalFormat::RGBA8 => Channels::RGBA,
        InternalFormat::BGRA => Channels::BGRA,
        _ => return,
    };
    if format == InternalFormat::RGBA8 {
        let message = "on OpenGL ES the engine uploads memory that nobody filled";
        let path = "texture.gl_internal_format";
        seen.add(&rules::KTX_RGBA8_ON_ES, || path.into(), message);
    }
    if texture.gl_type != DataType::COMPRESSED && texture.gl_format != expected {
        let message = "the engine does not ask for the order of the channels, and takes another";
        seen.add(
            &rules::KTX_CHANNEL_ORDER,
            || "texture.gl_format".into(),
            message,
        );
    }
}

fn judge_padding(texture: &Texture, shape: Option<&Shape>, seen: &mut Diagnostics) {
    let path = "texture.mip_levels";
    if shape.is_some_and(is_padded) {
        let message = "rows are padded to 4 bytes, and the engine takes the padding for pixels";
        seen.add(&rules::KTX_ROW_PADDING, || path.into(), message);
    }
    let images = texture.mip_levels.iter().flat_map(|level| &level.images);
    let last = images.clone().count();
    let mut padded = images
        .take(last.saturating_sub(1))
        .filter(|image| !image.padding.is_empty());
    if padded.next().is_some() {
        let message = "images are padded to 4 bytes, and the engine takes the padding for the next";
        seen.add(&rules::KTX_IMAGE_PADDING, || path.into(), message);
    }
}

/// Whether rows of whole pixels end with padding.
fn is_padded(shape: &Shape) -> bool {
    let (_, _, bytes) = shape.format.unit();
    let whole = !matches!(shape.format, PixelFormat::Blocks(_));
    let tight = |level| u64::from(shape.size(level).0) * u64::from(bytes);
    whole && (0..shape.levels).any(|level| shape.pitch(level) != tight(level))
}

/// What all levels take on the graphics card.
fn memory(texture: &Texture, shape: Option<&Shape>) -> u64 {
    let levels = texture.mip_levels.iter();
    let stored =
        levels.map(|level| u64::from(level.image_size).saturating_mul(level.images.len() as u64));
    let stored = stored.fold(0, u64::saturating_add);
    // Three bytes a pixel become four.
    match (texture.gl_internal_format, shape) {
        (InternalFormat::RGB8, Some(shape)) => {
            let pixels = (0..shape.levels).map(|level| {
                let (width, height, depth) = shape.size(level);
                (u64::from(width) * u64::from(height)).saturating_mul(depth.into())
            });
            pixels
                .fold(0, u64::saturating_add)
                .saturating_mul(4)
                .saturating_mul(shape.face_count().into())
        }
        _ => stored / u64::from(texture.number_of_array_elements.max(1)),
    }
}

fn is_known(format: InternalFormat) -> bool {
    use InternalFormat as F;
    let astc = [
        F::COMPRESSED_RGBA_ASTC_4X4..=F::COMPRESSED_RGBA_ASTC_12X12,
        F::COMPRESSED_SRGB8_ALPHA8_ASTC_4X4..=F::COMPRESSED_SRGB8_ALPHA8_ASTC_12X12,
    ];
    let others = [
        F::RGB8,
        F::RGBA8,
        F::BGRA,
        F::RGBA16F,
        F::RGBA32F,
        F::COMPRESSED_RGBA_S3TC_DXT1,
        F::COMPRESSED_RGBA_S3TC_DXT3,
        F::COMPRESSED_RGBA_S3TC_DXT5,
        F::ETC1_RGB8,
        F::COMPRESSED_RGB8_ETC2,
        F::COMPRESSED_SRGB8_ETC2,
        F::COMPRESSED_RGBA8_ETC2_EAC,
        F::COMPRESSED_SRGB8_ALPHA8_ETC2_EAC,
    ];
    others.contains(&format) || astc.iter().any(|range| range.contains(&format))
}
