//! [`FieldContext`]: what the parts of a walk know of the field that they are in.

use crate::layout::{Endian, Field};

/// What holds for a field and everything in it.
#[derive(Debug, Clone, Copy)]
pub(super) struct FieldContext<'a> {
    pub(super) field: &'a Field,
    /// The list of fields that `field` belongs to.
    pub(super) siblings: &'a [Field],
    pub(super) endian: Endian,
    pub(super) visible: bool,
}

impl FieldContext<'_> {
    /// The same for something that trees do not have.
    pub(super) const fn hidden(self) -> Self {
        Self {
            visible: false,
            ..self
        }
    }
}
