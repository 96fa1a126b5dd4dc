//! Hollow file + scene → the file, as it was but for what was edited since.
//!
//! A hollow file may come from anywhere and is read like any other. What it says about the scene is checked before it is
//! used; where it does not fit, the scene is written without it.

mod bones;
mod clip;
mod model;
mod morphs;
mod vertices;

use bytes::Bytes;
use formwork_schema::Format;

pub(super) use self::{
    bones::{parents_of, set_bone},
    clip::clip,
    model::model,
};
use super::{
    facts::{HOLLOW, TRAILING},
    file::tree,
};
use crate::scene::Source;

/// Why facts do not fit.
type Refused = String;

/// The hollow file of a source, and what followed the file.
fn hollow<T: Format>(source: &Source) -> Result<(T, Bytes), Refused> {
    let facts = &source.facts.0;
    let bytes = facts.get(HOLLOW).ok_or("nothing is stored")?;
    let read = tree::<T>(bytes).map_err(|error| error.to_string())?;
    Ok((read.tree, facts.get(TRAILING).cloned().unwrap_or_default()))
}

fn check(holds: bool, refused: &str) -> Result<(), Refused> {
    if holds { Ok(()) } else { Err(refused.into()) }
}
