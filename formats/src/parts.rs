//! [`Parts`]: a long file as several short ones.
//!
//! A file whose items stand alone is proved and diagnosed part by part, so that its whole tree is never in memory. A part is the file with some
//! items of one list, and with the lengths of the lists set to that.

mod cuts;
mod told;

use std::ops::Range;

use bytes::Bytes;
use formwork_schema::{Error, Kind, Layout, Limits, Result, walk::validate};

use self::cuts::{Cut, cuts};
pub use self::told::Told;
use crate::{
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
    layout: &'a Layout,
    lists: Vec<Cut>,
    /// Where the tree ends.
    end: usize,
    /// The dialect that the file is read in.
    dialect: usize,
}

/// Some items of a list of the root, and what is not in such lists: a file of the same format.
pub struct Part {
    /// The file.
    pub asset: Asset,
    /// The list that has items.
    list: &'static str,
    /// How many items of it are not there that precede them.
    first: u64,
}

impl<'a> Parts<'a> {
    /// The parts of a file; none where it is short, or nearly all bulk, or of a format that has no such lists. Of a file that is damaged, its reader
    /// tells.
    #[must_use]
    pub fn of(asset: &'a Asset) -> Option<Self> {
        let alone = asset.format().stand_alone();
        let length = asset.bytes().len();
        let is_long = (LONG..=u32::MAX as usize).contains(&length);
        let layout = asset.layout().filter(|_| is_long && !alone.is_empty())?;
        let piece = PART.max(length / MOST);
        let (lists, walked) = cuts(layout, asset.bytes(), asset.limits(), (alone, piece)).ok()?;
        let in_lists: usize = lists.iter().map(|list| list.range().len()).sum();
        let items: u64 = lists.iter().map(Cut::items).sum();
        let is_structure = items.saturating_mul(SHORT) >= length as u64;
        (is_structure && length - in_lists <= piece).then_some(Self {
            asset,
            layout,
            lists,
            end: usize::try_from(walked.end).ok()?,
            dialect: walked.dialect,
        })
    }

    /// They, each made when it is asked for.
    ///
    /// # Errors
    /// A part that is no file of this format, or one that is read otherwise.
    pub fn each(&self) -> impl Iterator<Item = Result<Part>> {
        let pieces = |place: usize| {
            let pieces = self.lists[place].pieces();
            pieces.map(move |piece| (place, piece))
        };
        let all = (0..self.lists.len()).flat_map(pieces);
        all.map(|(place, (first, count, bytes))| {
            let part = self.part(place, (first, count), bytes);
            part.ok_or_else(|| Error::new(Kind::Limit, "a length that has no room"))
                .and_then(|part| self.is_read_so(&part).map(|()| part))
        })
    }

    fn part(&self, place: usize, (first, count): (u64, u64), bytes: Range<usize>) -> Option<Part> {
        let mut edits: Vec<Edit> = Vec::new();
        for (other, list) in self.lists.iter().enumerate() {
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
        let limits = Limits {
            memory: (self.asset.limits().memory).saturating_sub(self.asset.bytes().len() as u64),
            ..*self.asset.limits()
        };
        Some(Part {
            asset: open_as(self.asset.format(), file, &limits),
            list: self.lists[place].list,
            first,
        })
    }

    /// Asks that a part ends where the file does, and is read in the same way.
    fn is_read_so(&self, part: &Part) -> Result<()> {
        let behind = self.asset.bytes().len() - self.end;
        let bytes = part.asset.bytes();
        let walked = validate(self.layout, bytes, part.asset.limits())?;
        let is_so =
            walked.dialect == self.dialect && walked.end + behind as u64 == bytes.len() as u64;
        is_so.then_some(()).ok_or_else(|| {
            let message = "some items are read otherwise than all of them";
            Error::new(Kind::Disagreement, message)
        })
    }
}
