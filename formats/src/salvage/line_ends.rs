//! Files whose line ends somebody changed as in a text.

use bytes::Bytes;
use formwork_schema::Layout;

use super::{
    attempt::attempt,
    scan::Scan,
    told::{Accept, Loss, Salvaged},
};
use crate::asset::Asset;

/// Line feeds of which any may have had a carriage return: every choice is tried, and one alone must do.
const TRIED: usize = 10;

/// Bytes whose loss at the end is thought of.
const MOST_LOST: usize = 1 << 16;

/// Bytes that all choices together may be.
const MOST_READ: usize = 256 << 20;

/// The file as it was before that, where there is one way only.
pub(super) fn repaired(asset: &Asset, layout: &Layout, mut accept: Accept<'_>) -> Option<Salvaged> {
    added(asset, layout, &mut accept).or_else(|| taken(asset, layout, &mut accept))
}

/// A carriage return stands before every line feed: none of them was there.
fn added(asset: &Asset, layout: &Layout, accept: &mut Accept<'_>) -> Option<Salvaged> {
    let bytes = asset.bytes();
    let feeds = bytes.iter().filter(|byte| **byte == b'\n').count();
    let pairs = bytes.windows(2).filter(|pair| pair == b"\r\n").count();
    if feeds == 0 || feeds != pairs {
        return None;
    }
    let mut without = Vec::with_capacity(bytes.len() - pairs);
    for (place, byte) in bytes.iter().enumerate() {
        if *byte != b'\r' || bytes.get(place + 1) != Some(&b'\n') {
            without.push(*byte);
        }
    }
    let without = Bytes::from(without);
    if !ends(asset, layout, &without) || attempt(asset, &without, accept).is_err() {
        return None;
    }
    Some(told(without, pairs, "were taken out before line feeds"))
}

/// No line feed has a carriage return before it: some had one.
fn taken(asset: &Asset, layout: &Layout, accept: &mut Accept<'_>) -> Option<Salvaged> {
    let bytes = asset.bytes();
    let feeds = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
    let feeds: Vec<usize> = feeds.map(|(place, _)| place).take(TRIED + 1).collect();
    let has_pair = bytes.windows(2).any(|pair| pair == b"\r\n");
    if feeds.is_empty() || feeds.len() > TRIED || has_pair {
        return None;
    }
    let read = bytes.len().checked_shl(feeds.len() as u32);
    if read.is_none_or(|read| read > MOST_READ) || could_be_cut(asset, layout) {
        return None;
    }
    let mut found = None;
    for choice in 1_usize..1 << feeds.len() {
        let chosen = feeds.iter().enumerate();
        let chosen = chosen.filter(|(bit, _)| choice >> bit & 1 == 1);
        let with = Bytes::from(with_returns(bytes, chosen.map(|(_, place)| *place)));
        if ends(asset, layout, &with) {
            // Two ways prove neither.
            if found.is_some() {
                return None;
            }
            found = Some((with, choice.count_ones() as usize));
        }
    }
    let (with, count) = found?;
    attempt(asset, &with, accept).ok()?;
    Some(told(with, count, "were put back before line feeds"))
}

fn with_returns(bytes: &[u8], places: impl Iterator<Item = usize>) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len() + TRIED);
    let mut at = 0;
    for place in places {
        out.extend_from_slice(&bytes[at..place]);
        out.push(b'\r');
        at = place;
    }
    out.extend_from_slice(&bytes[at..]);
    out
}

/// Whether the layout leads to the end of some bytes and no further, in any dialect.
fn ends(asset: &Asset, layout: &Layout, bytes: &Bytes) -> bool {
    let dialects = layout.dialect().map_or(1, |names| names.values.len());
    (0..dialects).any(|dialect| {
        let (_, end) = Scan::run(layout, bytes, asset.limits(), dialect, None);
        end.is_ok_and(|end| end == bytes.len() as u64)
    })
}

/// Whether bytes that are missing at the end would explain the mistake as well.
fn could_be_cut(asset: &Asset, layout: &Layout) -> bool {
    let (scan, end) = Scan::run(layout, asset.bytes(), asset.limits(), 0, None);
    let Err(error) = end else {
        return false;
    };
    let length = asset.bytes().len() as u64;
    match scan.too_long(&error) {
        // Nobody loses that much.
        Some(long) => long.count.value / 256 <= length,
        None => {
            let longer = [asset.bytes(), &[0; MOST_LOST][..]].concat();
            let (_, end) = Scan::run(layout, &longer, asset.limits(), 0, None);
            end.err()
                .is_none_or(|other| other.to_string() != error.to_string())
        }
    }
}

fn told(bytes: Bytes, count: usize, what: &str) -> Salvaged {
    let message =
        format!("{count} carriage returns {what}; no other change of line ends gives a whole file");
    let lost = vec![Loss::new("", message)];
    Salvaged { bytes, lost }
}
