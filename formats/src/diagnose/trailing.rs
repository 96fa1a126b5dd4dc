//! Bytes after the end of a tree, and whether a count in the file would have claimed them.

use bytes::Bytes;
use formwork_schema::{
    Diagnostic, Layout, Location, Result, file_rules,
    layout::Endian,
    walk::{Leaf, Part, Scalar, Visitor, WalkOptions, walk},
};

use crate::{asset::Asset, format::Tree};

/// Counts that are tried, of those within lists: the last of the file.
const TRIED: usize = 8;

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
    let claiming = asset
        .layout()
        .and_then(|layout| claiming(layout, asset, count));
    Some(match claiming {
        None => Diagnostic::new(&file_rules::TRAILING_BYTES, location, what),
        Some(path) => {
            let message = format!("{what}, of which one more in `{path}` would read some");
            Diagnostic::new(&file_rules::UNCLAIMED_BYTES, location, message)
        }
    })
}

/// The count that, one higher, would claim some of the bytes after the end.
fn claiming(layout: &Layout, asset: &Asset, trailing: usize) -> Option<String> {
    let mut counts = Counts::default();
    walk(layout, asset.bytes(), &WalkOptions::default(), &mut counts).ok()?;
    let within = counts.within.into_iter().rev().take(TRIED);
    let mut all = counts.outside.into_iter().rev().chain(within);
    all.find_map(|count| {
        let more = count.raised(asset.bytes())?;
        let read = asset.format().read(&more, asset.limits()).ok()?;
        (read.trailing().len() < trailing).then_some(count.path)
    })
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
    place: usize,
    width: usize,
    value: i128,
    endian: Endian,
}

impl Count {
    /// The file with one more.
    fn raised(&self, bytes: &[u8]) -> Option<Bytes> {
        let value = u64::try_from(self.value)
            .ok()?
            .checked_add(1)?
            .to_le_bytes();
        let mut bytes = bytes.to_vec();
        let place = bytes.get_mut(self.place..self.place + self.width)?;
        place.copy_from_slice(value.get(..self.width)?);
        if self.endian == Endian::Big {
            place.reverse();
        }
        Some(bytes.into())
    }
}

impl Visitor for Counts {
    fn leaf(&mut self, leaf: &Leaf<'_>) -> Result<()> {
        let is_count = !leaf.visible && !leaf.synthetic && leaf.part == Part::Whole;
        let Scalar::Int(value) = leaf.value else {
            return Ok(());
        };
        if !is_count {
            return Ok(());
        }
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
        list.push(Count {
            path,
            place: usize::try_from(leaf.range.start).unwrap_or(usize::MAX),
            width: (leaf.range.end - leaf.range.start) as usize,
            value,
            endian: leaf.endian,
        });
        Ok(())
    }
}
