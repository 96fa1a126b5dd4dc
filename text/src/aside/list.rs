//! [`List`]: items of any size that a text leaves out.

use std::cell::Cell;

use formwork_schema::Value;

use super::{
    held::Held,
    left::{Aside, PrintPiece, What, all_were_read, find, unusual},
};
use crate::fault::Result;

/// Bytes of text after which a piece ends.
pub(crate) const PIECE: usize = 1 << 16;

/// Items of any size that are left out there.
pub(crate) fn list<'a, 'p>(all: &'a [Aside<'p>], text: &str, at: usize) -> Option<List<'a, 'p>> {
    let Aside { what, was_read, .. } = find(all, text, at)?;
    match what {
        What::Held(held, print) => Some(List {
            held,
            print,
            was_read,
        }),
        What::Rows(..) | What::Bytes(_) => None,
    }
}

/// Items of any size that a text leaves out.
pub(crate) struct List<'a, 'p> {
    held: &'a Held<'p>,
    print: &'a PrintPiece<'p>,
    was_read: &'a Cell<bool>,
}

impl List<'_, '_> {
    /// Reads the items, and returns all of the list. `first` is what was read of it; `read` reads the list that a piece is.
    pub(crate) fn read(
        &self,
        first: &Value,
        mut read: impl FnMut(&str, &[Aside<'_>]) -> Result<Value>,
    ) -> Result<Value> {
        let items = self.held.items.take();
        let mut rest = match items.split_first() {
            Some((own, rest)) if are(first, std::slice::from_ref(own)) => rest,
            _ => return Err(unusual().into()),
        };
        while !rest.is_empty() {
            (self.print)(rest, &mut |text, asides, count| {
                let (piece, behind) = rest.split_at(count);
                let text = str::from_utf8(text).map_err(|_| unusual())?;
                if !are(&read(text, asides)?, piece) || !all_were_read(asides) {
                    return Err(unusual().into());
                }
                rest = behind;
                Ok(())
            })?;
        }
        self.was_read.set(true);
        Ok(Value::List(items.into()))
    }
}

/// Whether a list has these items.
fn are(list: &Value, items: &[Value]) -> bool {
    match list {
        Value::List(list) => **list == *items,
        Value::Rows(rows) => {
            rows.len() == items.len() && rows.iter().zip(items).all(|(row, item)| row == *item)
        }
        _ => false,
    }
}
