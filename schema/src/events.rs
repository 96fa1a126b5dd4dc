//! Serde events of a tree as the leaves that the walker yields for its bytes.
//!
//! A tree says nothing about bytes, but the layout does: guided by it, the events between trees and
//! text forms become the visible leaves of the file, in order, with path and value.

mod guide;
mod parts;
mod serializer;
mod tuple;

pub(crate) use self::guide::{Event, Sink};

use serde::Serialize;

use self::guide::Guide;
use crate::{Error, Kind, Layout, Path, Result, layout::Type, walk::Scalar};

/// Calls `sink` with every visible leaf of a tree, as the walker yields them for its bytes: same
/// order, paths and values.
///
/// # Errors
/// [`Kind::Invalid`] with the path where the tree does not look as the layout says.
pub fn leaves<T: Serialize + ?Sized>(
    layout: &Layout,
    tree: &T,
    sink: &mut impl FnMut(&Path<'_>, Scalar<'_>),
) -> Result<()> {
    events(layout, tree, &mut |path, event| {
        if let Event::Leaf(value) = event {
            sink(path, value);
        }
        Ok(())
    })
}

/// Whether every float of a tree is finite: neither infinite nor NaN.
pub fn is_finite<T: Serialize + ?Sized>(layout: &Layout, tree: &T) -> bool {
    let mut is_finite = true;
    // A tree that does not look as the layout says has no more values to ask for.
    let _ = events(layout, tree, &mut |_, event| match event {
        Event::Leaf(value) if !value.is_finite() => {
            is_finite = false;
            // No need to go on.
            Err(Error::new(Kind::Invalid, "not finite"))
        }
        _ => Ok(()),
    });
    is_finite
}

/// Calls `sink` with everything in a tree.
pub(crate) fn events<T: Serialize + ?Sized>(
    layout: &Layout,
    tree: &T,
    sink: &mut Sink<'_>,
) -> Result<()> {
    let root = Type::Struct(layout.root.clone());
    let mut guide = Guide {
        layout,
        path: Path::new(),
        derived: None,
        sink,
    };
    guide.value(&root, tree)
}

impl serde::ser::Error for Error {
    fn custom<T: std::fmt::Display>(message: T) -> Self {
        Self::new(Kind::Invalid, message.to_string())
    }
}
