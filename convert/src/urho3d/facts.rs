//! What a scene does not hold of a file: the file itself without the bulk that the scene holds, and a few lists.

mod clip;
mod expected;
mod model;

use bytes::Bytes;
use formwork_schema::{Format, write};

pub(super) use self::{
    clip::of_clip,
    expected::{completed, trim},
    model::{LocalJoints, NO_MATRIX, local_joints, of_model, outside_ranges},
};
use crate::scene::Facts;

/// The file without its bulk.
pub(super) const HOLLOW: &str = "hollow";
/// What followed the file's end.
pub(super) const TRAILING: &str = "trailing";
/// How many vertices each buffer has, then how many indices each.
pub(super) const COUNTS: &str = "counts";
/// Geometry and level of everything that the scene draws.
pub(super) const LEVELS: &str = "levels";
/// The box around all vertices, as it was when boxes and centers of the file were taken for granted.
pub(super) const BOX: &str = "box";
/// Bones of vertices that no mapping leads back to: buffer, vertex, what would be written, what is.
pub(super) const JOINTS: &str = "joints";
/// There when morphs of the file itself leave the ranges that it says they move.
pub(super) const RANGES: &str = "ranges";
/// The places of tracks that the scene holds.
pub(super) const TRACKS: &str = "tracks";
/// The XML file beside this one.
pub(super) const SIDECAR: &str = "sidecar";
/// The list of materials beside a model.
pub(super) const MATERIALS: &str = "materials";

/// A hollow file with what followed the real one; nothing when it could not be written.
fn begin<T: Format>(hollow: &T, trailing: &Bytes) -> Facts {
    let mut facts = Facts::default();
    if let Ok(bytes) = write::to_bytes(hollow) {
        facts.0.insert(HOLLOW.into(), bytes.into());
        if !trailing.is_empty() {
            facts.0.insert(TRAILING.into(), trailing.clone());
        }
    }
    facts
}

/// Numbers as a fact.
pub(super) fn pack(numbers: impl IntoIterator<Item = u32>) -> Bytes {
    let bytes = numbers.into_iter().flat_map(u32::to_le_bytes);
    bytes.collect::<Vec<u8>>().into()
}

/// A box as a fact.
fn box_of(corners: [[f32; 3]; 2]) -> Bytes {
    pack(corners.as_flattened().iter().map(|number| number.to_bits()))
}

/// The numbers of a fact; none without it.
pub(super) fn unpack(facts: &Facts, name: &str) -> Vec<u32> {
    let bytes = facts
        .0
        .get(name)
        .map(|bytes| &bytes[..])
        .unwrap_or_default();
    let words = bytes.as_chunks::<4>().0.iter();
    words.map(|word| u32::from_le_bytes(*word)).collect()
}
