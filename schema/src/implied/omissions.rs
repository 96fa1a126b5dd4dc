//! What texts leave out, as whoever reads and writes them asks for it.

use std::collections::{BTreeSet, HashMap};

use crate::{
    Layout,
    layout::{Field, Struct, Type, Variant, VariantShape},
};

/// Why a field need not be in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Omission {
    /// Its number follows from the length of lists, or from an assertion.
    Computed,
    /// Nobody knows what it means, and it is 0.
    Zero,
}

/// What the texts of a layout leave out.
#[derive(Debug)]
pub struct Implied<'l> {
    pub(super) layout: &'l Layout,
    pub(super) structs: Vec<&'l Struct>,
    pub(super) fields: HashMap<usize, Omission>,
    pub(super) untagged: BTreeSet<&'l str>,
    /// Structs that are one list, whose items another list names.
    pub(super) named: BTreeSet<&'l str>,
    /// Structs with anything of that kind in them, directly or further in.
    pub(super) busy: BTreeSet<&'l str>,
}

impl<'l> Implied<'l> {
    /// Whether texts leave anything out, as all do since form 2.
    #[must_use]
    pub fn leaves_out(&self) -> bool {
        !self.structs.is_empty()
    }

    /// The layout.
    #[must_use]
    pub fn layout(&self) -> &'l Layout {
        self.layout
    }

    /// Why this field of the layout may be left out; `None` for one that may not.
    #[must_use]
    pub fn omission(&self, field: &Field) -> Option<Omission> {
        self.fields.get(&address(field)).copied()
    }

    /// Whether texts do not name the variant of this enum, because fields before it decide which one it is.
    #[must_use]
    pub fn is_untagged(&self, target: &Struct) -> bool {
        self.untagged.contains(&*target.name)
    }

    /// Whether a text may lack a field: not every file has it, or it follows from the rest.
    #[must_use]
    pub fn is_optional(&self, field: &Field) -> bool {
        let is_empty = || match field.ty.peeled() {
            Type::Struct(target) => self.may_be_empty(self.layout.get(target)),
            _ => false,
        };
        field.may_be_absent() || self.omission(field).is_some() || is_empty()
    }

    /// Whether a variant that is not named has no content.
    pub(super) fn may_be_empty(&self, target: &Struct) -> bool {
        let is_unit = |variant: &Variant| variant.shape == VariantShape::Unit;
        self.is_untagged(target) && target.variants().iter().any(is_unit)
    }

    pub(super) fn is_busy(&self, ty: &Type) -> bool {
        ty.struct_ref()
            .is_some_and(|target| self.busy.contains(&*target.name))
    }
}

/// Where a field of a layout is in memory, which tells it apart from every other.
pub(super) fn address(field: &Field) -> usize {
    std::ptr::from_ref(field).addr()
}
