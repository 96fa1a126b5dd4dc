//! [`Value`]: a tree in memory for what no Rust type describes, such as layouts loaded at run time.
//!
//! # Events
//!
//! A value serializes as a derived type does (the table in `DESIGN.md`), except:
//!
//! - whole numbers, flags, enumerations and [`Bool`](crate::Bool) are `u64`, negative ones `i64`,
//!   whatever their width;
//! - structs and the named fields of arms are `map`, keys `str`, entries in the order of the layout;
//! - a conditional field that is absent has no entry; one that is present is its value, without
//!   `some`;
//! - a struct of arms is a `map` of one entry: the arm's name, and its content: the value of a
//!   newtype arm, a `map` for named fields, `unit` for a unit arm.
//!
//! A value asks a deserializer for the same as a derived type: `struct` with an empty name and no
//! field names, answered with `map` or `seq`; `option` for conditional fields; `enum` with an empty name
//! and no variants, where the variant is its index (`u64`) or name (`str`); `tuple` and `seq` as
//! the table says; `any` for fixed strings. Numbers may come in any width, floats as any number.

mod build;
mod seed;
mod serialize;
mod write;

pub use self::seed::Seed;

use crate::{
    Layout, Result,
    layout::Str,
    walk::{WalkOptions, walk},
};

/// A tree, or a part of one.
#[derive(Debug, Clone)]
pub enum Value {
    /// A whole number, a truth value, flags, a named number.
    Int(i128),
    /// A number of single precision.
    F32(f32),
    /// A number of double precision.
    F64(f64),
    /// A C string, odd bytes [escaped](crate::escape); a version (`UAN2 3`); the name of a
    /// candidate reading.
    Text(String),
    /// A fixed string.
    Fixed {
        /// The bytes before the NUL.
        text: Vec<u8>,
        /// The bytes behind it, without the zeros at their end.
        padding: Vec<u8>,
    },
    /// Opaque bytes.
    Bytes(Vec<u8>),
    /// The items of a list.
    List(Vec<Value>),
    /// The visible fields of a struct or of an arm, in order; absent ones are left out.
    Struct(Vec<(Str, Value)>),
    /// One of several arms.
    Arm {
        /// Its name.
        name: Str,
        /// Its content: a struct when it has named fields, nothing for a unit arm.
        content: Option<Box<Value>>,
    },
}

impl PartialEq for Value {
    /// Equal bits: NaN equals the same NaN, and -0 differs from 0.
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Int(a), Self::Int(b)) => a == b,
            (Self::F32(a), Self::F32(b)) => a.to_bits() == b.to_bits(),
            (Self::F64(a), Self::F64(b)) => a.to_bits() == b.to_bits(),
            (Self::Text(a), Self::Text(b)) => a == b,
            (
                Self::Fixed { text, padding },
                Self::Fixed {
                    text: other_text,
                    padding: other_padding,
                },
            ) => text == other_text && padding == other_padding,
            (Self::Bytes(a), Self::Bytes(b)) => a == b,
            (Self::List(a), Self::List(b)) => a == b,
            (Self::Struct(a), Self::Struct(b)) => a == b,
            (
                Self::Arm { name, content },
                Self::Arm {
                    name: other_name,
                    content: other_content,
                },
            ) => name == other_name && content == other_content,
            _ => false,
        }
    }
}

impl Value {
    /// Reads the tree of a file; what follows its end is not looked at.
    ///
    /// # Errors
    /// See [`walk`].
    pub fn read(layout: &Layout, bytes: &[u8]) -> Result<Self> {
        Self::read_with(layout, bytes, &WalkOptions::default()).map(|(tree, _)| tree)
    }

    /// Reads the tree of a file by these options; also returns where the tree ends, in bytes from
    /// the start.
    ///
    /// # Errors
    /// See [`walk`].
    pub fn read_with(layout: &Layout, bytes: &[u8], options: &WalkOptions) -> Result<(Self, u64)> {
        let mut builder = build::Builder::default();
        let walked = walk(layout, bytes, options, &mut builder)?;
        Ok((builder.finish(), walked.end))
    }

    /// Reads a tree from events, guided by the layout.
    #[must_use]
    pub fn seed(layout: &Layout) -> Seed<'_> {
        Seed::new(layout)
    }

    /// The bytes of this tree. Magics and counts are computed; conditions and counts are held
    /// against what is there.
    ///
    /// # Errors
    /// [`Kind::Invalid`](crate::Kind::Invalid) with the path of the first contradiction.
    pub fn write(&self, layout: &Layout) -> Result<Vec<u8>> {
        write::write(layout, self)
    }

    /// The field of a struct with this name, if it is there.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<&Self> {
        match self {
            Self::Struct(fields) => fields
                .iter()
                .find(|(known, _)| *known == *name)
                .map(|(_, value)| value),
            _ => None,
        }
    }
}
