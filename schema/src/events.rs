//! Serde events of a tree as the leaves that the walker yields for its bytes.
//!
//! A tree says nothing about bytes, but the layout does: guided by it, the events between trees and
//! text forms become the visible leaves of the file, in order, with path and value.

mod finite;
mod parts;
mod serializer;
mod tuple;

pub use self::finite::is_finite;

use serde::Serialize;

use self::serializer::Guided;
use crate::{
    Error, Kind, Layout, Path, Result,
    layout::{Field, Type},
    walk::Scalar,
};

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

/// What a tree consists of, besides structs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Event<'a> {
    /// A value.
    Leaf(Scalar<'a>),
    /// A list has ended; it had so many items.
    Items(u64),
    /// A variant begins; its name is the last step of the path.
    Variant,
    /// What follows from other values, in a tree that keeps it; none where that cannot be calculated.
    Derived(&'a Field, Option<i128>),
}

/// Calls `sink` with everything in a tree.
pub(crate) fn events<T, F>(layout: &Layout, tree: &T, sink: &mut F) -> Result<()>
where
    T: Serialize + ?Sized,
    F: FnMut(&Path<'_>, Event<'_>) -> Result<()>,
{
    let root = Type::Struct(layout.root.clone());
    let mut guide = Guide {
        layout,
        path: Path::new(),
        derived: None,
        sink,
    };
    tree.serialize(Guided::new(&mut guide, &root))
}

/// Where in the tree the events are.
struct Guide<'a, 's, F> {
    layout: &'a Layout,
    path: Path<'a>,
    /// The field whose value follows from others, while a tree shows it.
    derived: Option<&'a Field>,
    sink: &'s mut F,
}

impl<'a, F: FnMut(&Path<'_>, Event<'_>) -> Result<()>> Guide<'a, '_, F> {
    #[inline]
    fn leaf(&mut self, value: Scalar<'_>) -> Result<()> {
        match (self.derived.take(), value) {
            (Some(field), Scalar::Int(number)) => {
                (self.sink)(&self.path, Event::Derived(field, Some(number)))
            }
            (_, value) => (self.sink)(&self.path, Event::Leaf(value)),
        }
    }

    /// Shows a value that follows from others, which has no leaf where it cannot be calculated.
    fn derived(
        &mut self,
        field: &'a Field,
        show: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()> {
        self.derived = Some(field);
        show(self)?;
        match self.derived.take() {
            Some(field) => (self.sink)(&self.path, Event::Derived(field, None)),
            None => Ok(()),
        }
    }

    fn mark(&mut self, event: Event<'_>) -> Result<()> {
        (self.sink)(&self.path, event)
    }

    fn invalid(&self, message: impl Into<String>) -> Error {
        Error::new(Kind::Invalid, message).of(&self.path)
    }
}

impl serde::ser::Error for Error {
    fn custom<T: std::fmt::Display>(message: T) -> Self {
        Self::new(Kind::Invalid, message.to_string())
    }
}
