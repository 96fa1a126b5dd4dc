//! The walker: a second reader, which follows the [`Layout`] and never calls binrw.
//!
//! It yields every leaf of a file with its path, byte range, type, value and doc. The ranges tile
//! the file from 0 to the end of the tree: every byte belongs to exactly one leaf. It serves dumps,
//! layouts that no Rust type describes, and two proofs: where a file is wrong when the
//! fast reader only says that it is, and that both readers see the same tree.

mod context;
mod dialects;
mod find;
mod leaves;
mod lists;
mod scope;
mod sizes;
mod stride;
mod structs;
mod sums;
mod tiling;
mod visit;
mod walker;

pub use self::{
    dialects::Walked,
    find::{Found, Selection, at, select, select_with},
    tiling::Tiling,
    visit::{Items, Leaf, ListNode, Node, NodeKind, Part, Scalar, ScalarBuf, Visitor},
};

pub(crate) use self::{
    scope::{Scopes, Slot},
    sizes::{Asked, depends_on_its_place, is_bounded},
    stride::show_item,
    sums::Sums,
};

use crate::{Layout, Limits, Result};

/// How to walk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct WalkOptions {
    /// What walking may cost at most.
    pub limits: Limits,
    /// The dialect to follow, by its place; none: the one that the rule for ambiguous
    /// files leads to.
    pub dialect: Option<usize>,
}

/// Walks a file and shows everything in it to a visitor, in order.
///
/// # Errors
/// With byte offset and path of the leaf that could not be read:
/// [`Malformed`](crate::Kind::Malformed) bytes, [`Unsupported`](crate::Kind::Unsupported) magics
/// and versions, a [`Limit`](crate::Kind::Limit) that was hit; [`Invalid`](crate::Kind::Invalid) when
/// the layout itself makes no sense; and whatever the visitor returns.
pub fn walk(
    layout: &Layout,
    bytes: &[u8],
    options: &WalkOptions,
    visitor: &mut dyn Visitor,
) -> Result<Walked> {
    let dialect = match options.dialect {
        Some(dialect) => dialect,
        None => dialects::choose(layout, bytes, &options.limits)?,
    };
    let end = walker::run(layout, bytes, &options.limits, dialect, visitor)?.end;
    Ok(Walked { end, dialect })
}

/// Walks a file to learn only whether and where its tree ends.
///
/// # Errors
/// See [`walk`].
pub fn validate(layout: &Layout, bytes: &[u8], limits: &Limits) -> Result<Walked> {
    dialects::resolve(layout, bytes, limits)
}

/// Says where a file is wrong, for the fast reader, which only knows that it is.
///
/// # Errors
/// See [`walk`]; none when the layout explains the file up to where its tree ends.
pub fn locate(layout: &Layout, bytes: &[u8]) -> Result<()> {
    validate(layout, bytes, &Limits::default()).map(|_| ())
}
