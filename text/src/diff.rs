//! What two files of one format differ in, by meaning.
//!
//! Lists are aligned by the names of their items where they have names, and by content and
//! position where they have none. Bulk is summed up: how many records differ, and where the most.
//! A field that only one version has is told once.
//!
//! ```text
//! tracks[1] "Root/Arm"
//!   keyframes: 7 of 120 records differ
//!     rotation: 7 records, most at [17].rotation.y: 0 → 0.25 (+0.25)
//! ```

mod align;
mod blobs;
mod compare;
mod difference;
mod items;
mod objects;
mod once;
mod place;
mod print;
mod records;
mod renumber;
mod tally;

use formwork_schema::{Error, Kind, Result};

use self::compare::Comparer;
use crate::outline::Outline;

pub use self::{
    compare::DiffOptions,
    difference::{Change, Delta, Difference, Item, Side, Sum},
    objects::Objects,
    print::Lines,
    renumber::renumbered,
};
pub use crate::shown::Shown;

/// Calls `tell` with every difference of two files; returns how many there are.
///
/// Files with the same bytes have none; files with different bytes have at least one, unless there is a tolerance. Of two
/// [views](Outline::as_view) the files that they stand for are taken to differ.
///
/// # Errors
/// [`Kind::Invalid`] when the files are of different formats, and whatever `tell` returns.
pub fn diff(
    a: &Outline<'_>,
    b: &Outline<'_>,
    options: DiffOptions,
    tell: &mut dyn FnMut(&Difference) -> Result<()>,
) -> Result<u64> {
    if a.format != b.format {
        let message = format!("{} and {} are different formats", a.format, b.format);
        return Err(Error::new(Kind::Invalid, message));
    }
    if a.bytes == b.bytes && a.ignored_fields.is_none() {
        return Ok(0);
    }
    Comparer::new(a, b, options, tell).files(a, b)
}
