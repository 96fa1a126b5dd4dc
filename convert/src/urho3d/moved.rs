//! By which names clips and models find each other.

use std::collections::BTreeSet;

use formwork_formats::urho3d::{Animation, Model};
use formwork_schema::{CString, sorted};

use super::{
    file::{is_clip, is_model, tree},
    read::{Address, address},
};
use crate::Input;

/// The bones and morph targets that a model has, or that a clip moves. Nothing of a file that cannot be read.
#[must_use]
pub fn moved(input: &Input) -> BTreeSet<CString> {
    if is_clip(&input.bytes) {
        return tree::<Animation>(&input.bytes)
            .map(|document| of_clip(&document.tree))
            .unwrap_or_default();
    }
    if !is_model(&input.bytes) {
        return BTreeSet::new();
    }
    tree::<Model>(&input.bytes)
        .map(|document| of_model(&document.tree))
        .unwrap_or_default()
}

fn of_model(model: &Model) -> BTreeSet<CString> {
    let bones = model.bones.iter().map(|bone| bone.name.clone());
    let morphs = model.morphs.iter().map(|morph| morph.name.clone());
    sorted::collect(bones.chain(morphs))
}

fn of_clip(clip: &Animation) -> BTreeSet<CString> {
    let tracks = clip.tracks.iter().map(|track| track.name.clone());
    let variants = clip.variant_tracks.iter().flatten();
    let variants = variants.filter_map(|track| match address(track.name.as_bytes())? {
        Address::Node(name, _) | Address::Morph(name) => Some(CString::from(name.to_vec())),
    });
    sorted::collect(tracks.chain(variants))
}
