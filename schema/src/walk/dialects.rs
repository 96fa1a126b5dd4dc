//! Which dialect of an ambiguous file to follow.

use super::{
    visit::{Leaf, Visitor},
    walker::{Run, ask, run},
};
use crate::{Layout, Limits, Result};

/// What a walk came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Walked {
    /// Where the tree ends, in bytes from the start of the file; the rest is trailing.
    pub end: u64,
    /// Which dialect was followed; 0 for formats that are never ambiguous.
    pub dialect: usize,
}

/// The dialect to follow; costs nothing for formats that are never ambiguous, and little for
/// files that are not.
pub(super) fn choose(layout: &Layout, bytes: &[u8], limits: &Limits) -> Result<usize> {
    if layout.dialect().is_none() || is_settled(layout, bytes, limits) {
        return Ok(0);
    }
    resolve(layout, bytes, limits).map(|walked| walked.dialect)
}

/// Whether the file itself says, before its dialect would come, that there is none.
fn is_settled(layout: &Layout, bytes: &[u8], limits: &Limits) -> bool {
    let head = ask(layout, bytes, limits);
    matches!(head, Ok(Run { unambiguous, .. }) if unambiguous)
}

/// The dialect to follow and where it leads: the first that ends at the end of the file with finite
/// values, else the first that ends there, else the preferred one, whatever it says.
pub(super) fn resolve(layout: &Layout, bytes: &[u8], limits: &Limits) -> Result<Walked> {
    let count = layout.dialect().map_or(1, |names| names.values.len());
    let mut refused = None;
    let mut complete = None;
    let mut partial = None;
    for dialect in 0..count {
        let mut finite = Finite(true);
        let Run { end, unambiguous } = match run(layout, bytes, limits, dialect, &mut finite) {
            Ok(run) => run,
            Err(error) => {
                refused.get_or_insert(error);
                continue;
            }
        };
        let walked = Walked { end, dialect };
        let is_complete = end == bytes.len() as u64;
        if unambiguous || (is_complete && finite.0) {
            return Ok(walked);
        }
        if is_complete {
            complete.get_or_insert(walked);
        } else if dialect == 0 {
            partial = Some(walked);
        }
    }
    match (complete.or(partial), refused) {
        (Some(walked), _) => Ok(walked),
        (None, Some(error)) => Err(error),
        // A table of dialects without any: whatever the walk says.
        (None, None) => run(layout, bytes, limits, 0, &mut ()).map(|run| Walked {
            end: run.end,
            dialect: 0,
        }),
    }
}

/// Whether all floats are finite.
struct Finite(bool);

impl Visitor for Finite {
    fn leaf(&mut self, leaf: &Leaf<'_>) -> Result<()> {
        self.0 &= leaf.value.is_finite() || !leaf.visible;
        Ok(())
    }
}
