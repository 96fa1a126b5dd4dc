//! [`Held`]: the items of a long list, outside their tree.

use std::cell::Cell;

use formwork_schema::Value;

use super::{Aside, all_were_read, unusual};
use crate::{
    fault::Result,
    plan::{Kind, Node, Plan},
};

/// Items of a list beyond which all but its first item is left out.
const MANY: usize = 1 << 8;

/// Bytes of text after which a piece ends.
pub(crate) const PIECE: usize = 1 << 16;

/// Takes a list that is a piece of text: the text, what it leaves out, and how many items there are.
pub(crate) type Take<'t> = dyn FnMut(&[u8], &[Aside<'_>], usize) -> Result<()> + 't;

/// Prints a list that is a piece: as many items as are one, and hands them on.
pub(super) type PrintPiece<'p> = dyn Fn(&[Value], &mut Take<'_>) -> Result<()> + 'p;

/// The items of a list of the root.
pub(super) struct Held<'p> {
    node: &'p Node<'p>,
    items: Cell<Vec<Value>>,
}

impl Held<'_> {
    pub(super) fn is_of(&self, node: &Node<'_>) -> bool {
        std::ptr::addr_eq(self.node, node)
    }
}

/// Takes the long lists out of a tree, but for the first item of each.
pub(super) fn take<'p>(plan: &'p Plan<'p>, tree: &mut Value) -> Vec<Held<'p>> {
    let (Some(slots), Value::Struct(fields)) = (plan.slots(&plan.root), tree) else {
        return Vec::new();
    };
    if plan.implied.names(slots.fields, fields).is_some() {
        // A list names the items of others, so all of it must be there.
        return Vec::new();
    }
    let lists = slots.list.iter().filter_map(|slot| {
        // What waits for the fields before it is read late, and numbers of items are looked up in the whole text.
        let is_plain = match &slot.node.kind {
            Kind::List(list) => list.numbered.is_none() && !plan.waits(&list.item),
            _ => false,
        };
        let Some(Value::List(items)) = fields.get_mut(slot.field).filter(|_| is_plain) else {
            return None;
        };
        let first = items.first().filter(|_| items.len() > MANY)?.clone();
        let items = std::mem::replace(items, [first].into()).into_vec();
        Some(Held {
            node: &slot.node,
            items: Cell::new(items),
        })
    });
    lists.collect()
}

/// Items of any size that a text leaves out.
pub(crate) struct List<'a, 'p> {
    held: &'a Held<'p>,
    print: &'a PrintPiece<'p>,
    was_read: &'a Cell<bool>,
}

impl<'a, 'p> List<'a, 'p> {
    pub(super) fn new(
        held: &'a Held<'p>,
        print: &'a PrintPiece<'p>,
        was_read: &'a Cell<bool>,
    ) -> Self {
        Self {
            held,
            print,
            was_read,
        }
    }

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
