//! Where the pictures of a DirectDraw surface are.

use formwork_schema::{Error, Kind, Result};

use super::{Caps2, Dds, Dimension, MiscFlags, format::pixel_format};
use crate::texture::{Face, Shape, Subresource, Surface, Texture};

/// Which flag says that a face is there, in the order of files.
const FACES: [(Caps2, Face); 6] = [
    (Caps2::POSITIVE_X, Face::PositiveX),
    (Caps2::NEGATIVE_X, Face::NegativeX),
    (Caps2::POSITIVE_Y, Face::PositiveY),
    (Caps2::NEGATIVE_Y, Face::NegativeY),
    (Caps2::POSITIVE_Z, Face::PositiveZ),
    (Caps2::NEGATIVE_Z, Face::NegativeZ),
];

impl Texture for Dds {
    fn shape(&self) -> Result<Shape> {
        let (format, srgb) = pixel_format(self)?;
        let dx10 = self.dx10.as_ref();
        let is_volume = self.caps_2.contains(Caps2::VOLUME)
            || dx10.is_some_and(|dx10| dx10.dimension == Dimension::TEXTURE_3D);
        let shape = Shape {
            format,
            srgb,
            width: self.width,
            height: self.height,
            depth: if is_volume { self.depth.max(1) } else { 1 },
            layers: dx10.map_or(1, |dx10| dx10.array_size.max(1)),
            faces: self.faces(),
            levels: self.mip_map_count.max(1),
            row_alignment: 1,
            big_endian: false,
        };
        if shape.depth > 1 && (shape.layers > 1 || !shape.faces.is_empty()) {
            let message = "a volume that is also a cube or an array";
            return Err(Error::new(Kind::Malformed, message).of("caps_2"));
        }
        shape.checked()
    }

    fn surface(&self, shape: &Shape, place: Subresource) -> Result<Surface<'_>> {
        shape.has(place)?;
        let (layer, slice) = if shape.layers > 1 {
            (place.slice, 0)
        } else {
            (0, place.slice)
        };
        let chains = u64::from(layer) * u64::from(shape.face_count()) + u64::from(place.face);
        let levels = (0..place.level).map(|level| shape.level_bytes(level));
        let start = shape
            .chain_bytes()
            .saturating_mul(chains)
            .saturating_add(levels.fold(0, u64::saturating_add))
            .saturating_add(shape.slice_bytes(place.level).saturating_mul(slice.into()));
        let surface = shape.cut(self.data.as_bytes(), start, place.level);
        surface.map_err(|error| {
            error
                .of("data")
                .at(self.data_offset() + self.data.len() as u64)
        })
    }
}

impl Dds {
    /// The faces that are there.
    fn faces(&self) -> Vec<Face> {
        let newer = self.dx10.as_ref();
        if newer.is_some_and(|dx10| dx10.misc_flags.contains(MiscFlags::TEXTURE_CUBE)) {
            return Face::ALL.to_vec();
        }
        if !self.caps_2.contains(Caps2::CUBE_MAP) {
            return Vec::new();
        }
        let there: Vec<Face> = FACES
            .iter()
            .filter(|(flag, _)| self.caps_2.contains(*flag))
            .map(|(_, face)| *face)
            .collect();
        // A cube that names no face has them all.
        if there.is_empty() {
            return Face::ALL.to_vec();
        }
        there
    }

    /// Where the pictures begin, in bytes from the start of the file.
    pub(super) fn data_offset(&self) -> u64 {
        if self.dx10.is_some() { 148 } else { 128 }
    }

    /// How long the pictures are, as far as the header says.
    pub(super) fn expected(shape: &Shape) -> u64 {
        shape
            .chain_bytes()
            .saturating_mul(shape.face_count().into())
            .saturating_mul(shape.layers.into())
    }
}
