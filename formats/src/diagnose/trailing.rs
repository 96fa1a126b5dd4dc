//! Bytes after the end of a tree, and whether a count in the file would have claimed them.

use std::cell::Cell;

use bytes::Bytes;
use formwork_schema::{
    Diagnostic, Layout, Location, Result, Severity, file_rules,
    walk::{Leaf, Visitor, WalkOptions, walk},
};

use crate::{
    asset::Asset,
    counts::{Stored, edited},
    format::Tree,
};

/// Counts that are tried, of those within lists: the last of the file.
const TRIED: usize = 8;

/// How often a file is read for that, at most.
const READS: u32 = 128;

/// Tells of bytes after the end.
pub(super) fn diagnose(asset: &Asset, tree: &dyn Tree) -> Option<Diagnostic> {
    let count = Some(tree.trailing().len()).filter(|count| *count > 0)?;
    let end = asset.bytes().len() as u64;
    let location = Location {
        bytes: Some(end - count as u64..end),
        ..Location::default()
    };
    let what = match count {
        1 => "1 byte after the end".to_owned(),
        count => format!("{count} bytes after the end"),
    };
    // Bytes that are all alike fill a file up, and read as empty items as well.
    let mut pairs = tree.trailing().windows(2);
    let is_filling = pairs.all(|pair| pair[0] == pair[1]);
    let layout = asset.layout().filter(|_| !is_filling);
    let claiming = layout.and_then(|layout| claiming(layout, asset, tree));
    Some(match claiming {
        None => Diagnostic::new(&file_rules::TRAILING_BYTES, location, what),
        Some(path) => {
            let message = format!("{what}, which a higher `{path}` would read");
            Diagnostic::new(&file_rules::UNCLAIMED_BYTES, location, message)
        }
    })
}

/// The count that would claim all of the bytes after the end, if it were higher, in a file that then breaks no rule. A count that would
/// claim only the first of them says nothing: any block that somebody put there may begin like an item, and every block is
/// as long as some numbers.
fn claiming(layout: &Layout, asset: &Asset, tree: &dyn Tree) -> Option<String> {
    let mut counts = Counts::default();
    walk(layout, asset.bytes(), &WalkOptions::default(), &mut counts).ok()?;
    let within = counts.within.into_iter().rev().take(TRIED);
    let mut all = counts.outside.into_iter().rev().chain(within);
    let reads = Cell::new(0);
    all.find_map(|count| {
        let read = |more: u64| {
            reads.set(reads.get() + 1);
            if reads.get() > READS {
                return None;
            }
            let more = count.raised(asset.bytes(), more)?;
            asset.format().read(&more, asset.limits()).ok()
        };
        let left = |more| Some(read(more)?.trailing().len());
        let more = claims_all(tree.trailing().len(), left)?;
        // Bytes without a meaning are as many as there are.
        let more = Some(more).filter(|more| *more < tree.trailing().len() as u64)?;
        let whole = read(more)?;
        is_sound(&*whole).then_some(count.path.clone())
    })
}

/// Whether a tree has no diagnostics but notes.
fn is_sound(tree: &dyn Tree) -> bool {
    let mut all = tree.diagnose().into_iter();
    all.all(|one| one.severity == Severity::Note)
}

/// How many more items leave nothing of the bytes after the end; `None` where no number does. Items follow one another, so the
/// greatest number that reads is looked for. `left` gives the bytes that are left after so many more.
fn claims_all(trailing: usize, left: impl Fn(u64) -> Option<usize>) -> Option<u64> {
    let (mut good, mut step, mut grows) = (0, 1, true);
    while step > 0 {
        match left(good + step).filter(|left| *left < trailing) {
            Some(0) => return Some(good + step),
            // Every item takes a byte or more.
            Some(_) if good + step < trailing as u64 => good += step,
            _ => grows = false,
        }
        step = if grows { step * 2 } else { step / 2 };
    }
    None
}

/// The counts of a file.
#[derive(Default)]
struct Counts {
    /// Those of the root.
    outside: Vec<Count>,
    /// Those within lists, in order of place.
    within: Vec<Count>,
}

/// A count.
struct Count {
    path: String,
    stored: Stored,
}

impl Count {
    /// The file with so many more.
    fn raised(&self, bytes: &[u8], more: u64) -> Option<Bytes> {
        let edit = self.stored.saying(self.stored.value.checked_add(more)?)?;
        Some(edited(bytes, vec![edit]).into())
    }
}

impl Visitor for Counts {
    fn leaf(&mut self, leaf: &Leaf<'_>) -> Result<()> {
        let Some(stored) = Stored::of(leaf).filter(|_| !leaf.visible) else {
            return Ok(());
        };
        let path = leaf.path.to_string();
        let is_outside = !path.contains('[');
        let list = if is_outside {
            &mut self.outside
        } else {
            &mut self.within
        };
        // Only the last ones are tried.
        if list.len() >= 2 * TRIED {
            list.drain(..TRIED);
        }
        list.push(Count { path, stored });
        Ok(())
    }
}
