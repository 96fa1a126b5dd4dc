//! The forms of texts, by number.

use formwork_schema::{
    Error, Layout, Result, Value,
    implied::{Implied, leave_out},
    place::FORM,
};

use crate::links::Links;

/// What texts of a form leave out.
pub(crate) fn implied(layout: &Layout, form: u8) -> Implied<'_> {
    if form == FORM {
        Implied::of(layout)
    } else {
        Implied::nothing(layout)
    }
}

/// What a text says of a tree, and what it says in place of indices.
pub(crate) fn said(implied: &Implied<'_>, tree: &Value) -> Result<(Value, Links)> {
    let mut said = tree.clone();
    let links = Links::of(implied.layout(), &mut said)?;
    leave_out(implied, &mut said)?;
    Ok((said, links))
}

/// An error about a text of another form also says that it is of one.
pub(crate) fn explained(error: Error, form: u8) -> Error {
    if form == FORM || !error.advice().is_empty() {
        return error;
    }
    error.help(format!(
        "this text is of form {form}, which formwork 0.1.0 wrote and in which some fields had other names; decode the file again"
    ))
}
