//! [`Implied`]: what a text need not say, because it follows from the rest of the tree.
//!
//! Counts follow from the lists that they count, some numbers from an assertion, the variant of an enum from fields before it. All of this
//! is found in the layout alone, so it holds for loaded layouts too. What is left out of a tree is put back by the same calculation,
//! and it is only left out where that gives the same number.

mod complete;
mod compute;
mod naming;
mod omissions;
mod uses;

use std::collections::{BTreeSet, HashMap};

pub use self::{
    complete::{Part, Source, complete, leave_out},
    naming::Named,
    omissions::{Implied, Omission},
};
pub use crate::value::Pending;

use self::{omissions::address, uses::Uses};
use crate::{Layout, layout::Struct, sorted};

impl<'l> Implied<'l> {
    /// Looks through a layout.
    #[must_use]
    pub fn of(layout: &'l Layout) -> Self {
        let structs = layout.structs();
        let uses = Uses::of(layout, &structs);
        let untagged: BTreeSet<&str> = sorted::collect(
            structs[1..]
                .iter()
                .filter(|one| uses.decides(one))
                .map(|one| &*one.name),
        );
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
        implied.named = sorted::collect(
            structs
                .iter()
                .filter(|one| implied.can_name(one))
                .map(|one| &*one.name),
        );
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
