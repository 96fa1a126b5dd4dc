//! [`Value`]: a tree of any layout, and its parts.

pub(super) mod fields;
mod rows;
pub(super) mod usual;

use std::{ops::Range, sync::Arc};

use bytes::Bytes;

use super::{
    cell::Cell,
    piece::{Piece, Whole},
};
use crate::{
    Expr, Layout,
    layout::{Field, Struct, Type},
};

/// A tree, or a part of one.
#[derive(Debug, Clone)]
pub enum Value {
    /// A whole number, a truth value, flags, a named number.
    Int(Whole),
    /// A number of single precision.
    F32(f32),
    /// A number of double precision.
    F64(f64),
    /// The bytes of a C string without its NUL, or of a text.
    Text(Piece),
    /// A fixed string.
    Fixed(Box<Fixed>),
    /// A version (`UAN2 3`); the name of a dialect.
    Word(Arc<str>),
    /// Opaque bytes.
    Bytes(Box<Bytes>),
    /// The items of a list.
    List(Box<[Value]>),
    /// The items of a list, all of one size.
    Rows(Box<Rows>),
    /// The fields of a struct or of a variant.
    Struct(Fields),
    /// One of several variants.
    Variant {
        /// Its place in the layout.
        variant: usize,
        /// Its content: a struct when it has named fields, nothing for a unit variant.
        content: Option<Box<Value>>,
    },
    /// A number of a [`Row`], which stands in the bytes of each item.
    Cell(Cell),
    /// An enum in a text, to be read once the fields before it are known.
    Pending(Pending),
}

/// Trees consist of these.
const _: () = assert!(size_of::<Option<Value>>() <= 24);

/// A fixed string.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fixed {
    /// The bytes before the NUL.
    pub text: Bytes,
    /// The bytes after it, without the zeros at their end.
    pub padding: Bytes,
}

/// Part of a text that is read once the fields before it are known: where it stands, in bytes.
pub type Pending = Range<usize>;

/// The fields of a struct or of a variant, each at its place in the layout. Absent ones are empty, and so are those that trees do not
/// have: a run of them takes the room of one value, and so does a run of those that are as in most structs of this kind.
#[derive(Clone, Default)]
pub struct Fields(Box<[Spot]>);

/// One field, or some in a row; never a run of none.
#[derive(Clone)]
enum Spot {
    Here(Value),
    Gone(usize),
    Usual(Usual),
}

/// Some of the fields that most structs of a kind have; all these structs share them.
#[derive(Clone)]
struct Usual {
    all: Arc<Box<[Option<Value>]>>,
    start: u32,
    len: u32,
}

/// Spots take the place of fields.
const _: () = assert!(size_of::<Spot>() == size_of::<Option<Value>>());

/// The items of a list, all of one size: their bytes, and what every one of them looks like.
#[derive(Debug, Clone)]
pub struct Rows {
    bytes: Bytes,
    len: usize,
    row: Arc<Row>,
}

/// What every item of a list looks like.
#[derive(Debug, PartialEq)]
pub struct Row {
    size: usize,
    item: Value,
}

impl PartialEq for Value {
    /// Equal bits: NaN equals the same NaN, and -0 differs from 0. Rows equal a list of the same items.
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Int(a), Self::Int(b)) => a == b,
            (Self::F32(a), Self::F32(b)) => a.to_bits() == b.to_bits(),
            (Self::F64(a), Self::F64(b)) => a.to_bits() == b.to_bits(),
            (Self::Text(a), Self::Text(b)) => a == b,
            (Self::Bytes(a), Self::Bytes(b)) => a == b,
            (Self::Fixed(a), Self::Fixed(b)) => a == b,
            (Self::Word(a), Self::Word(b)) => a == b,
            (Self::List(a), Self::List(b)) => a == b,
            (Self::Rows(a), Self::Rows(b)) => a == b,
            (Self::Rows(rows), Self::List(list)) | (Self::List(list), Self::Rows(rows)) => {
                rows.len() == list.len() && rows.iter().zip(list.iter()).all(|(a, b)| a == *b)
            }
            (Self::Struct(a), Self::Struct(b)) => a == b,
            (
                Self::Variant { variant, content },
                Self::Variant {
                    variant: other_variant,
                    content: other_content,
                },
            ) => variant == other_variant && content == other_content,
            (Self::Cell(a), Self::Cell(b)) => a == b,
            _ => false,
        }
    }
}

impl Value {
    /// A whole number.
    #[inline]
    #[must_use]
    pub fn int(number: impl Into<i128>) -> Self {
        Self::Int(number.into().into())
    }

    /// The field at a place of the layout, where it is there.
    #[must_use]
    pub fn field(&self, place: usize) -> Option<&Self> {
        match self {
            Self::Struct(fields) => fields.get(place),
            _ => None,
        }
    }

    /// The field of a struct with this name, where it is there.
    #[must_use]
    pub fn named(&self, of: &Struct, name: &str) -> Option<&Self> {
        let place = of.fields().iter().position(|field| field.name == *name);
        self.field(place?)
    }

    /// The dialect that the tree was made with, by its place; 0 for formats that are never ambiguous.
    pub(crate) fn dialect(&self, layout: &Layout) -> usize {
        let is_choice = |field: &Field| matches!(field.ty, Type::Dialect(_));
        let place = layout.root().fields().iter().position(is_choice);
        match (layout.dialect(), place.and_then(|place| self.field(place))) {
            (Some(names), Some(Self::Word(word))) => {
                let place = names.values.iter().position(|name| name.name == **word);
                place.unwrap_or(0)
            }
            _ => 0,
        }
    }

    /// The number that an array of this type counts as in expressions; none for everything else.
    pub(crate) fn number_of_bytes(&self, ty: &Type) -> Option<i128> {
        if !ty.peeled().is_bytes() {
            return None;
        }
        match self {
            Self::List(items) => {
                let bytes = items.iter().map(|item| match item {
                    Self::Int(byte) => u8::try_from(byte.get()).ok(),
                    _ => None,
                });
                Expr::number_of(&bytes.collect::<Option<Vec<u8>>>()?)
            }
            Self::Rows(rows) => Expr::number_of(rows.bytes()),
            _ => None,
        }
    }

    /// Number of items of a list or of bytes of a blob or string.
    #[must_use]
    pub fn length(&self) -> Option<usize> {
        match self {
            Self::List(items) => Some(items.len()),
            Self::Rows(rows) => Some(rows.len()),
            Self::Bytes(bytes) => Some(bytes.len()),
            Self::Text(text) => Some(text.len()),
            _ => None,
        }
    }
}
