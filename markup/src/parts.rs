//! [`Parts`]: a long document, piece by piece.

use std::ops::Range;

use formwork_schema::{Layout, Result, Value, layout::Struct};

use crate::{
    known::element_of,
    make::{New, Same},
    markup::{Markup, Node},
    read::{Usual, made, root_item},
    within::{Spanning, Within},
};

/// How many parts a document has at most.
const PARTS: u32 = 32;

/// A document in parts, each the numbers of its elements. Every element is in one, and has with it those that it is in and what these have besides
/// items, so that a part is a document as well. A part has at least so many elements, where there are so many. All parts together are no
/// more than twice the document.
///
/// What asks for every element by itself can go through them, and needs a part of the memory.
pub struct Parts<'m> {
    markup: &'m Markup,
    layout: &'m Layout,
    usual: Usual<'m>,
    count: u32,
    step: u32,
    spanning: Spanning,
}

impl<'m> Parts<'m> {
    /// The parts of a document that [has a root](crate::has_root()) of this layout.
    ///
    /// # Errors
    /// None for layouts that a document can have.
    pub fn of(markup: &'m Markup, layout: &'m Layout, least: usize) -> Result<Self> {
        let count = markup.element_count() as u32;
        let mut parts = Self {
            markup,
            layout,
            usual: Usual::new(layout)?,
            count,
            step: count.max(1),
            spanning: Spanning::default(),
        };
        parts.step = parts.step(least.try_into().unwrap_or(u32::MAX));
        Ok(parts)
    }

    /// The elements of each.
    pub fn each(&self) -> impl Iterator<Item = Range<u32>> + use<> {
        let (count, step) = (self.count, self.step);
        let starts = (0..count).step_by(step as usize);
        starts.map(move |start| start..start.saturating_add(step).min(count))
    }

    /// The tree of one of them.
    ///
    /// # Errors
    /// See [`read`](crate::read()).
    pub fn read(&self, part: &Range<u32>) -> Result<Value> {
        let usual = |of: &Struct| self.usual.of(of);
        let within = Within::of(part, &self.spanning);
        made(self.markup, self.layout, New::within(&usual, &within))
    }

    /// Whether one of them means this tree, exactly. No other tree is made to find out.
    ///
    /// # Errors
    /// See [`read`](crate::read()).
    pub fn is_read_as(&self, part: &Range<u32>, tree: &Value) -> Result<bool> {
        let within = Within::of(part, &self.spanning);
        made(self.markup, self.layout, Same::within(tree, &within))
    }

    /// How many elements a part has.
    fn step(&self, least: u32) -> u32 {
        let of = |parts: u32| self.count.div_ceil(parts).max(least).max(1);
        let most = self.copied(self.count.max(1)) * 2;
        let mut parts = PARTS;
        while parts > 1 && self.copied(of(parts)) > most {
            parts /= 2;
        }
        of(parts)
    }

    /// How long all parts of so many elements are together, in bytes.
    fn copied(&self, step: u32) -> u64 {
        let root = self.markup.root();
        let of = root_item(self.layout, root).and_then(|item| item.element);
        let each = self.markup.nodes();
        let each = each.map(|node| own_length(node) * parts_with(node, step));
        let more = of.map_or(0, |of| self.more(root, of, (parts_with(root, step), step)));
        each.sum::<u64>() + more
    }

    /// How much longer they are since what is no item is wherever the element is that it is in, of which there are so many.
    fn more(&self, node: Node<'_>, of: &Struct, (among, step): (u64, u32)) -> u64 {
        if among == 1 {
            return 0;
        }
        let children = self.spanning.children(self.layout, of, node);
        let only = children.only.iter().map(|child| {
            let child = node.at(*child);
            let more = among - parts_with(child, step).min(among);
            match element_of(self.layout, of, child.name()) {
                Some(element) => {
                    own_length(child) * more + self.more(child, element, (among, step))
                }
                None => child.range().len() as u64 * more,
            }
        });
        let items = children.all.iter().map(|child| node.at(*child));
        let items = items.filter(|child| parts_with(*child, step) > 1);
        let items = items.filter(|child| !children.only.contains(&child.index));
        let items = items.filter_map(|child| {
            let element = element_of(self.layout, of, child.name())?;
            Some(self.more(child, element, (parts_with(child, step), step)))
        });
        only.chain(items).sum()
    }
}

/// How many parts of so many elements have an element, or one that is in it.
fn parts_with(node: Node<'_>, step: u32) -> u64 {
    u64::from((node.data().next - 1) / step - node.index / step + 1)
}

/// The length of an element without those that are in it, in bytes.
fn own_length(node: Node<'_>) -> u64 {
    let data = node.data();
    match data.next == node.index + 1 {
        true => node.range().len() as u64,
        false => data.tag.range().len() as u64 + u64::from(data.end - data.close),
    }
}
