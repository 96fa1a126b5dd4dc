//! Where the pictures of a DirectDraw surface are.

use formwork_schema::{Blob, Error, Kind, Result};

use super::{Caps2, Dds, Dimension, MOST_ELEMENTS, MiscFlags, format::pixel_format};
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
        if shape.layers > MOST_ELEMENTS {
            let message = format!(
                "{} array elements, where at most {MOST_ELEMENTS} are",
                shape.layers
            );
            return Err(Error::new(Kind::Malformed, message).of("dx10.array_size"));
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
        let chain = u64::from(layer) * u64::from(shape.face_count()) + u64::from(place.face);
        let level = usize::try_from(chain)
            .ok()
            .and_then(|chain| self.chains.get(chain)?.levels.get(place.level as usize));
        let data = level.map(|level| level.data.as_bytes()).unwrap_or_default();
        shape.cut(data, slice, place.level).map_err(|error| {
            let header = if self.dx10.is_some() { 148 } else { 128 };
            error
                .of(format!("chains[{chain}].levels[{}].data", place.level))
                .at(header + self.stored())
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

    /// The path of the first level that is not all there.
    pub(super) fn first_short(&self) -> String {
        let shape = self.shape().ok();
        let is_short = |level: u32, length: u64| {
            let shape = shape.as_ref();
            shape.is_some_and(|shape| length < shape.level_bytes(level))
        };
        self.find_level(is_short)
    }

    /// The path of the level that has the byte at a place behind the header.
    pub(super) fn at(&self, place: u64) -> String {
        let mut end = 0;
        self.find_level(|_, length| {
            end += length;
            place < end
        })
    }

    /// The path of the first level, with its number and length, of which something holds; else of what stands last.
    fn find_level(&self, mut holds: impl FnMut(u32, u64) -> bool) -> String {
        for (chain, it) in self.chains.iter().enumerate() {
            for (level, it) in (0..).zip(it.levels.iter()) {
                if holds(level, it.data.len() as u64) {
                    return format!("chains[{chain}].levels[{level}].data");
                }
            }
        }
        self.end().to_owned()
    }

    /// How many bytes of pictures there are.
    pub(super) fn stored(&self) -> u64 {
        let levels = self.chains.iter().flat_map(|chain| chain.levels.iter());
        let levels = levels.map(|level| level.data.len() as u64);
        levels.sum::<u64>() + self.rest.as_ref().map_or(0, Blob::len) as u64
    }

    /// The path of what stands last.
    pub(super) fn end(&self) -> &'static str {
        if self.rest.is_some() {
            "rest"
        } else {
            "chains"
        }
    }
}
