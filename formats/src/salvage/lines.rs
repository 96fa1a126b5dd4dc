//! Texts: the lines before the damage.

use bytes::Bytes;
use formwork_schema::{Error, Kind, Result};

use super::{
    attempt::{attempt, longest},
    told::{Accept, Loss, Salvaged},
};
use crate::asset::Asset;

/// Keeps as many lines as make a text that is accepted.
///
/// # Errors
/// What is wrong with the file, where no lines before it do.
pub(super) fn salvage(asset: &Asset, refused: Error, mut accept: Accept<'_>) -> Result<Salvaged> {
    let bytes = asset.bytes();
    let feeds = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
    let ends: Vec<usize> = feeds.map(|(place, _)| place + 1).collect();
    let shorter = ends.partition_point(|end| *end < bytes.len());
    let found = longest((shorter, bytes.len()), |count| {
        let end = ends[count - 1];
        let kept: Bytes = bytes.slice(..end);
        if kept.trim_ascii().is_empty() {
            return Err((0, Error::new(Kind::Malformed, "nothing")));
        }
        match attempt(asset, &kept, &mut accept) {
            Ok(()) => Ok((kept, end)),
            Err(error) => Err((count, error)),
        }
    });
    let (bytes_kept, end) = found.map_err(|_| refused)?;
    let lost = Loss::bytes(end, bytes.len()).into_iter().collect();
    Ok(Salvaged {
        bytes: bytes_kept,
        lost,
    })
}
