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
