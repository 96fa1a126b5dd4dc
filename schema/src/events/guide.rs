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

/// Where in the tree the events are.
pub(super) struct Guide<'a, 's, F> {
    pub(super) layout: &'a Layout,
    pub(super) path: Path<'a>,
    /// The field whose value follows from others, while a tree shows it.
    pub(super) derived: Option<&'a Field>,
    pub(super) sink: &'s mut F,
}

impl<'a, F: FnMut(&Path<'_>, Event<'_>) -> Result<()>> Guide<'a, '_, F> {
    #[inline]
    pub(super) fn leaf(&mut self, value: Scalar<'_>) -> Result<()> {
        match (self.derived.take(), value) {
            (Some(field), Scalar::Int(number)) => {
                (self.sink)(&self.path, Event::Derived(field, Some(number)))
            }
            (_, value) => (self.sink)(&self.path, Event::Leaf(value)),
        }
    }

    /// Shows a value that follows from others, which has no leaf where it cannot be calculated.
    pub(super) fn derived(
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

    pub(super) fn mark(&mut self, event: Event<'_>) -> Result<()> {
        (self.sink)(&self.path, event)
    }

    pub(super) fn invalid(&self, message: impl Into<String>) -> Error {
        Error::new(Kind::Invalid, message).of(&self.path)
    }
}
