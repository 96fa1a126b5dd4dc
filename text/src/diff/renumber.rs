//! Indices of one file, counted as in another: so a bone that moved is one difference, and not one for each vertex.

use std::collections::BTreeMap;

use bytes::Bytes;
use formwork_schema::{
    Layout, Limits,
    path::Step,
    read::{Document, ReadOptions, Trailing},
    value::{self, Index, Value, visit_indices},
};

use super::{align::align, items::keys};
use crate::outline::{Content, Outline};

/// How often lists are aligned: a buffer is known by its bytes only when the bones in it count as in A, and levels point to buffers.
const ROUNDS: usize = 4;

/// B with its indices as A counts: each has the number that the item it leads to has in A. Items that only B has are counted behind those of A,
/// and what leads nowhere behind all of them. Indices within their own list are left alone, since names stand for them. None where that changes
/// nothing.
#[must_use]
pub fn renumbered(layout: &Layout, a: &Bytes, b: &Bytes, limits: &Limits) -> Option<Bytes> {
    if layout.indices().is_empty() {
        return None;
    }
    // Whoever compares them is told why one of them cannot be read.
    let old = Outline::read(layout, a, limits).ok()?;
    let mut places = places(layout, &old, b, limits)?;
    if places.is_empty() {
        return None;
    }
    // The file again, and its bulk once more.
    let needed = (b.len() as u64).saturating_mul(3);
    limits.afford("comparing it", needed).ok()?;
    let options = ReadOptions {
        trailing: Trailing::Keep,
        limits: *limits,
    };
    let document = value::read(layout, b, &options).ok()?;
    let mut counted = counted(layout, &document, &places)?;
    for _ in 1..ROUNDS {
        let next = self::places(layout, &old, &counted, limits)?;
        if next == places {
            break;
        }
        places = next;
        counted = self::counted(layout, &document, &places)?;
    }
    // Files that differ never look equal.
    (counted != a && counted != b).then_some(counted)
}

/// Where in A the items of a list of B stand.
#[derive(PartialEq)]
struct Places {
    /// Of each item of B: where, or which of those behind that only B has.
    of_items: Vec<usize>,
    /// How many items A has.
    old: usize,
    /// Behind all items of both.
    end: usize,
}

impl Places {
    /// The number that stands for one of B.
    fn of(&self, number: i128, all: bool) -> i128 {
        let place = usize::try_from(number).ok();
        match place.and_then(|place| self.of_items.get(place)) {
            Some(place) if all || *place < self.old => *place as i128,
            None if all && place.is_some_and(|place| place < self.end) => number + self.end as i128,
            _ => number,
        }
    }
}

/// The file with numbers as A counts; where they have no room, with those of A's items alone.
fn counted(
    layout: &Layout,
    document: &Document<Value>,
    places: &BTreeMap<String, Places>,
) -> Option<Bytes> {
    let written = |all: bool| {
        let mut document = document.clone();
        let of_file = crate::at_version(layout, &document.tree);
        let mut renumber = |index: &Index<'_>| {
            let is_own = index.path.steps().first() == Some(&Step::Name(&index.of.list));
            let known = places.get(&*index.of.list);
            let known = known.filter(|_| !(is_own || index.is_none || index.is_mixed));
            Ok(known.map_or(index.number, |known| known.of(index.number, all)))
        };
        visit_indices(&of_file, &mut document.tree, &mut renumber).ok()?;
        value::write(layout, &document).ok().map(Bytes::from)
    };
    written(true).or_else(|| written(false))
}

/// Of each list that indices count and whose items stand elsewhere in A: where.
fn places(
    layout: &Layout,
    a: &Outline<'_>,
    b: &Bytes,
    limits: &Limits,
) -> Option<BTreeMap<String, Places>> {
    let b = Outline::read(layout, b, limits).ok()?;
    let mut known = BTreeMap::new();
    for (_, _, of) in layout.indices() {
        if !known.contains_key(&*of.list)
            && let Some(places) = in_other(a, &b, &of.list)
        {
            known.insert(of.list.to_string(), places);
        }
    }
    known.retain(|_, places| {
        let mut items = places.of_items.iter().enumerate();
        places.of_items.len() != places.old || items.any(|(at, place)| at != *place)
    });
    Some(known)
}

fn in_other(a: &Outline<'_>, b: &Outline<'_>, list: &str) -> Option<Places> {
    let (old, new) = (a.root.field(list)?, b.root.field(list)?);
    let (Content::Items(old), Content::Items(new)) = (&old.content, &new.content) else {
        return None;
    };
    let aligned = align(&keys(old, a.bytes), &keys(new, b.bytes), true);
    let mut of_items: Vec<usize> = (0..new.len()).collect();
    for pair in &aligned.pairs {
        of_items[pair.b] = pair.a;
    }
    for (at, place) in aligned.only_b.iter().zip(old.len()..) {
        of_items[*at] = place;
    }
    Some(Places {
        of_items,
        old: old.len(),
        end: old.len() + aligned.only_b.len(),
    })
}
