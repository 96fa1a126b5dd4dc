//! Tracks of bones.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use formwork_formats::urho3d::{
    Animation,
    animation::{Channels, Keyframes as _, Track as BoneTrack},
};

use formwork_schema::sorted;

use super::named::Names;
use crate::{
    Code, Report,
    scene::{Interpolation, Path, Track},
    urho3d::{
        curve::{Curve, width},
        frame::Frame,
    },
};

/// What a clip does to the nodes of a scene.
#[derive(Debug, Default, PartialEq)]
pub(in crate::urho3d) struct Tracks {
    pub(in crate::urho3d) tracks: Vec<Track>,
    /// The tracks of bones that are all in `tracks`, by place in the file.
    pub(in crate::urho3d) held: BTreeSet<usize>,
}

/// The channels that a track can have, with the properties they are.
pub(in crate::urho3d) const fn channels_of() -> [(Channels, Path); 3] {
    [
        (Channels::POSITION, Path::Translation),
        (Channels::ROTATION, Path::Rotation),
        (Channels::SCALE, Path::Scale),
    ]
}

/// The tracks of bones whose names are known. Of two with one name the last one counts, as in the engine.
pub(in crate::urho3d) fn bone_tracks(
    clip: &Animation,
    names: &Names,
    frame: Frame,
    report: &mut Report,
) -> Tracks {
    let last: BTreeMap<_, _> =
        sorted::collect(clip.tracks.iter().map(|track| &track.name).zip(0..));
    let mut found = Tracks::default();
    let mut times: Arc<[f32]> = Arc::new([]);
    for (place, track) in clip.tracks.iter().enumerate() {
        let path = || format!("tracks[{place}]");
        let name = track.name.to_text();
        if last.get(&track.name) != Some(&place) {
            report.add(Code::C311, path(), format!("{name:?} comes again"));
            continue;
        }
        let Some(node) = names.get(&track.name) else {
            report.add(Code::C310, path(), format!("no node is called {name:?}"));
            continue;
        };
        if track.keyframes.is_empty() || (track.channels & Channels::all_named()).is_empty() {
            report.add(Code::C310, path(), format!("{name:?} moves nothing"));
            continue;
        }
        if !times
            .iter()
            .map(|time| time.to_bits())
            .eq(track.keyframes.times().map(f32::to_bits))
        {
            times = track.keyframes.times().collect();
        }
        found.held.insert(place);
        found.tracks.extend(channels(track, *node, &times, frame));
    }
    found
}

fn channels<'a>(
    track: &'a BoneTrack,
    node: usize,
    times: &'a Arc<[f32]>,
    frame: Frame,
) -> impl Iterator<Item = Track> + 'a {
    let held = channels_of()
        .into_iter()
        .filter(|(channel, _)| track.channels.contains(*channel));
    held.map(move |(_, path)| Track {
        node,
        path,
        times: times.clone(),
        values: values(track, path, frame),
        interpolation: Interpolation::Linear,
        weight: weight(track, path),
    })
}

/// The channels of a track as curves.
pub(in crate::urho3d) fn curves(track: &BoneTrack, frame: Frame) -> Vec<(Path, Curve)> {
    let times: Arc<[f32]> = track.keyframes.times().collect();
    let of = |track: Track| (track.path, Curve::of(&track, width(track.path, 0)));
    channels(track, 0, &times, frame).map(of).collect()
}

fn values(track: &BoneTrack, path: Path, frame: Frame) -> Vec<f32> {
    let keys = &track.keyframes;
    match path {
        Path::Translation => {
            let places = keys.positions().into_iter().flatten();
            places.flat_map(|place| frame.vector_in(place)).collect()
        }
        Path::Rotation => {
            let rotations = keys.rotations().into_iter().flatten();
            rotations
                .flat_map(|rotation| frame.rotation_in(rotation))
                .collect()
        }
        _ => {
            let scales = keys.scales().into_iter().flatten();
            scales.flat_map(<[f32; 3]>::from).collect()
        }
    }
}

fn weight(track: &BoneTrack, path: Path) -> Option<f32> {
    let own = track.weights.map(|weights| match path {
        Path::Translation => weights.position,
        Path::Rotation => weights.rotation,
        _ => weights.scale,
    });
    own.or(track.weight)
}
