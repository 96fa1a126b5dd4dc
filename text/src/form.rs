//! The forms of texts, by number.

use formwork_schema::{
    Layout, Result, Value,
    implied::{Implied, leave_out},
    place::FORM,
};

use crate::{fault::Fault, links::Links};

/// What texts of a form leave out.
pub(crate) fn implied(layout: &Layout, form: u8) -> Implied<'_> {
    if form == FORM {
        Implied::of(layout)
    } else {
        Implied::nothing(layout)
    }
}

/// What a text says of a tree, and what it says in place of indices.
pub(crate) fn said(implied: &Implied<'_>, mut tree: Value) -> Result<(Value, Links)> {
    let links = Links::new(implied.layout(), &mut tree)?;
    leave_out(implied, &mut tree)?;
    Ok((tree, links))
}

/// A name that is not known may be one of an older form.
pub(crate) fn renamed(fault: Fault, implied: &Implied<'_>) -> Fault {
    if implied.leaves_out() {
        return fault;
    }
    fault.help(
        "a text without `formwork=\"2\"` is of form 1, in which some fields had other names: add that, or decode the file again",
    )
}
