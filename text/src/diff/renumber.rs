//! Indices of one file, counted as in another: so a bone that moved is one difference, and not one for each vertex.

use std::collections::BTreeMap;

use bytes::Bytes;
use formwork_schema::{
    Layout, Limits,
    path::Step,
    read::{ReadOptions, Trailing},
    value::{self, visit_indices},
};

use super::{align::align, items::keys};
use crate::outline::{Content, Outline};

/// B with its indices as A counts: each has the number that the item it leads to has in A, and items that only B has are counted behind those of A.
/// Indices within their own list are left alone, since names stand for them. None where that changes nothing, or where a number has no room.
#[must_use]
pub fn renumbered(layout: &Layout, a: &Bytes, b: &Bytes, limits: &Limits) -> Option<Bytes> {
    let places = places(layout, a, b, limits);
    if places.is_empty() {
        return None;
    }
    // The file again, and its bulk once more.
    limits
        .afford("comparing it", (b.len() as u64).saturating_mul(3))
        .ok()?;
    let options = ReadOptions {
        trailing: Trailing::Keep,
        limits: *limits,
    };
    let mut document = value::read(layout, b, &options).ok()?;
    let of_file = crate::at_version(layout, &document.tree);
    let mut changed = false;
    visit_indices(&of_file, &mut document.tree, &mut |index| {
        let is_own = index.path.steps().first() == Some(&Step::Name(&index.of.list));
        if is_own || index.is_none || index.is_mixed {
            return Ok(index.number);
        }
        let place = usize::try_from(index.number).ok();
        let new = place.and_then(|place| places.get(&*index.of.list)?.get(place));
        let new = new.map_or(index.number, |new| *new as i128);
        changed |= new != index.number;
        Ok(new)
    })
    .ok()?;
    changed
        .then(|| value::write(layout, &document).ok())
        .flatten()
        .map(Bytes::from)
}

/// Of each list that indices count and whose items stand elsewhere in A: where, for each item of B.
fn places(layout: &Layout, a: &Bytes, b: &Bytes, limits: &Limits) -> BTreeMap<String, Vec<usize>> {
    let mut known = BTreeMap::new();
    let indices = layout.indices();
    if indices.is_empty() {
        return known;
    }
    let outlines = (
        Outline::read(layout, a, limits),
        Outline::read(layout, b, limits),
    );
    let (Ok(a), Ok(b)) = outlines else {
        // Whoever compares them is told.
        return known;
    };
    for (_, _, of) in indices {
        if known.contains_key(&*of.list) {
            continue;
        }
        let places = in_other(&a, &b, &of.list);
        known.extend(places.map(|places| (of.list.to_string(), places)));
    }
    known.retain(|_, places| places.iter().enumerate().any(|(at, place)| at != *place));
    known
}

fn in_other(a: &Outline<'_>, b: &Outline<'_>, list: &str) -> Option<Vec<usize>> {
    let (old, new) = (a.root.field(list)?, b.root.field(list)?);
    let (Content::Items(old), Content::Items(new)) = (&old.content, &new.content) else {
        return None;
    };
    let aligned = align(&keys(old, a.bytes), &keys(new, b.bytes), true);
    let mut places = vec![0; new.len()];
    for pair in &aligned.pairs {
        places[pair.b] = pair.a;
    }
    for (at, place) in aligned.only_b.iter().zip(old.len()..) {
        places[*at] = place;
    }
    Some(places)
}
