//! What the tree of a file and its strings as text take in memory, found before it is built.

use std::ops::Range;

use crate::{
    Layout, Limits, Result,
    layout::Type,
    walk::{Items, Leaf, ListNode, Node, Visitor, WalkOptions, Walked, walk},
};

/// Bytes of memory that no byte of a file can exceed: a variant of one byte, in a list that has just grown.
const GREATEST: u64 = 256;

/// Bytes of memory for each value that has no place in another one's bytes.
const LEAF: u64 = 64;

/// Bytes of memory for each byte of a long string: its text, in which a byte may be `\xNN`.
const CHARACTER: u64 = 5;

/// Bytes of memory for each struct, variant and list.
const NODE: u64 = 96;

/// Bytes of memory for a string of no bytes: what holds it, in a list that has just grown.
const TEXT: u64 = 96;

/// Bytes of memory for each byte of a list of numbers, which grows by doubling, and of enumerations, which have room for other numbers.
const GROWTH: u64 = 6;

/// What the tree of a file takes in memory at most, and the file itself, in bytes. Hardly any is taken to find out. Of a damaged file it is the tree
/// of what precedes the damage.
#[must_use]
pub fn weight(layout: &Layout, bytes: &[u8], limits: &Limits) -> u64 {
    weigh(Rows::Bytes, layout, bytes, limits)
}

/// The same of an outline, in which each bone, joint or buffer is one of its own.
#[must_use]
pub fn weight_of_outline(layout: &Layout, bytes: &[u8], limits: &Limits) -> u64 {
    let fields = layout.root().fields().iter();
    let numbered = fields.filter(|field| layout.is_numbered(field));
    let numbered = numbered.map(|field| &*field.name).collect();
    weigh(Rows::Numbered(numbered), layout, bytes, limits)
}

fn weigh(rows: Rows<'_>, layout: &Layout, bytes: &[u8], limits: &Limits) -> u64 {
    let mut weight = Weight::of(rows);
    let _ = weight.walk(layout, bytes, limits);
    (bytes.len() as u64).saturating_add(weight.sum)
}

/// Whether a file is so long that the worst one of its length would take more memory than there is.
pub(crate) const fn may_exceed(bytes: &[u8], limits: &Limits) -> bool {
    (bytes.len() as u64).saturating_mul(GREATEST) > limits.memory
}

/// Asks whether there is memory for the tree of a file and for the file itself.
///
/// # Errors
/// [`Kind::Limit`](crate::Kind::Limit) where there is not. What else is wrong with the file is left to its reader.
pub(crate) fn check(layout: &Layout, bytes: &[u8], limits: &Limits) -> Result<()> {
    let length = bytes.len() as u64;
    limits.afford("reading it", length)?;
    match may_exceed(bytes, limits) {
        true => limits.afford("reading its values", weight(layout, bytes, limits)),
        false => Ok(()),
    }
}

/// Asks the same for a tree of Rust types, and returns what a walk through the file came to.
///
/// # Errors
/// [`Kind::Limit`](crate::Kind::Limit) where there is too little memory, and what the walker says.
pub(crate) fn check_typed(layout: &Layout, bytes: &[u8], limits: &Limits) -> Result<Walked> {
    let mut weight = Weight::of(Rows::Items);
    let walked = weight.walk(layout, bytes, limits)?;
    let needed = (bytes.len() as u64).saturating_add(weight.sum);
    limits.afford("reading its values", needed)?;
    Ok(walked)
}

/// What becomes of a list whose items all have one size.
enum Rows<'l> {
    /// It stays the bytes of the file, as in a [`Value`](crate::Value).
    Bytes,
    /// The same, but for the lists whose items others point to, of which each is one of its own.
    Numbered(Vec<&'l str>),
    /// A `Vec` of Rust types, where it is not [`Packed`](crate::Packed).
    Items,
}

struct Weight<'l> {
    sum: u64,
    rows: Rows<'l>,
    /// The sum before the item that stands for all of its list.
    before: u64,
}

impl<'l> Weight<'l> {
    const fn of(rows: Rows<'l>) -> Self {
        Self {
            sum: 0,
            rows,
            before: 0,
        }
    }

    fn add(&mut self, bytes: u64) {
        self.sum = self.sum.saturating_add(bytes);
    }

    fn keeps(&self, list: &ListNode<'_>) -> bool {
        match &self.rows {
            _ if !list.visible => true,
            Rows::Bytes => true,
            Rows::Numbered(numbered) => !numbered.contains(&&*list.field.name),
            Rows::Items => matches!(list.field.ty, Type::Packed(_)),
        }
    }

    fn walk(&mut self, layout: &Layout, bytes: &[u8], limits: &Limits) -> Result<Walked> {
        let options = WalkOptions {
            limits: *limits,
            dialect: None,
        };
        walk(layout, bytes, &options, self)
    }
}

impl Visitor for Weight<'_> {
    fn leaf(&mut self, leaf: &Leaf<'_>) -> Result<()> {
        let text = leaf.ty.is_text();
        let own = if text { TEXT } else { LEAF };
        let characters = u64::from(text) * (leaf.range.end - leaf.range.start) * CHARACTER;
        self.add(u64::from(leaf.visible) * own + characters);
        Ok(())
    }

    fn enter(&mut self, node: &Node<'_>) {
        self.add(u64::from(node.visible) * NODE);
    }

    fn items(&mut self, list: &ListNode<'_>) -> Items {
        self.before = self.sum;
        match list.item {
            _ if self.keeps(list) => Items::NONE,
            number if number.number_kind().is_some() => Items::NONE,
            _ => Items::one(0),
        }
    }

    fn skipped(&mut self, list: &ListNode<'_>, items: Range<u64>, bytes: Range<u64>) {
        let more = match list.item {
            _ if self.keeps(list) => 0,
            number if number.number_kind().is_some() => {
                (bytes.end - bytes.start).saturating_mul(GROWTH)
            }
            _ => (self.sum - self.before).saturating_mul(items.end - items.start),
        };
        self.add(more);
    }
}
