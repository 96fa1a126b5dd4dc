//! [`Held`]: the items of a long list, outside their tree.

use std::cell::Cell;

use formwork_schema::Value;

use crate::plan::{Kind, Node, Plan};

/// Items of a list beyond which all but its first item is left out.
const MANY: usize = 1 << 8;

/// The items of a list of the root.
pub(super) struct Held<'p> {
    node: &'p Node<'p>,
    pub(super) items: Cell<Vec<Value>>,
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
