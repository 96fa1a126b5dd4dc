//! [`means`]: whether a document that was made says what it was made of.

use formwork_schema::{Error, Kind, Layout, Limits, Result, Value};

use crate::{
    fresh::fresh,
    markup::Markup,
    read::{is_read_as, read},
};

/// Asks that a document means what a tree says: an element that nobody knows may be broken XML, or one that is
/// known after all.
pub(crate) fn means(layout: &Layout, bytes: &[u8], tree: &Value) -> Result<()> {
    let is_same = |markup: Markup| {
        // What differs may be written the same.
        Ok(is_read_as(&markup, layout, tree)?
            || fresh(layout, &read(&markup, layout)?)?.is_like(&fresh(layout, tree)?)?)
    };
    match Markup::parse(bytes, &Limits::default()).and_then(is_same) {
        Ok(true) => Ok(()),
        Ok(_) => Err(Error::new(
            Kind::Invalid,
            "the document would mean something else: is something in `unknown` that is known?",
        )),
        Err(error) => Err(Error::new(
            Kind::Invalid,
            format!("no document means this tree: {error}"),
        )),
    }
}
