//! [`Implied`]: what a text need not say, because it follows from the rest of the tree.
//!
//! Counts follow from the lists that they count, some numbers from an assertion, the variant of an enum from fields before it. All of this
//! is found in the layout alone, so it holds for loaded layouts too. What is left out of a tree is put back by the same calculation,
//! and it is only left out where that gives the same number.

mod complete;
mod compute;
mod naming;
mod uses;

use std::collections::{BTreeSet, HashMap};

pub use self::{
    complete::{Part, Source, complete, leave_out},
    naming::Named,
};
pub use crate::value::Pending;
use crate::{
    Layout,
    layout::{Count, Field, Struct, Type, Variant, VariantShape},
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
    layout: &'l Layout,
    structs: Vec<&'l Struct>,
    fields: HashMap<usize, Omission>,
    untagged: BTreeSet<&'l str>,
    /// Structs that are one list, whose items another list names.
    named: BTreeSet<&'l str>,
    /// Structs with anything of that kind in them, directly or further in.
    busy: BTreeSet<&'l str>,
}

impl<'l> Implied<'l> {
    /// Looks through a layout.
    #[must_use]
    pub fn of(layout: &'l Layout) -> Self {
        let structs = layout.structs();
        let uses = uses::Uses::of(layout, &structs);
        let untagged: BTreeSet<&str> = structs[1..]
            .iter()
            .filter(|one| uses.decides(one))
            .map(|one| &*one.name)
            .collect();
        let mut fields = HashMap::new();
        for one in &structs {
            for list in one.field_lists() {
                for place in 0..list.len() {
                    if let Some(why) = uses.omission(one, list, place) {
                        fields.insert(address(&list[place]), why);
                    }
                }
            }
        }
        let mut implied = Self {
            layout,
            structs: structs.clone(),
            fields,
            untagged,
            named: BTreeSet::new(),
            busy: BTreeSet::new(),
        };
        implied.named = structs
            .iter()
            .filter(|one| implied.can_name(one))
            .map(|one| &*one.name)
            .collect();
        implied.busy = implied.find_busy(&structs);
        implied
    }

    /// A layout of which texts say everything, as those of the first form did.
    #[must_use]
    pub fn nothing(layout: &'l Layout) -> Self {
        Self {
            layout,
            structs: Vec::new(),
            fields: HashMap::new(),
            untagged: BTreeSet::new(),
            named: BTreeSet::new(),
            busy: BTreeSet::new(),
        }
    }

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
    fn may_be_empty(&self, target: &Struct) -> bool {
        let is_unit = |variant: &Variant| variant.shape == VariantShape::Unit;
        self.is_untagged(target) && target.variants().iter().any(is_unit)
    }

    fn is_busy(&self, ty: &Type) -> bool {
        ty.struct_ref()
            .is_some_and(|target| self.busy.contains(&*target.name))
    }

    fn find_busy(&self, structs: &[&'l Struct]) -> BTreeSet<&'l str> {
        let mut busy = self.untagged.clone();
        loop {
            let before = busy.len();
            for one in structs {
                let mut fields = one.field_lists().flatten();
                if fields.any(|field| {
                    let target = field.ty.struct_ref();
                    self.omission(field).is_some()
                        || target.is_some_and(|target| busy.contains(&*target.name))
                }) {
                    busy.insert(&one.name);
                }
            }
            if busy.len() == before {
                return busy;
            }
        }
    }
}

/// Where a field of a layout is in memory, which tells it apart from every other.
fn address(field: &Field) -> usize {
    std::ptr::from_ref(field).addr()
}

/// The number of items of a list, as its layout says it. What is filled up does not tell how long its field is.
fn count(field: &Field) -> Option<&crate::Expr> {
    match &field.count {
        Some(Count::Expr(count)) if !field.ty.is_filled_up() => Some(count),
        _ => None,
    }
}
