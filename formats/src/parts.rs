//! [`Parts`]: a long file as several short ones.
//!
//! A file of many items is proved part by part, so that what that takes in memory is never there of all of them; where the items stand alone, it is
//! diagnosed so as well. A part is the file with some items of one list, and with the lengths of the lists set to that. It proves
//! nothing where all else does not say the same as in the file.

mod cuts;
mod part;
mod told;

use std::ops::Range;

use bytes::Bytes;
use formwork_schema::{Error, Kind, Layout, Result};

use self::cuts::{Cut, Found, cuts, lists};
pub use self::{part::Part, told::Told};
use crate::{
    alone::NAME,
    asset::{Asset, open_as},
    counts::{Edit, edited},
};

/// Bytes of a file beyond which it is worth while.
const LONG: usize = 1 << 17;

/// Bytes of items after which a part ends, at least.
const PART: usize = 1 << 14;

/// How many parts there are at most: each takes some time of its own.
const MOST: usize = 1 << 6;

/// Bytes of an item, on the average, beyond which a tree takes little beside the file.
const SHORT: u64 = 1 << 9;

/// A file whose items are looked at part by part.
pub struct Parts<'a> {
    asset: &'a Asset,
    layout: &'static Layout,
    whole: Found,
    /// Whether what is wrong with it is what is wrong with its parts.
    pub stand_alone: bool,
}

impl<'a> Parts<'a> {
    /// The parts of a file; none where it is short, or nearly all bulk, or of a format that has no such lists. Of a file that is damaged, its reader
    /// tells.
    #[must_use]
    pub fn of(asset: &'a Asset) -> Option<Self> {
        let (length, limits) = (asset.bytes().len(), asset.limits());
        // Whoever reads the whole says what it is too long for.
        let is_long = length >= LONG && length as u64 <= limits.bytes;
        let parts = is_long.then(|| Self::cut(asset, PART.max(length / MOST)))??;
        let items: u64 = parts.whole.lists.iter().map(Cut::items).sum();
        let is_structure = items.saturating_mul(SHORT) >= length as u64;
        let needed = items.saturating_mul(NAME).saturating_add(length as u64);
        let is_afforded = limits.afford("comparing names", needed).is_ok();
        (is_structure && is_afforded).then_some(parts)
    }

    /// The same of a file of any length, in parts of so many bytes of items; none where as many bytes are in no list.
    #[must_use]
    pub fn cut(asset: &'a Asset, piece: usize) -> Option<Self> {
        let layout = asset.layout()?;
        let alone = asset.format().stand_alone().iter();
        let alone: Vec<&str> = alone.map(|alone| alone.list).collect();
        let cuts_of = |names: &[&'static str]| {
            let found = cuts(
                layout,
                asset.bytes(),
                asset.limits(),
                names,
                (piece, piece + 1),
            );
            found.ok().filter(|_| !names.is_empty())
        };
        let mut whole = cuts_of(&lists(layout).collect::<Vec<_>>())?;
        let stand_alone = whole.lists.iter().all(|cut| alone.contains(&cut.list));
        if !stand_alone {
            // What is short stays where it is, since others may count it as well.
            let long = whole.lists.iter().filter(|cut| cut.range().len() > piece);
            let long: Vec<&'static str> = long.map(|cut| cut.list).collect();
            whole = cuts_of(&long)?;
        }
        let behind = asset.bytes().len() as u64 - whole.walked.end;
        let has_items = whole.lists.iter().any(|cut| cut.items() > 0);
        (has_items && behind <= piece as u64).then_some(Self {
            asset,
            layout,
            whole,
            stand_alone,
        })
    }

    /// They, each made when it is asked for.
    ///
    /// # Errors
    /// A part that is no file of this format, or one that is read otherwise.
    pub fn each(&self) -> impl Iterator<Item = Result<Part>> {
        let pieces = |place: usize| {
            let pieces = self.whole.lists[place].pieces();
            pieces.map(move |piece| (place, piece))
        };
        let all = (0..self.whole.lists.len()).flat_map(pieces);
        all.map(|(place, (first, count, bytes))| {
            let part = self.part(place, (first, count), bytes);
            part.ok_or_else(|| Error::new(Kind::Limit, "a length that has no room"))
                .and_then(|part| self.is_read_so(&part, count).map(|()| part))
        })
    }

    fn part(&self, place: usize, (first, count): (u64, u64), bytes: Range<usize>) -> Option<Part> {
        let mut edits: Vec<Edit> = Vec::new();
        for (other, list) in self.whole.lists.iter().enumerate() {
            let all = list.range();
            if other == place {
                edits.push(list.length.saying(count)?);
                edits.push((all.start..bytes.start, Vec::new()));
                edits.push((bytes.end..all.end, Vec::new()));
            } else {
                edits.push(list.length.saying(0)?);
                edits.push((all, Vec::new()));
            }
        }
        let file = Bytes::from(edited(self.asset.bytes(), edits));
        let limits = self.asset.limits();
        let limits = limits.with_share(
            limits
                .memory
                .saturating_sub(self.asset.bytes().len() as u64),
        );
        let asset = open_as(self.asset.format(), file, &limits);
        Some(Part::new(asset, self.whole.lists[place].list, first))
    }

    /// Asks that a part has so many items, ends where the file does, and says the same but for them.
    fn is_read_so(&self, part: &Part, count: u64) -> Result<()> {
        let asset = &part.asset;
        let behind = |file: &Asset, found: &Found| file.bytes().len() as u64 - found.walked.end;
        let names: Vec<&str> = self.whole.lists.iter().map(|cut| cut.list).collect();
        let most = (usize::MAX, usize::MAX);
        let found = cuts(self.layout, asset.bytes(), asset.limits(), &names, most)?;
        let mut lists = found.lists.iter();
        let has_items = |cut: &Cut| cut.items() == if part.has(cut.list) { count } else { 0 };
        let is_so = lists.all(has_items)
            && found.rest == self.whole.rest
            && found.walked.dialect == self.whole.walked.dialect
            && behind(asset, &found) == behind(self.asset, &self.whole);
        is_so.then_some(()).ok_or_else(|| {
            let message = "some items are read otherwise than all of them";
            Error::new(Kind::Disagreement, message)
        })
    }
}
