//! [`Guide`]: where in the layout and the tree the events are, and who receives them.

use crate::{Error, Kind, Layout, Path, Result, layout::Field, walk::Scalar};

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

/// Who receives them. One type for all, since each type of a tree is compiled once for each kind of guide.
pub(crate) type Sink<'s> = dyn FnMut(&Path<'_>, Event<'_>) -> Result<()> + 's;

/// Where in the tree the events are.
pub(super) struct Guide<'a, 's> {
    pub(super) layout: &'a Layout,
    pub(super) path: Path<'a>,
    /// The field whose value follows from others, while a tree shows it.
    pub(super) derived: Option<&'a Field>,
    pub(super) sink: &'s mut Sink<'s>,
}

impl<'a> Guide<'a, '_> {
    #[inline]
    pub(super) fn leaf(&mut self, value: Scalar<'_>) -> Result<()> {
        match (self.derived.take(), value) {
            (Some(field), Scalar::Int(number)) => {
                (self.sink)(&self.path, Event::Derived(field, Some(number)))
            }
            (_, value) => (self.sink)(&self.path, Event::Leaf(value)),
        }
    }

    /// Goes into a field, whose value perhaps follows from others.
    pub(super) fn enter(&mut self, field: &'a Field) {
        self.path.push_name(&field.name);
        if field.is.is_some() {
            self.derived = Some(field);
        }
    }

    /// Goes out of it. A value that follows from others has no leaf where it cannot be calculated.
    pub(super) fn leave(&mut self, field: &'a Field) -> Result<()> {
        if field.is.is_some()
            && let Some(field) = self.derived.take()
        {
            (self.sink)(&self.path, Event::Derived(field, None))?;
        }
        self.path.pop();
        Ok(())
    }

    pub(super) fn mark(&mut self, event: Event<'_>) -> Result<()> {
        (self.sink)(&self.path, event)
    }

    pub(super) fn invalid(&self, message: impl Into<String>) -> Error {
        Error::new(Kind::Invalid, message).of(&self.path)
    }
}
