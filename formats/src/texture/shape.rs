//! [`Shape`]: size, levels, faces and slices of a texture, in words that formats have in common.

use formwork_schema::{Error, Kind, Result};

use super::pixel::PixelFormat;

/// A texture whose pictures can be found.
pub trait Texture {
    /// What the header says of its pictures.
    ///
    /// # Errors
    /// When the header contradicts itself, or the pixel format is not known.
    fn shape(&self) -> Result<Shape>;

    /// One picture of a texture of this shape.
    ///
    /// # Errors
    /// When there is no such picture, or the file is too short for it.
    fn surface(&self, shape: &Shape, place: Subresource) -> Result<Surface<'_>>;
}

/// A face of a cube, by the axis that it is seen along from the middle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Face {
    /// Towards +x.
    PositiveX,
    /// Towards -x.
    NegativeX,
    /// Towards +y.
    PositiveY,
    /// Towards -y.
    NegativeY,
    /// Towards +z.
    PositiveZ,
    /// Towards -z.
    NegativeZ,
}

impl Face {
    /// All six, in the order of files.
    pub const ALL: [Self; 6] = [
        Self::PositiveX,
        Self::NegativeX,
        Self::PositiveY,
        Self::NegativeY,
        Self::PositiveZ,
        Self::NegativeZ,
    ];

    /// Its short name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::PositiveX => "+x",
            Self::NegativeX => "-x",
            Self::PositiveY => "+y",
            Self::NegativeY => "-y",
            Self::PositiveZ => "+z",
            Self::NegativeZ => "-z",
        }
    }
}

/// Which picture of a texture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Subresource {
    /// Mip level; 0 is the greatest.
    pub level: u32,
    /// Face of a cube, counted among those that are there.
    pub face: u32,
    /// Slice of a volume, or element of an array.
    pub slice: u32,
}

/// Size, levels, faces and slices of a texture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shape {
    /// How pixels are stored.
    pub format: PixelFormat,
    /// Whether colours are in sRGB; `None` when nothing says so.
    pub srgb: Option<bool>,
    /// Width of the base mip level.
    pub width: u32,
    /// Height of the base mip level.
    pub height: u32,
    /// Depth of the base mip level; 1 for anything but a volume.
    pub depth: u32,
    /// Elements of an array; 1 for no array.
    pub layers: u32,
    /// Faces of a cube that are there; none for anything but a cube.
    pub faces: Vec<Face>,
    /// Mip levels of each face.
    pub levels: u32,
    /// Rows begin at multiples of so many bytes.
    pub row_alignment: u32,
    /// Whether the highest byte of a number is first.
    pub big_endian: bool,
}

/// The bytes of one picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Surface<'a> {
    /// How pixels are stored.
    pub format: PixelFormat,
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Bytes from one row of pixels, or blocks, to the next.
    pub pitch: usize,
    /// Whether the highest byte of a number is first.
    pub big_endian: bool,
    /// As many rows as there are.
    pub data: &'a [u8],
}

/// More levels than the halves of any size.
const MOST_LEVELS: u32 = 32;

impl Shape {
    /// The same, when it makes sense.
    pub(super) fn checked(self) -> Result<Self> {
        let wrong = |message: String| Err(Error::new(Kind::Malformed, message));
        if self.width == 0 || self.height == 0 {
            return wrong(format!("{} by {} pixels are none", self.width, self.height));
        }
        if self.levels > MOST_LEVELS {
            return wrong(format!(
                "{} mip levels, more than any size can be halved",
                self.levels
            ));
        }
        Ok(self)
    }

    /// Columns, rows and slices of a level.
    #[must_use]
    pub fn size(&self, level: u32) -> (u32, u32, u32) {
        let half = |size: u32| size.checked_shr(level).unwrap_or(0).max(1);
        (half(self.width), half(self.height), half(self.depth))
    }

    /// How many faces there are: 1 for anything but a cube.
    #[must_use]
    pub fn face_count(&self) -> u32 {
        u32::try_from(self.faces.len().max(1)).unwrap_or(1)
    }

    /// How many slices a level has: those of a volume, or the elements of an array.
    #[must_use]
    pub fn slices(&self, level: u32) -> u32 {
        if self.layers > 1 {
            self.layers
        } else {
            self.size(level).2
        }
    }

    /// Bytes of a row of pixels, or blocks, of a level.
    #[must_use]
    pub fn pitch(&self, level: u32) -> u64 {
        let (columns, _, bytes) = self.format.unit();
        let row = u64::from(self.size(level).0.div_ceil(columns)) * u64::from(bytes);
        row.next_multiple_of(self.row_alignment.max(1).into())
    }

    /// Bytes of one slice of a level.
    #[must_use]
    pub fn slice_bytes(&self, level: u32) -> u64 {
        let rows = self.size(level).1.div_ceil(self.format.unit().1);
        self.pitch(level).saturating_mul(rows.into())
    }

    /// Bytes of all slices of a level, of one face.
    #[must_use]
    pub fn level_bytes(&self, level: u32) -> u64 {
        let slices = self.size(level).2;
        self.slice_bytes(level).saturating_mul(slices.into())
    }

    /// Bytes of all levels of all faces and array elements.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let levels = (0..self.levels).map(|level| self.level_bytes(level));
        levels
            .fold(0, u64::saturating_add)
            .saturating_mul(self.face_count().into())
            .saturating_mul(self.layers.into())
    }

    /// How many levels there are down to a single pixel.
    #[must_use]
    pub fn full_chain(&self) -> u32 {
        let most = self.width.max(self.height).max(self.depth);
        most.max(1).ilog2() + 1
    }

    /// Whether there is such a picture.
    ///
    /// # Errors
    /// Says what there is.
    pub fn has(&self, place: Subresource) -> Result<()> {
        let missing = |what: &str, there: u32| {
            let message = format!("no such {what}: there are {there}, counted from 0");
            Err(Error::new(Kind::Invalid, message))
        };
        if place.level >= self.levels {
            return missing("level", self.levels);
        }
        if place.face >= self.face_count() {
            return missing("face", self.face_count());
        }
        if place.slice >= self.slices(place.level) {
            return missing("slice", self.slices(place.level));
        }
        Ok(())
    }

    /// One of the pictures of a level that follow each other in some data.
    pub(super) fn cut<'a>(&self, data: &'a [u8], picture: u32, level: u32) -> Result<Surface<'a>> {
        let (width, height, _) = self.size(level);
        let length = self.slice_bytes(level);
        let start = length.saturating_mul(picture.into());
        let end = start.saturating_add(length);
        let range = usize::try_from(start).ok().zip(usize::try_from(end).ok());
        let bytes = range.and_then(|(start, end)| data.get(start..end));
        let pitch = usize::try_from(self.pitch(level)).ok();
        let (Some(bytes), Some(pitch)) = (bytes, pitch) else {
            let short = end.saturating_sub(data.len() as u64);
            let message = format!("level {level} is cut off, {short} more bytes needed");
            return Err(Error::new(Kind::Malformed, message));
        };
        Ok(Surface {
            format: self.format,
            width,
            height,
            pitch,
            big_endian: self.big_endian,
            data: bytes,
        })
    }
}
