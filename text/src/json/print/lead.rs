//! [`Lead`]: what precedes a value.

use crate::fault::Fault;

/// What precedes a value.
#[derive(Clone, Copy)]
pub(super) enum Lead<'p> {
    /// The value of the envelope.
    Root,
    /// A name.
    Member(&'p str),
    /// A comma, perhaps.
    Item,
    /// All of it stands there already.
    Written,
}

pub(super) fn unfit(lead: Lead<'_>, what: &str) -> Fault {
    let name = match lead {
        Lead::Member(name) => name,
        Lead::Root => "value",
        Lead::Item | Lead::Written => "an item",
    };
    Fault::invalid(format!("`{name}` is not {what} in the layout"))
}
