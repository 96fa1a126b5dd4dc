//! Lists whose items differ in size: tracks, bones, entities.

use std::{
    collections::hash_map::DefaultHasher,
    hash::{Hash, Hasher},
};

use formwork_schema::Result;

use super::{
    align::{Alignment, Key, Pair, align},
    compare::Comparer,
    difference::{Change, Difference, Side},
    tally::{FEW, Tally},
};
use crate::{outline::Node, shown::Shown};

impl Comparer<'_, '_> {
    pub(super) fn items(&mut self, a: &[Node], b: &[Node]) -> Result<()> {
        let (old, new) = (keys(a, self.a), keys(b, self.b));
        let has_names = old.iter().chain(&new).any(|key| key.name.is_some());
        let alignment = align(&old, &new, true);
        self.begin(has_names, alignment.pairs.len());
        for pair in &alignment.pairs {
            let name = a[pair.a].name(self.a);
            self.place.push_item(pair.a, pair.b, name.as_deref());
            self.moved(*pair)?;
            self.node(&a[pair.a], &b[pair.b])?;
            self.place.pop();
        }
        self.end()?;
        self.unmatched(a, b, &alignment)
    }

    /// Begins a list: its differences are told one by one, or summed up.
    pub(super) fn begin(&mut self, one_by_one: bool, count: usize) {
        let sums_up = !(one_by_one || self.options.all);
        self.tallies
            .push(sums_up.then(|| Tally::new(&self.place, count)));
    }

    /// Ends a list.
    pub(super) fn end(&mut self) -> Result<()> {
        let tally = self.tallies.pop().flatten();
        let told = tally.map(|tally| tally.finish(&self.place));
        told.into_iter()
            .flatten()
            .try_for_each(|one| self.tell(one))
    }

    /// Tells that the item at this place stood elsewhere.
    pub(super) fn moved(&mut self, pair: Pair) -> Result<()> {
        if !pair.moved || pair.a == pair.b {
            return Ok(());
        }
        let difference = Difference {
            a: Some(index(pair.a)),
            b: Some(index(pair.b)),
            ..self.place.difference(Change::Moved)
        };
        self.tell(difference)
    }

    fn unmatched(&mut self, a: &[Node], b: &[Node], alignment: &Alignment) -> Result<()> {
        let (old, new) = (self.a, self.b);
        self.lonely_of(Side::A, a, old, &alignment.only_a)?;
        self.lonely_of(Side::B, b, new, &alignment.only_b)
    }

    /// Items that only one file has: named ones one by one, others in rows.
    fn lonely_of(&mut self, side: Side, all: &[Node], bytes: &[u8], only: &[usize]) -> Result<()> {
        let is_nameless = |at: &usize| all[*at].name(bytes).is_none();
        let follows =
            |one: &usize, next: &usize| one + 1 == *next && is_nameless(one) && is_nameless(next);
        let nameless = only.iter().filter(|at| is_nameless(at)).count();
        let sums_up = !self.options.all && only.chunk_by(follows).count() > FEW;
        for row in only.chunk_by(follows) {
            let node = &all[row[0]];
            if sums_up && node.name(bytes).is_none() {
                continue;
            }
            let shown = || Shown::node(node, bytes);
            self.row(side, row[0], row.len(), shown, node.name(bytes).as_deref())?;
        }
        if sums_up && nameless > 0 {
            let mut difference = self.place.difference(Change::Only(side));
            difference.path += "[*]";
            difference.count = Some(nameless as u64);
            self.tell(difference)?;
        }
        Ok(())
    }

    /// Items in a row that only one file has.
    pub(super) fn row(
        &mut self,
        side: Side,
        first: usize,
        count: usize,
        shown: impl FnOnce() -> Shown,
        name: Option<&[u8]>,
    ) -> Result<()> {
        self.place.push_item(first, first, name);
        let mut difference = self.place.difference(Change::Only(side));
        self.place.pop();
        if count == 1 {
            difference = difference.shows(side, shown());
        } else {
            let list = self.place.path(side);
            difference.path = format!("{list}[{first}..{}]", first + count);
            difference.count = Some(count as u64);
        }
        self.tell(difference)
    }
}

fn index(at: usize) -> Shown {
    Shown {
        text: format!("[{at}]"),
        json: at.into(),
    }
}

pub(super) fn keys<'b>(nodes: &'b [Node], bytes: &'b [u8]) -> Vec<Key<'b>> {
    nodes.iter().map(|node| key(node, bytes)).collect()
}

fn key<'b>(node: &'b Node, bytes: &'b [u8]) -> Key<'b> {
    let whole = bytes.get(node.range.clone()).unwrap_or_default();
    let name = node.name_field().map(|name| {
        let start = name.range.start - node.range.start;
        (start, name.range.end - node.range.start)
    });
    let rest = match name {
        Some((start, end)) => hash(&[&whole[..start], &whole[end..]]),
        // What has no name, or one made of its fields, cannot have another name.
        None => hash(&[whole]),
    };
    Key {
        name: node.raw_name(bytes),
        whole: hash(&[whole]),
        rest,
    }
}

/// A hash of bytes; equal ones are compared later, so a collision costs an odd pair at most.
pub(super) fn hash(parts: &[&[u8]]) -> u64 {
    let mut hasher = DefaultHasher::new();
    parts.hash(&mut hasher);
    hasher.finish()
}
