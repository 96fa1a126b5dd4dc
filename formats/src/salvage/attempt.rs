//! What is asked of everything that might be left of a file.

use bytes::Bytes;
use formwork_schema::{Error, Kind, Result};

use super::told::Accept;
use crate::asset::Asset;

/// Asks whether bytes read as a file of the format with nothing behind its end, and are accepted.
///
/// # Errors
/// What is wrong with them.
pub(super) fn attempt(asset: &Asset, bytes: &Bytes, accept: &mut Accept<'_>) -> Result<()> {
    let tree = asset.format().read(bytes, asset.limits())?;
    if tree.is_partial() {
        let message = "of most of it nobody can say whether it is whole";
        return Err(Error::new(Kind::Unsupported, message).help("get the file again"));
    }
    if !tree.trailing().is_empty() {
        return Err(Error::new(Kind::Malformed, "bytes after the end"));
    }
    accept(bytes)
}

/// Beginnings that are tried one by one, from the longest on.
const TRIED: usize = 256;

/// Bytes of the beginnings that are tried one by one: of a long file fewer.
const TRIED_BYTES: usize = 16 << 20;

/// The longest of so many beginnings of a file of some length that is good enough. `attempt` says of others which is the longest that may
/// be. Once many were refused, much shorter ones are tried, and then those between.
///
/// # Errors
/// Why the longest one that was tried is not, where none is.
pub(super) fn longest<T>(
    (count, length): (usize, usize),
    mut attempt: impl FnMut(usize) -> std::result::Result<T, (usize, Error)>,
) -> std::result::Result<T, Option<Error>> {
    let single = (TRIED_BYTES / length.max(1)).clamp(8, TRIED);
    let (mut refused, mut next, mut step) = (count + 1, count, 1);
    let mut why = None;
    let mut found = None;
    let mut tried = 0;
    while next > 0 && found.is_none() {
        match attempt(next) {
            Ok(one) => found = Some((next, one)),
            Err((most, error)) => {
                why.get_or_insert(error);
                tried += 1;
                step *= if tried < single { 1 } else { 2 };
                refused = next;
                next = next.saturating_sub(step).min(most);
            }
        }
    }
    let (mut kept, mut best) = found.ok_or(why)?;
    while step > 1 && refused - kept > 1 {
        let between = kept + (refused - kept) / 2;
        match attempt(between) {
            Ok(one) => (kept, best) = (between, one),
            Err(_) => refused = between,
        }
    }
    Ok(best)
}

/// What is told where nothing was good enough: why, unless that is a limit of the run.
pub(super) fn told(why: Error) -> Error {
    if why.kind() == Kind::Limit {
        return why;
    }
    let message = format!("what precedes the damage is no whole file: {why}");
    Error::new(Kind::Malformed, message).help("get the file again")
}
