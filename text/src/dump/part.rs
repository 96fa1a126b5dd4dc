//! The parts of a file that dumps of both kinds show: all of it, or one place.

use formwork_schema::{
    Error, Kind, Layout, Limits, Result,
    place::TRAILING,
    walk::{self, Visitor, WalkOptions},
};

use crate::paths::Paths;

/// Writes what the walker shows.
pub(super) trait Dump: Visitor {
    /// Whether there is no line yet.
    fn is_empty(&self) -> bool;

    /// The bytes after the tree.
    fn trailing(&mut self, end: u64);
}

/// All of a file.
pub(super) fn whole(
    layout: &Layout,
    bytes: &[u8],
    limits: &Limits,
    lines: &mut impl Dump,
) -> Result<()> {
    let mut how = WalkOptions {
        limits: *limits,
        dialect: None,
    };
    let mut walked = walk::walk(layout, bytes, &how, lines);
    if walked.is_err() && lines.is_empty() {
        // An ambiguous file that no reading fits: show how far the usual one gets.
        how.dialect = Some(0);
        walked = walk::walk(layout, bytes, &how, lines);
    }
    lines.trailing(walked?.end);
    Ok(())
}

/// One place of the tree and all below it, or what follows the tree.
pub(super) fn below(
    layout: &Layout,
    bytes: &[u8],
    path: &str,
    limits: &Limits,
    lines: &mut impl Dump,
) -> Result<()> {
    if path == TRAILING {
        return trailing(layout, bytes, limits).map(|end| lines.trailing(end));
    }
    let path = Paths::new(layout, bytes).meant(path);
    walk::select_with(layout, bytes, &path, lines).map(drop)
}

/// Where the bytes after the tree begin; an error when there are none.
fn trailing(layout: &Layout, bytes: &[u8], limits: &Limits) -> Result<u64> {
    let end = walk::validate(layout, bytes, limits)?.end;
    if end < bytes.len() as u64 {
        return Ok(end);
    }
    let message = "the file ends where the tree does: there are no trailing bytes";
    Err(Error::new(Kind::Invalid, message))
}
