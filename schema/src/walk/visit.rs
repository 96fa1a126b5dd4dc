//! What the walker shows: [`Visitor`] and the things it is called with.

use std::ops::Range;

use crate::{
    Path, Result, half_float,
    layout::{Endian, Field, PrimKind, Struct, Type, Variant},
};

/// Is shown everything in a file, in order.
#[expect(unused_variables, reason = "the names are documentation")]
pub trait Visitor {
    /// A value.
    ///
    /// # Errors
    /// An error ends the walk, which returns it.
    fn leaf(&mut self, leaf: &Leaf<'_>) -> Result<()> {
        Ok(())
    }

    /// A struct, a variant or a list begins. The range of the node is empty yet.
    fn enter(&mut self, node: &Node<'_>) {}

    /// A struct, a variant or a list ends. The range of the node is all that it covers.
    fn leave(&mut self, node: &Node<'_>) {}

    /// Which items of a list to show. Asked only for lists whose items all have one size, so that
    /// leaving some out costs nothing.
    fn items(&mut self, list: &ListNode<'_>) -> Items {
        Items::All
    }

    /// Some items of a list were left out: their indices and the bytes that they cover.
    fn skipped(&mut self, list: &ListNode<'_>, items: Range<u64>, bytes: Range<u64>) {}
}

/// Looks at nothing.
impl Visitor for () {}

/// A value in a file.
#[derive(Debug, Clone)]
pub struct Leaf<'a> {
    /// Where in the tree.
    pub path: &'a Path<'a>,
    /// Which bytes, from the start of the file.
    pub range: Range<u64>,
    /// The field, with its doc and unit; for an item, the field of its list.
    pub field: &'a Field,
    /// What is stored; for an item, the type of the item.
    pub ty: &'a Type,
    /// Which part of the type this is.
    pub part: Part,
    /// The value.
    pub value: Scalar<'a>,
    /// Byte order of a number of fixed width.
    pub endian: Endian,
    /// Whether trees have it. False for magics of structs, counts and whatever else exists only in
    /// the file.
    pub visible: bool,
    /// Whether it takes no bytes.
    pub synthetic: bool,
    /// What it should be, for a number that should follow from what stands before it.
    pub right: Option<u64>,
}

impl Leaf<'_> {
    /// Whether it tells something about the file. What readers only look at on their way, such as how many bytes are
    /// left, does not; values that follow from others do, although they take no bytes.
    #[must_use]
    pub const fn is_telling(&self) -> bool {
        !self.synthetic || self.visible || self.field.is.is_some()
    }
}

/// Which part of its type a leaf is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Part {
    /// All of it.
    Whole,
    /// The magic of a version, a struct or a variant; its path ends in `magic`.
    Magic,
    /// The number after the magic of a version; its path ends in `number`.
    Number,
    /// The bytes after the NUL of a fixed string; their path ends in `padding`.
    Padding,
}

/// The value of a leaf.
#[derive(Debug, Clone, Copy)]
pub enum Scalar<'a> {
    /// A whole number; a dialect is its place among the dialects of the format.
    Int(i128),
    /// A number of single precision, NaN bits as in the file.
    F32(f32),
    /// A number of double precision, NaN bits as in the file.
    F64(f64),
    /// A string without its NUL, a magic, a blob, a padding.
    Bytes(&'a [u8]),
}

impl PartialEq for Scalar<'_> {
    /// Equal bits: NaN equals the same NaN, and -0 differs from 0.
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Int(a), Scalar::Int(b)) => a == b,
            (Self::F32(a), Scalar::F32(b)) => a.to_bits() == b.to_bits(),
            (Self::F64(a), Scalar::F64(b)) => a.to_bits() == b.to_bits(),
            (Self::Bytes(a), Scalar::Bytes(b)) => a == b,
            _ => false,
        }
    }
}

