//! The walk as a clip: a track for each bone, the hips also with positions.

use formwork_formats::urho3d::animation::{Animation, Channels, Keyframe, Track, Version};
use formwork_schema::{Packed, Result};

use super::values::{quat, vec3};
use crate::{
    figure::{skeleton::BONES, walk},
    math::{Transform, round},
};

pub(super) fn walk() -> Result<Animation> {
    let poses: Vec<_> = (0..walk::POSES).map(walk::pose).collect();
    let tracks = BONES.iter().enumerate().map(|(bone, named)| {
        let places = poses.iter().map(|pose| pose[bone]);
        track(named.name, named.parent.is_none(), places)
    });
    Ok(Animation {
        version: Version::new(b"UANI", 1).expect("the version of every engine"),
        dialect: None,
        name: "Walk".into(),
        length: round(walk::LENGTH, 4),
        tracks: tracks.collect::<Result<_>>()?,
        variant_tracks: None,
    })
}

fn track(name: &str, moves: bool, places: impl Iterator<Item = Transform>) -> Result<Track> {
    let mut channels = Channels::ROTATION;
    channels.set(Channels::POSITION, moves);
    let keyframes = places.enumerate().map(|(number, place)| Keyframe {
        // Sixteenths, which every float has exactly.
        time: walk::time(number) as f32,
        position: moves.then(|| vec3(place.position)),
        rotation: Some(quat(place.rotation)),
        scale: None,
    });
    Ok(Track {
        name: name.into(),
        channels,
        weight: None,
        weights: None,
        base: None,
        keyframes: Packed::from_records((channels,), keyframes)?,
    })
}
