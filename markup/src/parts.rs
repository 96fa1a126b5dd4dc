//! [`Parts`]: a long document, piece by piece.

use std::ops::Range;

use formwork_schema::{Layout, Result, Value, layout::Struct};

use crate::{
    make::{New, Same},
    markup::Markup,
    read::{Usual, made},
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
        let step = step(markup, count, least.try_into().unwrap_or(u32::MAX));
        Ok(Self {
            markup,
            layout,
            usual: Usual::new(layout)?,
            count,
            step,
            spanning: Spanning::default(),
        })
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
