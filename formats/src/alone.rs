//! [`Alone`]: lists whose items have nothing to do with each other, but that their names should differ.

use formwork_schema::{
    Diagnostic, Diagnostics, Layout, Limits, Result, Rule,
    walk::{Items, Leaf, ListNode, Node, NodeKind, Part, Scalar, Visitor, WalkOptions, walk},
};

pub use crate::repeated::Again;
use crate::repeated::{Repeated, repeated};

/// A list of the root whose items stand alone: a file that lacks some of them is a file as well, of the same version, and what is wrong with the others
/// the same. What `diagnose` tells of such a format says neither in its messages how many items there are nor where, and outside of the lists a rule has one
/// place at most: it is told of every part, and counts once.
pub struct Alone {
    /// The list.
    pub list: &'static str,
    /// The field of its items that is their name.
    pub name: &'static str,
    /// What is said of a name that came before: a rule, and how it is broken. Nothing where that may be.
    pub told: fn(Again) -> Option<(&'static Rule, &'static str)>,
}

/// Bytes of memory for each name that is compared with others: its place, and its place among them.
pub(crate) const NAME: u64 = 12;

/// What is wrong with the names of a file, which was read, among each other.
pub(crate) fn diagnose(
    lists: &[Alone],
    layout: &Layout,
    bytes: &[u8],
    limits: &Limits,
) -> Vec<Diagnostic> {
    let mut seen = Diagnostics::new();
    let mut names = Names {
        lists: lists.iter().map(|alone| (alone, Vec::new())).collect(),
        depth: 0,
        open: None,
        length: bytes.len(),
    };
    let options = WalkOptions {
        limits: *limits,
        dialect: None,
    };
    if !lists.is_empty() {
        // That the layout does not lead to the end is told where it is proved.
        let _ = walk(layout, bytes, &options, &mut names);
    }
    for (alone, places) in &names.lists {
        let name = |place: usize| places[place].of(bytes);
        for one in repeated(places.len(), &name) {
            let Repeated {
                again,
                place,
                count,
            } = one;
            if let Some((rule, message)) = (alone.told)(again) {
                let path = || format!("{}[{place}].{}", alone.list, alone.name);
                seen.add_many(rule, count, path, message);
            }
        }
    }
    seen.into_vec()
}

/// How deep the root is.
pub(crate) const ROOT: usize = 1;
/// How deep a list of the root is.
pub(crate) const LIST: usize = 2;
/// How deep an item of such a list is.
pub(crate) const ITEM: usize = 3;

/// Looks for the names in lists.
struct Names<'a> {
    lists: Vec<(&'a Alone, Vec<Place>)>,
    /// Structs and lists that have begun and not ended.
    depth: usize,
    /// The list that has begun and not ended.
    open: Option<usize>,
    /// Bytes of the file: no list is longer.
    length: usize,
}

impl Visitor for Names<'_> {
    fn leaf(&mut self, leaf: &Leaf<'_>) -> Result<()> {
        if self.depth == ITEM
            && leaf.part == Part::Whole
            && let Some((alone, places)) = self.open.and_then(|open| self.lists.get_mut(open))
            && leaf.field.name == *alone.name
            && let Scalar::Bytes(name) = leaf.value
        {
            places.push(Place::new(leaf.range.start, name.len()));
        }
        Ok(())
    }

    fn enter(&mut self, node: &Node<'_>) {
        self.depth += 1;
        if self.depth == LIST {
            let mut lists = self.lists.iter();
            self.open = lists.position(|(alone, _)| node.field.name == *alone.list);
            if let NodeKind::List {
                count: Some(count), ..
            } = node.kind
                && let Some((_, places)) = self.open.and_then(|open| self.lists.get_mut(open))
            {
                places.reserve_exact(self.length.min(usize::try_from(count).unwrap_or(0)));
            }
        }
    }

    fn leave(&mut self, _: &Node<'_>) {
        self.depth -= 1;
    }

    fn items(&mut self, _: &ListNode<'_>) -> Items {
        Items::NONE
    }
}

/// Where a name is, and how long, in one word: a long file has millions.
#[derive(Clone, Copy)]
struct Place(u64);

impl Place {
    /// Bits of the length: of a longer name, the first bytes count.
    const LENGTH: u32 = 24;

    fn new(start: u64, length: usize) -> Self {
        let most = (1 << Self::LENGTH) - 1;
        Self(start << Self::LENGTH | (length as u64).min(most))
    }

    fn of(self, bytes: &[u8]) -> &[u8] {
        let start = (self.0 >> Self::LENGTH) as usize;
        let length = (self.0 & ((1 << Self::LENGTH) - 1)) as usize;
        bytes.get(start..start + length).unwrap_or_default()
    }
}
