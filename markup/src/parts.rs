//! [`parts`]: a long document, piece by piece.

use std::ops::Range;

use crate::markup::{Markup, Node};

/// How many parts a document has at most.
const PARTS: u32 = 32;

/// A document in parts, each the numbers of its elements. Every element is in one, and has with it those that it is in and what these have besides
/// items, so that a part is a document as well. A part has at least so many elements, where there are so many. All parts together are no
/// more than twice the document.
///
/// What asks for every element by itself can go through them, and needs a part of the memory.
pub fn parts(markup: &Markup, least: usize) -> impl Iterator<Item = Range<u32>> + use<> {
    let count = markup.element_count() as u32;
    let step = step(markup, count, least.try_into().unwrap_or(u32::MAX));
    let starts = (0..count).step_by(step as usize);
    starts.map(move |start| start..start.saturating_add(step).min(count))
}

/// How many elements a part has.
fn step(markup: &Markup, count: u32, least: u32) -> u32 {
    let of = |parts: u32| count.div_ceil(parts).max(least).max(1);
    let most = copied(markup, count.max(1)) * 2;
    let mut parts = PARTS;
    while parts > 1 && copied(markup, of(parts)) > most {
        parts /= 2;
    }
    of(parts)
}

/// How long all parts of so many elements are together, in bytes.
fn copied(markup: &Markup, step: u32) -> u64 {
    let each = markup.nodes().map(|node| {
        let data = node.data();
        let parts = (data.next - 1) / step - node.index / step + 1;
        let length = match data.next == node.index + 1 {
            true => node.range().len(),
            false => data.tag.range().len() + (data.end - data.close) as usize,
        };
        length as u64 * u64::from(parts)
    });
    each.sum()
}

impl Node<'_> {
    /// Whether an element, or one that is in it, is among these; all are where none are named.
    pub(crate) fn is_within(self, elements: Option<&Range<u32>>) -> bool {
        elements.is_none_or(|all| self.index < all.end && all.start < self.data().next)
    }
}
