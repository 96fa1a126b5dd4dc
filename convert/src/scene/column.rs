//! Vertices by columns.

use std::ops::Range;

/// Vertices that several parts of meshes may share.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Stream {
    /// How many vertices.
    pub count: usize,
    /// Their attributes in the order of the file. Every column has `count` values.
    pub attributes: Vec<Attribute>,
}

/// One attribute of all vertices.
#[derive(Debug, Clone, PartialEq)]
pub struct Attribute {
    /// What it means.
    pub semantic: Semantic,
    /// Which of several with this meaning.
    pub set: u8,
    /// Its values.
    pub values: Column,
}

/// What an attribute means.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Semantic {
    /// A place in the mesh's space.
    Position,
    /// A direction away from the surface.
    Normal,
    /// The direction of growing u, and in w the sign of the bitangent as glTF defines it.
    Tangent,
    /// The direction of growing v where a file stores it.
    Bitangent,
    /// A place in a texture.
    TexCoord,
    /// A colour.
    Color,
    /// Joints that move the vertex, by their place in the skin.
    Joints,
    /// How strongly they do.
    Weights,
    /// What an application calls by this name: upper case, without the underscore in front.
    Other(String),
}

/// The values of one attribute, in the type of the file.
#[derive(Debug, Clone, PartialEq)]
pub enum Column {
    /// Whole numbers.
    I32(Vec<i32>),
    /// Numbers.
    F32(Vec<f32>),
    /// Pairs.
    Vec2(Vec<[f32; 2]>),
    /// Triples.
    Vec3(Vec<[f32; 3]>),
    /// Fours.
    Vec4(Vec<[f32; 4]>),
    /// Bytes that count something: joints.
    U8x4(Vec<[u8; 4]>),
    /// Bytes that stand for 0 to 1.
    Unorm8x4(Vec<[u8; 4]>),
    /// Numbers of 16 bits that count something: joints.
    U16x4(Vec<[u16; 4]>),
    /// Numbers of 16 bits that stand for -1 to 1: n / 32767.
    Snorm16x3(Vec<[i16; 3]>),
}

impl Column {
    /// How many values.
    #[must_use]
    pub const fn len(&self) -> usize {
        match self {
            Self::I32(values) => values.len(),
            Self::F32(values) => values.len(),
            Self::Vec2(values) => values.len(),
            Self::Vec3(values) => values.len(),
            Self::Vec4(values) => values.len(),
            Self::U8x4(values) | Self::Unorm8x4(values) => values.len(),
            Self::U16x4(values) => values.len(),
            Self::Snorm16x3(values) => values.len(),
        }
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// No values of the same type, with room for so many.
    #[must_use]
    pub(crate) fn like(&self, room: usize) -> Self {
        match self {
            Self::I32(_) => Self::I32(Vec::with_capacity(room)),
            Self::F32(_) => Self::F32(Vec::with_capacity(room)),
            Self::Vec2(_) => Self::Vec2(Vec::with_capacity(room)),
            Self::Vec3(_) => Self::Vec3(Vec::with_capacity(room)),
            Self::Vec4(_) => Self::Vec4(Vec::with_capacity(room)),
            Self::U8x4(_) => Self::U8x4(Vec::with_capacity(room)),
            Self::Unorm8x4(_) => Self::Unorm8x4(Vec::with_capacity(room)),
            Self::U16x4(_) => Self::U16x4(Vec::with_capacity(room)),
            Self::Snorm16x3(_) => Self::Snorm16x3(Vec::with_capacity(room)),
        }
    }

    /// Appends the values of a column of the same type that are in a range, as far as they are there. Nothing of another type.
    pub(crate) fn extend(&mut self, of: &Self, range: Range<usize>) {
        fn of_range<T: Copy>(to: &mut Vec<T>, from: &[T], range: Range<usize>) {
            let end = range.end.min(from.len());
            to.extend_from_slice(from.get(range.start..end).unwrap_or_default());
        }
        match (self, of) {
            (Self::I32(to), Self::I32(from)) => of_range(to, from, range),
            (Self::F32(to), Self::F32(from)) => of_range(to, from, range),
            (Self::Vec2(to), Self::Vec2(from)) => of_range(to, from, range),
            (Self::Vec3(to), Self::Vec3(from)) => of_range(to, from, range),
            (Self::Vec4(to), Self::Vec4(from)) => of_range(to, from, range),
            (Self::U8x4(to), Self::U8x4(from)) | (Self::Unorm8x4(to), Self::Unorm8x4(from)) => {
                of_range(to, from, range)
            }
            (Self::U16x4(to), Self::U16x4(from)) => of_range(to, from, range),
            (Self::Snorm16x3(to), Self::Snorm16x3(from)) => of_range(to, from, range),
            _ => {}
        }
    }

    /// The values at some places, which must be there.
    #[must_use]
    pub fn at(&self, places: &[usize]) -> Self {
        fn of<T: Copy>(values: &[T], places: &[usize]) -> Vec<T> {
            places.iter().map(|place| values[*place]).collect()
        }
        match self {
            Self::I32(values) => Self::I32(of(values, places)),
            Self::F32(values) => Self::F32(of(values, places)),
            Self::Vec2(values) => Self::Vec2(of(values, places)),
            Self::Vec3(values) => Self::Vec3(of(values, places)),
            Self::Vec4(values) => Self::Vec4(of(values, places)),
            Self::U8x4(values) => Self::U8x4(of(values, places)),
            Self::Unorm8x4(values) => Self::Unorm8x4(of(values, places)),
            Self::U16x4(values) => Self::U16x4(of(values, places)),
            Self::Snorm16x3(values) => Self::Snorm16x3(of(values, places)),
        }
    }
}

impl Stream {
    /// The attribute of this meaning and number.
    #[must_use]
    pub fn get(&self, semantic: &Semantic, set: u8) -> Option<&Column> {
        let found = self
            .attributes
            .iter()
            .find(|attribute| attribute.semantic == *semantic && attribute.set == set);
        found.map(|attribute| &attribute.values)
    }

    /// The places of all vertices, where they are stored as three numbers.
    #[must_use]
    pub fn positions(&self) -> Option<&[[f32; 3]]> {
        match self.get(&Semantic::Position, 0)? {
            Column::Vec3(values) => Some(values),
            _ => None,
        }
    }
}
