//! [`sheet`]: all faces of a cube in one picture.

use formwork_formats::texture::{Face, Shape, Subresource, Texture};
use formwork_schema::Result;

use crate::{
    image::{Image, Pixels},
    limit, surface,
};

/// Where a face stands in the cross: column and row.
const fn spot(face: Face) -> (u32, u32) {
    match face {
        Face::PositiveY => (1, 0),
        Face::NegativeX => (0, 1),
        Face::PositiveZ => (1, 1),
        Face::PositiveX => (2, 1),
        Face::NegativeZ => (3, 1),
        Face::NegativeY => (1, 2),
    }
}

/// All faces of a level of a cube as a cross of four by three: -x, +z, +x, -z side by side, +y above +z, -y below it.
/// Between them, and where a face is missing, all is transparent.
///
/// # Errors
/// When a face cannot be decoded, or the cross has too many pixels.
pub fn sheet(
    texture: &(impl Texture + ?Sized),
    shape: &Shape,
    level: u32,
    slice: u32,
) -> Result<Image> {
    let place = |face| Subresource { level, face, slice };
    let mut cross: Option<Image> = None;
    for (number, face) in (0..).zip(&shape.faces) {
        let picture = surface::texture(texture, shape, place(number))?;
        let cross = match &mut cross {
            Some(cross) => cross,
            None => cross.insert(empty(&picture)?),
        };
        put(&picture, spot(*face), cross);
    }
    cross.map_or_else(|| surface::texture(texture, shape, place(0)), Ok)
}

/// A transparent cross with room for faces like this one.
fn empty(face: &Image) -> Result<Image> {
    let (width, height) = (face.width.saturating_mul(4), face.height.saturating_mul(3));
    let pixels = match &face.pixels {
        Pixels::Bytes(bytes) => {
            limit::check(width, height, bytes.len())?;
            Pixels::Bytes(vec![0; bytes.len() * 12])
        }
        Pixels::Floats(floats) => {
            limit::check(width, height, floats.len())?;
            Pixels::Floats(vec![0.0; floats.len() * 12])
        }
    };
    Ok(Image {
        width,
        height,
        pixels,
    })
}

fn put(face: &Image, spot: (u32, u32), cross: &mut Image) {
    match (&face.pixels, &mut cross.pixels) {
        (Pixels::Bytes(from), Pixels::Bytes(to)) => copy(from, to, face.width, face.height, spot),
        (Pixels::Floats(from), Pixels::Floats(to)) => copy(from, to, face.width, face.height, spot),
        // All faces have one pixel format.
        _ => {}
    }
}

fn copy<N: Copy>(from: &[N], to: &mut [N], width: u32, height: u32, spot: (u32, u32)) {
    let row = width as usize * 4;
    let first = spot.1 as usize * height as usize;
    let rows = to.chunks_mut(row * 4).skip(first);
    for (from, to) in from.chunks(row).zip(rows) {
        let to = to.chunks_mut(row).nth(spot.0 as usize).unwrap_or_default();
        to.iter_mut().zip(from).for_each(|(to, from)| *to = *from);
    }
}
