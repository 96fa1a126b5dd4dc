//! Where lists can be cut.

use std::{
    hash::{DefaultHasher, Hash as _, Hasher as _},
    ops::Range,
};

use formwork_schema::{
    Error, Kind, Layout, Limits, Result,
    layout::{Field, Type},
    walk::{
        Items, Leaf, ListNode, Node, NodeKind, Part, Scalar, Visitor, WalkOptions, Walked, walk,
    },
};

use crate::{
    alone::{ITEM, LIST, ROOT},
    counts::{Stored, of_list},
};

/// A list of the root, and where it can be cut.
pub(super) struct Cut {
    pub(super) list: &'static str,
    /// Where its length is stored.
    pub(super) length: Stored,
    /// How many items there are up to each cut, and where that is: the first cut is the start of the list, the last one its end.
    cuts: Vec<(u64, usize)>,
}

impl Cut {
    /// Where all items are.
    pub(super) fn range(&self) -> Range<usize> {
        let at = |cut: Option<&(u64, usize)>| cut.map_or(0, |(_, at)| *at);
        at(self.cuts.first())..at(self.cuts.last())
    }

    /// How many there are.
    pub(super) fn items(&self) -> u64 {
        self.cuts.last().map_or(0, |(items, _)| *items)
    }

    /// The items from one cut to the next: how many precede them, how many they are, and where.
    pub(super) fn pieces(&self) -> impl Iterator<Item = (u64, u64, Range<usize>)> {
        let pairs = self.cuts.iter().zip(self.cuts.iter().skip(1));
        pairs.map(|((first, start), (behind, end))| (*first, behind - first, *start..*end))
    }
}

/// A file that is cut.
pub(super) struct Found {
    /// The lists that can be, in order.
    pub(super) lists: Vec<Cut>,
    /// What all else says, condensed: other files that say the same say the same here.
    pub(super) rest: u64,
    pub(super) walked: Walked,
}

/// The lists of the root that can be cut: of structs, and with a length that is stored for them alone. They are told by their names.
pub(super) fn lists(layout: &'static Layout) -> impl Iterator<Item = &'static str> {
    let fields = layout.root().fields();
    let is_list = |field: &&Field| matches!(field.ty.peeled(), Type::List(item) if item.struct_ref().is_some());
    let lists = fields.iter().filter(is_list).map(|field| &*field.name);
    lists.filter(|list| of_list(fields, list).is_some())
}

/// Where these lists can be cut so that what lies between has `piece` bytes.
///
/// # Errors
/// See [`walk`]; [`Kind::Limit`] where as many bytes as `rest` are in none of the lists.
pub(super) fn cuts(
    layout: &Layout,
    bytes: &[u8],
    limits: &Limits,
    lists: &[&'static str],
    (piece, rest): (usize, usize),
) -> Result<Found> {
    let fields = layout.root().fields();
    let lists = lists.iter().filter_map(|list| {
        let length = of_list(fields, list)?;
        Some((*list, &*length.name))
    });
    let mut seen = Cuts {
        lists: lists.collect(),
        lengths: Vec::new(),
        found: Vec::new(),
        rest: DefaultHasher::new(),
        left: rest as u64,
        depth: 0,
        is_open: false,
        piece,
    };
    let options = WalkOptions {
        limits: *limits,
        dialect: None,
    };
    let walked = walk(layout, bytes, &options, &mut seen)?;
    Ok(Found {
        lists: seen.found,
        rest: seen.rest.finish(),
        walked,
    })
}

/// Looks for places to cut.
struct Cuts<'l> {
    /// Lists, and the fields that store their lengths.
    lists: Vec<(&'static str, &'l str)>,
    /// What these fields say.
    lengths: Vec<(&'l str, Stored)>,
    found: Vec<Cut>,
    /// What is in none of the lists.
    rest: DefaultHasher,
    /// How many bytes of that there may still be.
    left: u64,
    /// Structs and lists that have begun and not ended.
    depth: usize,
    /// Whether one of the lists has begun and not ended: the last that was found.
    is_open: bool,
    piece: usize,
}

impl Cuts<'_> {
    fn begin(&mut self, node: &Node<'_>) -> Option<()> {
        let known = |(list, _): &&(&str, &str)| node.field.name == **list;
        let (list, field) = self.lists.iter().find(known)?;
        let (_, length) = self.lengths.iter().find(|(name, _)| name == field)?;
        self.found.push(Cut {
            list,
            length: length.clone(),
            cuts: vec![(0, place(node.range.start))],
        });
        self.is_open = true;
        Some(())
    }

    /// An item ends there: its end is that of the list so far.
    fn item(&mut self, end: usize) {
        let Some(Cut { cuts, .. }) = self.found.last_mut() else {
            return;
        };
        let [before @ .., (items, at)] = &mut **cuts else {
            return;
        };
        // One item alone may mean something else than among others.
        let is_full = before
            .last()
            .is_some_and(|(earlier, start)| *at - start >= self.piece && *items - earlier > 1);
        let next = (*items + 1, end);
        match is_full || before.is_empty() {
            true => cuts.push(next),
            false => (*items, *at) = next,
        }
    }

    /// Leaves no item alone.
    fn end(&mut self) {
        self.is_open = false;
        if let Some(Cut { cuts, .. }) = self.found.last_mut()
            && let [_, .., (earlier, _), (items, _)] = **cuts
            && items - earlier == 1
        {
            cuts.remove(cuts.len() - 2);
        }
    }
}

fn hash(value: Scalar<'_>, into: &mut DefaultHasher) {
    match value {
        Scalar::Int(value) => value.hash(into),
        Scalar::F32(value) => value.to_bits().hash(into),
        Scalar::F64(value) => value.to_bits().hash(into),
        Scalar::Bytes(value) => value.hash(into),
    }
}

fn place(offset: u64) -> usize {
    usize::try_from(offset).unwrap_or(usize::MAX)
}

impl Visitor for Cuts<'_> {
    fn leaf(&mut self, leaf: &Leaf<'_>) -> Result<()> {
        let is_length = |(_, field): &&(&str, &str)| leaf.field.name == **field;
        if !self.is_open {
            self.left = self.left.saturating_sub(leaf.range.end - leaf.range.start);
            if self.left == 0 {
                return Err(Error::new(Kind::Limit, "more than items"));
            }
            if leaf.visible {
                leaf.field.name.hash(&mut self.rest);
                hash(leaf.value, &mut self.rest);
            }
        }
        if self.depth == ROOT
            && leaf.part == Part::Whole
            && let Some((_, field)) = self.lists.iter().find(is_length)
            && let Some(stored) = Stored::of(leaf)
        {
            self.lengths.push((field, stored));
        }
        Ok(())
    }

    fn enter(&mut self, node: &Node<'_>) {
        self.depth += 1;
        if self.depth == LIST && matches!(node.kind, NodeKind::List { .. }) {
            self.begin(node);
        }
    }

    fn leave(&mut self, node: &Node<'_>) {
        match self.depth {
            ITEM if self.is_open => self.item(place(node.range.end)),
            LIST if self.is_open => self.end(),
            _ => {}
        }
        self.depth -= 1;
    }

    fn items(&mut self, list: &ListNode<'_>) -> Items {
        let bytes = list.count.saturating_mul(list.stride);
        if self.is_open {
            return Items::NONE;
        }
        if bytes >= self.left {
            self.left = 0;
            return Items::one(0);
        }
        Items::All
    }
}
