//! What the tree of a file and its strings as text take in memory, found before it is built.

use crate::{
    Layout, Limits, Result,
    walk::{Items, Leaf, ListNode, Node, Visitor, WalkOptions, walk},
};

/// Bytes of memory that no byte of a file can exceed: a variant of one byte, in a list that has just grown.
const GREATEST: u64 = 256;

/// Bytes of memory for each value that has no place in another one's bytes.
const LEAF: u64 = 64;

/// Bytes of memory for each byte of a long string: its text, in which a byte may be `\xNN`.
const CHARACTER: u64 = 5;

/// Bytes of memory for each struct, variant and list.
const NODE: u64 = 96;

/// What the tree of a file takes in memory at most, and the file itself, in bytes. Hardly any is taken to find out. Of a damaged file it is the tree
/// of what precedes the damage.
#[must_use]
pub fn weight(layout: &Layout, bytes: &[u8], limits: &Limits) -> u64 {
    let mut weight = Weight(0);
    let options = WalkOptions {
        limits: *limits,
        dialect: None,
    };
    let _ = walk(layout, bytes, &options, &mut weight);
    (bytes.len() as u64).saturating_add(weight.0)
}

/// Asks whether there is memory for the tree of a file and for the file itself. Looks at the file only where it is so long that the worst
/// one of its length would be too much.
///
/// # Errors
/// [`Kind::Limit`](crate::Kind::Limit) where there is not. What else is wrong with the file is left to its reader.
pub(crate) fn check(layout: &Layout, bytes: &[u8], limits: &Limits) -> Result<()> {
    let length = bytes.len() as u64;
    limits.afford("reading it", length)?;
    if length.saturating_mul(GREATEST) <= limits.memory {
        return Ok(());
    }
    limits.afford("reading its values", weight(layout, bytes, limits))
}

struct Weight(u64);

impl Visitor for Weight {
    fn leaf(&mut self, leaf: &Leaf<'_>) -> Result<()> {
        self.0 += u64::from(leaf.visible) * LEAF;
        if leaf.ty.is_text() {
            self.0 += (leaf.range.end - leaf.range.start) * CHARACTER;
        }
        Ok(())
    }

    fn enter(&mut self, node: &Node<'_>) {
        self.0 += u64::from(node.visible) * NODE;
    }

    /// Items of one size stay the bytes of the file.
    fn items(&mut self, _: &ListNode<'_>) -> Items {
        Items::one(0)
    }
}
