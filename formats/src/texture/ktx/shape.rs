//! Where the pictures of a Khronos texture are.

use formwork_schema::{Error, Kind, Result};

use super::{Ktx, format};
use crate::texture::{Face, PixelFormat, Shape, Subresource, Surface, Texture};

impl Texture for Ktx {
    fn shape(&self) -> Result<Shape> {
        let texture = self.content();
        let is_cube = texture.number_of_faces == 6;
        if !is_cube && texture.number_of_faces > 1 {
            let message = format!("{} faces, where 1 or 6 are", texture.number_of_faces);
            return Err(Error::new(Kind::Malformed, message).of("texture.number_of_faces"));
        }
        let format = format::pixel_format(texture)?;
        let is_blocks = matches!(format, PixelFormat::Blocks(_));
        let shape = Shape {
            format,
            srgb: Some(format::is_srgb(texture.gl_internal_format)),
            width: texture.pixel_width,
            height: texture.pixel_height.max(1),
            depth: texture.pixel_depth.max(1),
            layers: texture.number_of_array_elements.max(1),
            faces: if is_cube {
                Face::ALL.into()
            } else {
                Vec::new()
            },
            levels: texture.number_of_mipmap_levels.max(1),
            row_alignment: if is_blocks { 1 } else { 4 },
            big_endian: self.is_big_endian() && texture.gl_type_size > 1,
        };
        let shape = self.as_padded(shape);
        if shape.depth > 1 && (shape.layers > 1 || is_cube) {
            let message = "a volume that is also a cube or an array";
            return Err(Error::new(Kind::Malformed, message).of("texture.pixel_depth"));
        }
        shape.checked()
    }

    fn surface(&self, shape: &Shape, place: Subresource) -> Result<Surface<'_>> {
        shape.has(place)?;
        let level = self.content().mip_levels.get(place.level as usize);
        // The faces of one cube have an image each; those of an array of cubes are in the only one.
        let images = level.map(|level| &*level.images).unwrap_or_default();
        let (image, picture) = if images.len() > 1 {
            (place.face, place.slice)
        } else {
            (
                0,
                place
                    .slice
                    .saturating_mul(shape.face_count())
                    .saturating_add(place.face),
            )
        };
        let path = format!("texture.mip_levels[{}].images[{image}].data", place.level);
        let Some(image) = images.get(image as usize) else {
            return Err(Error::new(Kind::Malformed, "there is no such image").of(path));
        };
        let surface = shape.cut(image.data.as_bytes(), picture, place.level);
        surface.map_err(|error| error.of(path))
    }
}

impl Ktx {
    /// Some writers leave out the padding of rows; the size of the base mip level tells.
    fn as_padded(&self, shape: Shape) -> Shape {
        let images = if self.content().number_of_array_elements == 0 {
            1
        } else {
            u64::from(shape.layers) * u64::from(shape.face_count())
        };
        let stored = self
            .content()
            .mip_levels
            .first()
            .map(|level| u64::from(level.image_size));
        let tight = Shape {
            row_alignment: 1,
            ..shape.clone()
        };
        let is_tight = stored == Some(tight.level_bytes(0).saturating_mul(images));
        if is_tight { tight } else { shape }
    }
}
