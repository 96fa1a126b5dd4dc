//! [`Value`]: the tree of any file that has a layout, in memory.
//!
//! It needs no Rust type, so it serves layouts that were loaded at run time as well as compiled ones. What the file has is
//! not copied: strings and blobs are slices of it, and a list whose items all have one size is [`Rows`], its bytes as they are.

mod build;
mod cell;
mod columns;
mod differ;
mod indices;
mod pack;
mod piece;
mod tree;
mod unlike;
mod write;

use bytes::Bytes;

pub use self::{
    cell::Cell,
    indices::{Index, visit_indices},
    pack::Packer,
    piece::{Piece, Whole},
    tree::{Fields, Fixed, Pending, Row, Rows, Value, fields::Iter, usual::UsualFields},
};

use crate::{
    Format, Layout, Limits, Result,
    read::{self, Document, ReadOptions, Trailing},
    walk::{WalkOptions, walk},
    weight, write as typed,
};

impl Value {
    /// Reads the tree of a file; what follows its end is not looked at.
    ///
    /// # Errors
    /// See [`walk`].
    pub fn read(layout: &Layout, bytes: &Bytes) -> Result<Self> {
        Self::read_with(layout, bytes, &WalkOptions::default()).map(|(tree, _)| tree)
    }

    /// Reads the tree of a file by these options; also returns where the tree ends, in bytes from
    /// the start.
    ///
    /// # Errors
    /// See [`walk`].
    pub fn read_with(layout: &Layout, bytes: &Bytes, options: &WalkOptions) -> Result<(Self, u64)> {
        let mut builder = build::Builder::new(bytes);
        let walked = walk(layout, bytes, options, &mut builder)?;
        Ok((builder.finish(), walked.end))
    }

    /// Reads the fields of the root up to and with the one at this place of the layout, and no further: later ones count as absent,
    /// and what is wrong behind is not told. Of layouts with dialects, which all of a file decides, all is read.
    ///
    /// # Errors
    /// See [`walk`]; too little memory for the whole tree.
    pub fn read_first(
        layout: &Layout,
        bytes: &Bytes,
        options: &WalkOptions,
        last: usize,
    ) -> Result<Self> {
        weight::check(layout, bytes, &options.limits)?;
        if layout.dialect().is_some() {
            return Self::read_with(layout, bytes, options).map(|(tree, _)| tree);
        }
        let mut builder = build::Builder::up_to(bytes, last);
        let walked = walk(layout, bytes, options, &mut builder);
        match (builder.begun(), walked) {
            (Some(tree), _) => Ok(tree),
            (None, Err(error)) => Err(error),
            (None, Ok(_)) => Ok(Self::Struct(Fields::default())),
        }
    }

    /// The tree of a value of a Rust type.
    ///
    /// # Errors
    /// [`Kind::Invalid`](crate::Kind::Invalid) for a value that contradicts itself.
    pub fn of<T: Format>(tree: &T) -> Result<Self> {
        Self::read(T::layout(), &typed::to_bytes(tree)?.into())
    }

    /// The same tree as a value of a Rust type.
    ///
    /// # Errors
    /// [`Kind::Invalid`](crate::Kind::Invalid) with the path of the first contradiction.
    pub fn into_tree<T: Format>(self) -> Result<T> {
        read::from_bytes(self.write(T::layout())?)
    }

    /// The bytes of this tree. Magics and counts are computed; conditions and counts are held
    /// against what is there.
    ///
    /// # Errors
    /// [`Kind::Invalid`](crate::Kind::Invalid) with the path of the first contradiction.
    pub fn write(&self, layout: &Layout) -> Result<Vec<u8>> {
        proved(layout, self, &[])
    }
}

/// Reads a file along its layout.
///
/// # Errors
/// See [`walk`]; bytes after the end of the tree where they are refused.
pub fn read(layout: &Layout, bytes: &Bytes, options: &ReadOptions) -> Result<Document<Value>> {
    read::check_size(bytes, options)?;
    weight::check(layout, bytes, &options.limits)?;
    let walk = WalkOptions {
        limits: options.limits,
        dialect: None,
    };
    let tree = Value::read_with(layout, bytes, &walk);
    let (tree, end) = tree.map_err(|error| read::advised(error, bytes))?;
    let trailing = bytes.slice(usize::try_from(end).unwrap_or(bytes.len()).min(bytes.len())..);
    if options.trailing == Trailing::Refuse {
        read::nothing_behind(&trailing, end)?;
    }
    Ok(Document { tree, trailing })
}

/// Writes a file along its layout.
///
/// # Errors
/// [`Kind::Invalid`](crate::Kind::Invalid) with the path of the first contradiction, and for trees whose bytes mean another tree.
pub fn write(layout: &Layout, document: &Document<Value>) -> Result<Vec<u8>> {
    proved(layout, &document.tree, &document.trailing)
}

/// Whether a tree that was read from a file is written as that. Bytes are compared as they come, so that they never stand beside the file.
/// Where this says no, [`write`](fn@write) tells why.
#[must_use]
pub fn is_written_as(layout: &Layout, document: &Document<Value>, file: &Bytes) -> bool {
    write::is_file(layout, &document.tree, &document.trailing, file).is_ok_and(|is| is)
}

/// Whether a tree is what a file is read as. The items of long lists are compared as they come, so that no other tree stands beside it.
#[must_use]
pub fn is_read_from(
    layout: &Layout,
    document: &Document<Value>,
    (file, limits): (&Bytes, &Limits),
) -> bool {
    let mut builder = build::Builder::comparing(file, &document.tree);
    let options = WalkOptions {
        limits: *limits,
        dialect: None,
    };
    let walked = walk(layout, file, &options, &mut builder);
    let behind = walked.map(|walked| walked.end.try_into().unwrap_or(usize::MAX));
    behind.is_ok_and(|end| file.get(end..) == Some(&document.trailing[..])) && builder.same()
}

/// The bytes of a tree, and those that follow it. They are read back, and must be what was meant, also where a condition asks how much of
/// the file is left.
fn proved(layout: &Layout, tree: &Value, trailing: &[u8]) -> Result<Vec<u8>> {
    let bytes = Bytes::from(write::write(layout, tree, trailing)?);
    let options = ReadOptions {
        trailing: Trailing::Keep,
        limits: Limits {
            bytes: u64::MAX,
            memory: u64::MAX,
            ..Limits::default()
        },
    };
    let again = read(layout, &bytes, &options).map_err(|error| {
        let message = format!("would not read back: {}", error.message());
        typed::unlike(&message).of(error.path())
    })?;
    let is_meant = again.tree == *tree
        || unlike::without_needless(layout, tree, &again.tree)
            .is_some_and(|tree| tree == again.tree);
    if !is_meant || *again.trailing != *trailing {
        return Err(unlike::unlike(layout, &bytes, tree, &again.tree));
    }
    drop(again);
    Ok(bytes.into())
}
