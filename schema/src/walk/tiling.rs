//! [`Tiling`]: proves that every byte belongs to exactly one leaf.

use std::ops::Range;

use super::visit::{Leaf, ListNode, Visitor};
use crate::{Error, Kind, Path, Result};

/// Sees to it that the ranges of leaves follow one another without gap or overlap.
#[derive(Debug, Default)]
pub struct Tiling {
    next: u64,
    broken: Option<Error>,
}

impl Tiling {
    /// Asks whether the leaves cover the file from 0 to `end`, where its tree ends.
    ///
    /// # Errors
    /// [`Kind::Disagreement`] with the first place where they do not.
    pub fn finish(self, end: u64) -> Result<()> {
        match self.broken {
            Some(error) => Err(error),
            None if self.next == end => Ok(()),
            None => Err(gap(self.next, end)),
        }
    }

    fn cover(&mut self, path: &Path<'_>, range: &Range<u64>) {
        if range.start != self.next && self.broken.is_none() {
            self.broken = Some(gap(self.next, range.start).of(path));
        }
        self.next = range.end;
    }
}

impl Visitor for Tiling {
    fn leaf(&mut self, leaf: &Leaf<'_>) -> Result<()> {
        self.cover(leaf.path, &leaf.range);
        Ok(())
    }

    fn skipped(&mut self, list: &ListNode<'_>, _: Range<u64>, bytes: Range<u64>) {
        self.cover(list.path, &bytes);
    }
}

fn gap(expected: u64, found: u64) -> Error {
    let what = if expected < found {
        "nothing explains"
    } else {
        "more than one leaf explains"
    };
    let (from, to) = (expected.min(found), expected.max(found));
    let message = format!("{what} the bytes from {from:#x} to {to:#x}");
    Error::new(Kind::Disagreement, message).at(from)
}
