//! Hollow files, and why one does not fit a scene.

use bytes::Bytes;
use formwork_schema::Format;

use crate::{
    scene::Source,
    urho3d::{
        facts::{HOLLOW, TRAILING},
        file::tree,
    },
};

/// Why facts do not fit.
pub(super) type Refused = String;

/// The hollow file of a source, and what followed the file.
pub(super) fn hollow<T: Format>(source: &Source) -> Result<(T, Bytes), Refused> {
    let facts = &source.facts.0;
    let bytes = facts.get(HOLLOW).ok_or("nothing is stored")?;
    let read = tree::<T>(bytes).map_err(|error| error.to_string())?;
    Ok((read.tree, facts.get(TRAILING).cloned().unwrap_or_default()))
}

pub(super) fn check(holds: bool, refused: &str) -> Result<(), Refused> {
    if holds { Ok(()) } else { Err(refused.into()) }
}
