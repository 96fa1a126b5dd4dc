//! The facts of a clip.

use bytes::Bytes;
use formwork_formats::urho3d::Animation;
use formwork_schema::{Packed, read::Document};

use super::stored::{HOLLOW, SIDECAR, TRACKS, begin, pack};
use crate::{
    scene::Facts,
    urho3d::{
        file::tree,
        read::{Sidecar, Tracks},
    },
};

/// All that the tracks of a clip leave out.
pub(in crate::urho3d) fn of_clip(
    document: &Document<Animation>,
    tracks: &Tracks,
    file: &Bytes,
    sidecar: Option<&Sidecar>,
) -> Facts {
    let clip = &document.tree;
    let mut hollow = clip.clone();
    for place in &tracks.held {
        hollow.tracks[*place].keyframes = Packed::default();
    }
    let mut facts = begin(&hollow, &document.trailing);
    // Without keyframes another dialect may fit as well; then the whole file says which it is.
    let read = facts
        .0
        .get(HOLLOW)
        .and_then(|bytes| tree::<Animation>(bytes).ok());
    if read.is_none_or(|read| read.tree != hollow) {
        facts.0.insert(
            HOLLOW.into(),
            file.slice(..file.len() - document.trailing.len()),
        );
    }
    facts.0.insert(
        TRACKS.into(),
        pack(tracks.held.iter().map(|place| *place as u32)),
    );
    if let Some(sidecar) = sidecar.filter(|sidecar| !sidecar.is_of_model()) {
        facts.0.insert(SIDECAR.into(), sidecar.bytes.clone());
    }
    facts
}
