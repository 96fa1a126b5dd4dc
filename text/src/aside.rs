//! [`Aside`]: items that a text leaves out, and that are printed piece by piece when they are read.
//!
//! Whoever asks whether a tree comes back through a text needs all of that text, but never at once: the items of a long list are read as
//! fast as they are printed, and the text is what is left.

mod blob;
mod bulk;
mod held;
mod left;
mod list;

use std::io::Write;

use formwork_schema::{Layout, Result as Done, Value, place::FORM, read::Document};

use self::left::all_were_read;
pub(crate) use self::{
    blob::bytes,
    bulk::rows,
    left::{Aside, Left, is_long},
    list::{PIECE, list},
};
use crate::{
    afforded,
    fault::{Fault, Result},
    form,
    links::Links,
    plan::Plan,
};

/// Prints what a text says of a tree, and notes what it leaves out.
pub(crate) type Print<'t> = &'t dyn for<'p> Fn(
    &'p Plan<'p>,
    (&Value, &'p Links),
    &mut dyn Write,
    &mut Left<'p>,
) -> Result<()>;

/// A tree as it comes back through a text that leaves out its bulk and its long lists. `afford` is asked whether there is memory for a text of so many bytes.
/// None where the whole text has to be looked at: it is read otherwise than it was printed, or wrong.
pub(crate) fn back(
    layout: &Layout,
    tree: Value,
    afford: &dyn Fn(u64) -> Done<()>,
    print: Print<'_>,
    read: impl FnOnce(&str, &[Aside<'_>]) -> Option<Document<Value>>,
) -> Done<Option<Document<Value>>> {
    let layout = crate::at_version(layout, &tree);
    let implied = form::implied(&layout, FORM);
    let (mut said, links) = form::said(&implied, tree)?;
    let plan = Plan::new(&implied);
    let held = held::take(&plan, &mut said);
    let (text, asides) = {
        let mut left = Left::new(&held);
        let print = |out: &mut dyn Write| {
            left.asides.clear();
            print(&plan, (&said, &links), out, &mut left).map_err(Fault::into_error)
        };
        (afforded(print, afford)?, left.asides)
    };
    // What is still to be printed, the asides have.
    drop(said);
    let Ok(text) = String::from_utf8(text) else {
        return Ok(None);
    };
    let again = read(&text, &asides);
    Ok(again.filter(|_| all_were_read(&asides)))
}
