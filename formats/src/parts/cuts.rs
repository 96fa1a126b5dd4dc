//! Where lists can be cut.

use std::ops::Range;

use formwork_schema::{
    Layout, Limits, Result,
    walk::{Items, Leaf, ListNode, Node, NodeKind, Part, Visitor, WalkOptions, Walked, walk},
};

use crate::{
    alone::{Alone, ITEM, LIST, ROOT},
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

/// Where these lists of the root can be cut so that what lies between has so many bytes. Those whose length is not stored for them alone are left out.
///
/// # Errors
/// See [`walk`].
pub(super) fn cuts(
    layout: &Layout,
    bytes: &[u8],
    limits: &Limits,
    (lists, piece): (&'static [Alone], usize),
) -> Result<(Vec<Cut>, Walked)> {
    let fields = layout.root().fields();
    let lists = lists.iter().filter_map(|Alone { list, .. }| {
        let length = of_list(fields, list)?;
        Some((*list, &*length.name))
    });
    let mut seen = Cuts {
        lists: lists.collect(),
        lengths: Vec::new(),
        found: Vec::new(),
        depth: 0,
        is_open: false,
        piece,
    };
    let options = WalkOptions {
        limits: *limits,
        dialect: None,
    };
    let walked = walk(layout, bytes, &options, &mut seen)?;
    Ok((seen.found, walked))
}

/// Looks for places to cut.
struct Cuts<'l> {
    /// Lists, and the fields that store their lengths.
    lists: Vec<(&'static str, &'l str)>,
    /// What these fields say.
    lengths: Vec<(&'l str, Stored)>,
    found: Vec<Cut>,
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

fn place(offset: u64) -> usize {
    usize::try_from(offset).unwrap_or(usize::MAX)
}

impl Visitor for Cuts<'_> {
    fn leaf(&mut self, leaf: &Leaf<'_>) -> Result<()> {
        let is_length = |(_, field): &&(&str, &str)| leaf.field.name == **field;
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

    fn items(&mut self, _: &ListNode<'_>) -> Items {
        Items::NONE
    }
}
