//! Tree → bytes.

use std::fmt::Debug;

use binrw::io::{Seek, Write};
use bytes::Bytes;

use crate::{
    Dialects as _, Error, Format, Kind, Limits, Result,
    layout::Type,
    measured,
    read::{self, Document, ReadOptions, Trailing},
    sink::{Output, Sink},
    walk::depends_on_its_place,
};

/// The bytes of a tree.
///
/// # Errors
/// [`Kind::Invalid`] with the path of the first contradiction; nothing is written then.
pub fn to_bytes<T: Format>(tree: &T) -> Result<Vec<u8>> {
    tree.write_document(&[])
}

/// The bytes of a tree and of what follows it.
///
/// # Errors
/// See [`to_bytes`].
#[doc(hidden)]
pub fn document_of<T: Format>(tree: &T, trailing: &[u8]) -> Result<Vec<u8>> {
    let mut bytes = tree_bytes(tree)?;
    bytes.extend_from_slice(trailing);
    if tree_says_all(tree, trailing) && !T::has_lookahead() {
        return Ok(bytes);
    }
    let bytes = Bytes::from(bytes);
    means(tree, trailing, &bytes)?;
    Ok(bytes.into())
}

/// Whether a tree and what follows it are written as a file is. Bytes are compared as they come, so that they never stand beside the file.
/// Where this says no, [`document`] tells why.
#[must_use]
pub fn is_written_as<T: Format>(document: &Document<T>, file: &Bytes) -> bool {
    let Document { tree, trailing } = document;
    let is_written = || -> Result<bool> {
        let mut sink = Sink::comparing(file.clone());
        measured::keeping(|| {
            tree.check_tree()?;
            write_to(tree, &mut sink)
        })?;
        if !tree_says_all(tree, trailing) {
            means(tree, trailing, file)?;
        }
        Ok(sink.is_same() && file.get(sink.len()..) == Some(&trailing[..]))
    };
    is_written().is_ok_and(|is| is)
}

/// Whether a tree whose check finds nothing is what its bytes mean.
fn tree_says_all<T: Format>(tree: &T, trailing: &[u8]) -> bool {
    // A tail that is there only while bytes are left may take what follows the tree for itself.
    trailing.is_empty() && !looks_up::<T>() && !is_placed::<T>() && !tree.is_ambiguous()
}

/// Whether something of a format is read elsewhere in the file.
fn looks_up<T: Format>() -> bool {
    let fields = T::layout().root().fields();
    fields.iter().any(|field| field.at.is_some())
}

/// Whether something takes as many bytes as its place in the file wants, which a size in front of it does not know.
fn is_placed<T: Format>() -> bool {
    !T::is_bounded() && depends_on_its_place(T::layout())
}

/// Asks that bytes mean a tree and what follows it, which no check of the tree can say.
fn means<T: Format>(tree: &T, trailing: &[u8], bytes: &Bytes) -> Result<()> {
    let says_too_little = looks_up::<T>() || is_placed::<T>() || T::has_lookahead();
    proved(trailing, bytes, |again: &T| {
        same_dialect(tree, again)?;
        // The end says too little: what is there, and how long it is, may depend on what follows.
        if says_too_little && !is_same(tree, again) {
            return Err(unlike("would read back as another tree"));
        }
        Ok(())
    })
}

/// Whether two trees are the same. NaN equals nothing, so trees with one are compared as they are shown.
fn is_same<T: PartialEq + Debug>(tree: &T, again: &T) -> bool {
    let itself = again;
    *tree == *again || (*itself != *again && format!("{tree:?}") == format!("{again:?}"))
}

/// Asks that what is read back is read as the tree says: of bytes that several readings fit, the first counts.
fn same_dialect<T: Format>(tree: &T, again: &T) -> Result<()> {
    let (own, other) = (tree.dialect(), again.dialect());
    if own == other || !tree.is_ambiguous() {
        return Ok(());
    }
    let name = |dialect: T::Dialect| {
        let place = T::Dialect::ALL.iter().position(|known| *known == dialect);
        let names = T::Dialect::NAMES.map(|names| &*names.values);
        let name = place.zip(names).and_then(|(place, names)| names.get(place));
        name.map_or("", |name| &*name.name)
    };
    let (own, other) = (name(own), name(other));
    let fields = T::layout().root().fields();
    let field = fields
        .iter()
        .find(|field| matches!(field.ty, Type::Dialect(_)));
    let message = format!("these bytes would read back as `{other}`, not as `{own}`");
    Err(Error::new(Kind::Invalid, message)
        .of(field.map_or("", |field| &*field.name))
        .help(format!(
            "say `{other}`, and see what that makes of the rest"
        )))
}

/// Asks that bytes mean what was written. Only the finished file tells what is looked up elsewhere in it and
/// what an optional tail takes, so no check of the tree can say.
fn proved<T: Format>(
    trailing: &[u8],
    bytes: &Bytes,
    is_same: impl FnOnce(&T) -> Result<()>,
) -> Result<()> {
    let options = ReadOptions {
        trailing: Trailing::Keep,
        limits: Limits {
            bytes: u64::MAX,
            memory: u64::MAX,
            ..Limits::default()
        },
    };
    let again = read::document::<T>(bytes, &options)
        .map_err(|error| unlike(&format!("would not read back: {error}")))?;
    is_same(&again.tree)?;
    if *again.trailing != *trailing {
        return Err(unlike("would read back as another tree"));
    }
    Ok(())
}

pub(crate) fn unlike(message: &str) -> Error {
    let error = Error::new(Kind::Invalid, message);
    error.help("see what depends on the rest of the file: optional tails, sizes at the end, what precedes it")
}

fn tree_bytes<T: Format>(tree: &T) -> Result<Vec<u8>> {
    measured::keeping(|| {
        tree.check_tree()?;
        let count = || {
            let mut sink = Sink::counting(0);
            // What cannot be counted cannot be written, which says so.
            write_to(tree, &mut sink).map_or(0, |()| sink.len())
        };
        let mut output = Output::new(&count);
        write_to(tree, &mut output)?;
        Ok(output.into_bytes())
    })
}

/// The bytes of a tree and what followed it in its file.
///
/// # Errors
/// See [`to_bytes`].
pub fn document<T: Format>(document: &Document<T>) -> Result<Vec<u8>> {
    document.tree.write_document(&document.trailing)
}

fn write_to<T: Format>(tree: &T, writer: &mut (impl Write + Seek)) -> Result<()> {
    tree.write_to(writer).map_err(|error| {
        // What can be wrong with a tree, `check_tree` has said.
        Error::new(Kind::Invalid, format!("cannot be written: {error}"))
    })
}
