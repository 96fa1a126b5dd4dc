//! One level, face and slice of a texture.

use formwork_formats::texture::{PixelFormat, Shape, Subresource, Surface, Texture};
use formwork_schema::{Error, Kind, Result};

use crate::{
    blocks,
    image::{Image, Pixels},
    limit, whole,
};

/// Decodes a picture of a texture.
///
/// # Errors
/// When there is no such picture, when the file is too short for it, or when its pixels are of a kind that is not known.
pub fn texture(
    texture: &(impl Texture + ?Sized),
    shape: &Shape,
    place: Subresource,
) -> Result<Image> {
    surface(&texture.surface(shape, place)?)
}

/// Decodes the bytes of a picture.
///
/// # Errors
/// When there are fewer bytes than the size asks for, or too many pixels.
pub fn surface(surface: &Surface<'_>) -> Result<Image> {
    fits(surface)?;
    let pixels = match surface.format {
        PixelFormat::Masks(masks) => Pixels::Bytes(whole::masks(surface, masks)),
        PixelFormat::Numbers { channels, number } => whole::numbers(surface, channels, number),
        PixelFormat::Blocks(block) => blocks::decode(surface, block),
    };
    Ok(Image {
        width: surface.width,
        height: surface.height,
        pixels,
    })
}

/// Asks that there are all bytes of a picture. Any such bytes can be decoded.
fn fits(surface: &Surface<'_>) -> Result<()> {
    limit::check(surface.width, surface.height, surface.data.len())?;
    let (columns, rows, bytes) = surface.format.unit();
    let row = surface.width.div_ceil(columns) as usize * bytes as usize;
    let rows = surface.height.div_ceil(rows) as usize;
    let whole = surface.pitch.checked_mul(rows);
    if surface.pitch < row || whole.is_none_or(|whole| surface.data.len() < whole) {
        let message = "fewer bytes than the size of the picture asks for";
        return Err(Error::new(Kind::Malformed, message));
    }
    Ok(())
}

/// Asks whether every picture of a texture can be decoded; how many there are.
///
/// # Errors
/// Those of the first picture that cannot be.
pub fn every_surface(texture: &(impl Texture + ?Sized)) -> Result<u64> {
    let shape = texture.shape()?;
    let mut count = 0;
    for level in 0..shape.levels {
        for face in 0..shape.face_count() {
            for slice in 0..shape.slices(level) {
                fits(&texture.surface(&shape, Subresource { level, face, slice })?)?;
                count += 1;
            }
        }
    }
    Ok(count)
}