impl Scalar<'_> {
    /// The number in some bytes, as many as its kind is wide; those beyond count as nothing, and
    /// missing ones as zeros.
    #[must_use]
    pub fn decode(kind: PrimKind, raw: &[u8], endian: Endian) -> Scalar<'static> {
        if kind.size() > 8 {
            return Self::decode_wide(raw, endian);
        }
        let bits = Self::bits(kind.size(), raw, endian);
        match kind {
            PrimKind::U8 | PrimKind::U16 | PrimKind::U24 | PrimKind::U32 | PrimKind::U64 => {
                Scalar::Int(bits.into())
            }
            PrimKind::I24 => Scalar::Int(((bits << 40) as i64 >> 40).into()),
            PrimKind::F16 => Scalar::F32(half_float::widened(bits as u16)),
            PrimKind::U128 | PrimKind::I128 => Self::decode_wide(raw, endian),
            PrimKind::I8 => Scalar::Int((bits as u8 as i8).into()),
            PrimKind::I16 => Scalar::Int((bits as u16 as i16).into()),
            PrimKind::I32 => Scalar::Int((bits as u32 as i32).into()),
            PrimKind::I64 => Scalar::Int((bits as i64).into()),
            PrimKind::F32 => Scalar::F32(f32::from_bits(bits as u32)),
            PrimKind::F64 => Scalar::F64(f64::from_bits(bits)),
        }
    }

    /// So many bytes, at most 8, as a whole number. Four are what most numbers have, and are not worth a copy.
    #[inline]
    fn bits(size: usize, raw: &[u8], endian: Endian) -> u64 {
        match (size, raw.first_chunk(), endian) {
            (4, Some(word), Endian::Little) => u32::from_le_bytes(*word).into(),
            (4, Some(word), Endian::Big) => u32::from_be_bytes(*word).into(),
            _ => {
                let mut word = [0; 8];
                let size = size.min(raw.len());
                let part = &mut word[..size];
                part.copy_from_slice(&raw[..size]);
                if endian == Endian::Big {
                    part.reverse();
                }
                u64::from_le_bytes(word)
            }
        }
    }

    fn decode_wide(raw: &[u8], endian: Endian) -> Scalar<'static> {
        let mut word = [0; 16];
        let size = word.len().min(raw.len());
        let part = &mut word[..size];
        part.copy_from_slice(&raw[..size]);
        if endian == Endian::Big {
            part.reverse();
        }
        Scalar::Int(i128::from_le_bytes(word))
    }

    /// Whether it is no float, or neither infinite nor NaN.
    #[must_use]
    pub fn is_finite(&self) -> bool {
        match self {
            Self::F32(value) => value.is_finite(),
            Self::F64(value) => value.is_finite(),
            Self::Int(_) | Self::Bytes(_) => true,
        }
    }

    /// The same value, owning its bytes.
    #[must_use]
    pub fn to_buf(&self) -> ScalarBuf {
        match self {
            Self::Int(value) => ScalarBuf::Int(*value),
            Self::F32(value) => ScalarBuf::F32(*value),
            Self::F64(value) => ScalarBuf::F64(*value),
            Self::Bytes(bytes) => ScalarBuf::Bytes(bytes.to_vec()),
        }
    }
}

/// A [`Scalar`] that owns its bytes.
#[derive(Debug, Clone)]
#[allow(missing_docs)]
pub enum ScalarBuf {
    Int(i128),
    F32(f32),
    F64(f64),
    Bytes(Vec<u8>),
}

impl ScalarBuf {
    /// The value.
    #[must_use]
    pub fn as_scalar(&self) -> Scalar<'_> {
        match self {
            Self::Int(value) => Scalar::Int(*value),
            Self::F32(value) => Scalar::F32(*value),
            Self::F64(value) => Scalar::F64(*value),
            Self::Bytes(bytes) => Scalar::Bytes(bytes),
        }
    }
}

impl PartialEq for ScalarBuf {
    /// Equal bits, as for [`Scalar`].
    fn eq(&self, other: &Self) -> bool {
        self.as_scalar() == other.as_scalar()
    }
}

/// A struct, a variant or a list.
#[derive(Debug, Clone)]
pub struct Node<'a> {
    /// Where in the tree; empty for the root.
    pub path: &'a Path<'a>,
    /// Which bytes; empty, at the first of them, when the node is entered.
    pub range: Range<u64>,
    /// The field that holds it; for an item, the field of its list; a nameless one for the root.
    pub field: &'a Field,
    /// Which of the three.
    pub kind: NodeKind<'a>,
    /// Whether trees have it.
    pub visible: bool,
}

/// Which kind of node.
#[derive(Debug, Clone, Copy)]
pub enum NodeKind<'a> {
    /// A struct, of fields or of variants.
    Struct(&'a Struct),
    /// The variant of a struct; comes inside that struct.
    Variant(&'a Variant),
    /// A list.
    List {
        /// Number of items; when entering a list that lasts to the end of the file, none.
        count: Option<u64>,
        /// Size of an item in bytes; none when sizes differ.
        stride: Option<u64>,
    },
}

/// A list whose items all have one size.
#[derive(Debug, Clone)]
pub struct ListNode<'a> {
    /// Where in the tree.
    pub path: &'a Path<'a>,
    /// The field that holds it.
    pub field: &'a Field,
    /// Type of the items.
    pub item: &'a Type,
    /// Where its first item begins.
    pub start: u64,
    /// Number of items that the file holds completely.
    pub count: u64,
    /// Size of an item in bytes.
    pub stride: u64,
    /// Whether trees have it.
    pub visible: bool,
}

/// Which items of a list to show.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Items {
    /// Every one.
    All,
    /// Those with these indices, in two ranges, the second behind the first; either may be empty, and what lies outside the list is ignored.
    Ranges([Range<u64>; 2]),
}

impl Items {
    /// None at all.
    pub const NONE: Self = Self::Ranges([0..0, 0..0]);

    /// The one with this index.
    #[must_use]
    pub fn one(index: u64) -> Self {
        Self::these(index..index.saturating_add(1))
    }

    /// Those in a range.
    #[must_use]
    pub const fn these(items: Range<u64>) -> Self {
        let end = items.end;
        Self::Ranges([items, end..end])
    }
}
