//! Texts: the lines before the damage.

use bytes::Bytes;
use formwork_schema::{Error, Result};

use super::{
    attempt::attempt,
    told::{Accept, Loss, Salvaged},
};
use crate::asset::Asset;

/// Lines that are left out at most, one after the other.
const TRIED: usize = 256;

/// Keeps as many lines as make a text that is accepted.
///
/// # Errors
/// What is wrong with the file, where no lines before it do.
pub(super) fn salvage(asset: &Asset, refused: Error, mut accept: Accept<'_>) -> Result<Salvaged> {
    let bytes = asset.bytes();
    let feeds = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
    let ends: Vec<usize> = feeds.map(|(place, _)| place + 1).collect();
    let shorter = ends.iter().rev().filter(|end| **end < bytes.len());
    for end in shorter.take(TRIED) {
        let kept: Bytes = bytes.slice(..*end);
        if kept.trim_ascii().is_empty() || asset.format().read(&kept, asset.limits()).is_err() {
            continue;
        }
        if attempt(asset, &kept, &mut accept).is_ok() {
            let lost = Loss::bytes(*end, bytes.len()).into_iter().collect();
            return Ok(Salvaged { bytes: kept, lost });
        }
    }
    Err(refused)
}
