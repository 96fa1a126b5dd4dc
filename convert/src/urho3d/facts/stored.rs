//! How facts are stored: by which names, and numbers as bytes.

use bytes::Bytes;
use formwork_schema::{Format, write};

use crate::{numbers, scene::Facts};

/// The file without its bulk.
pub(in crate::urho3d) const HOLLOW: &str = "hollow";
/// What followed the file's end.
pub(in crate::urho3d) const TRAILING: &str = "trailing";
/// How many vertices each buffer has, then how many indices each.
pub(in crate::urho3d) const COUNTS: &str = "counts";
/// Geometry and level of everything that the scene draws.
pub(in crate::urho3d) const LEVELS: &str = "levels";
/// The box around all vertices, as it was when boxes and centers of the file were taken for granted.
pub(in crate::urho3d) const BOX: &str = "box";
/// Bones of vertices that no mapping leads back to: buffer, vertex, what would be written, what is.
pub(in crate::urho3d) const JOINTS: &str = "joints";
/// There when morphs of the file itself leave the ranges that it says they move.
pub(in crate::urho3d) const RANGES: &str = "ranges";
/// The places of tracks that the scene holds.
pub(in crate::urho3d) const TRACKS: &str = "tracks";
/// The XML file beside this one.
pub(in crate::urho3d) const SIDECAR: &str = "sidecar";
/// The list of materials beside a model.
pub(in crate::urho3d) const MATERIALS: &str = "materials";

/// A hollow file with what followed the real one; nothing when it could not be written.
pub(super) fn begin<T: Format>(hollow: &T, trailing: &Bytes) -> Facts {
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
pub(super) fn box_of(corners: [[f32; 3]; 2]) -> Bytes {
    pack(corners.as_flattened().iter().map(|number| number.to_bits()))
}

/// The numbers of a fact; none without it.
pub(in crate::urho3d) fn unpack(facts: &Facts, name: &str) -> Vec<u32> {
    let bytes = facts
        .0
        .get(name)
        .map(|bytes| &bytes[..])
        .unwrap_or_default();
    numbers::numbers(bytes)
}
