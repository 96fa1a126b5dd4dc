//! Clips.

use std::collections::BTreeSet;

use formwork_formats::urho3d::{
    Animation,
    animation::{ChannelWeights, Channels, Track as BoneTrack},
};
use formwork_schema::read::Document;

use super::hollow::{Refused, check, hollow};
use crate::{
    Report, Scene,
    scene::{Clip, Interpolation, Path, Source, Track},
    urho3d::{
        facts::{TRACKS, unpack},
        frame::Frame,
        keys,
        read::{channels_of, morph_targets, names, variant_tracks},
    },
};

/// The clip that a source was, with what the scene says now.
pub(in crate::urho3d) fn clip(
    scene: &Scene,
    clip: &Clip,
    source: &Source,
    frame: Frame,
) -> Result<Document<Animation>, Refused> {
    let (mut found, trailing) = hollow::<Animation>(source)?;
    let held = unpack(&source.facts, TRACKS);
    let variants = variants(scene, &found, &held, frame);
    let mut own: Vec<&Track> = clip.tracks.iter().collect();
    for variant in &variants {
        let place = own.iter().position(|track| *track == variant);
        own.remove(place.ok_or("tracks of attributes were changed")?);
    }
    let groups = by_node(own);
    check(groups.len() == held.len(), "there are other tracks")?;
    for (place, tracks) in held.into_iter().zip(groups) {
        let track = found
            .tracks
            .get_mut(place as usize)
            .ok_or("there are other tracks")?;
        refill(scene, track, &tracks, frame)?;
    }
    found.name.clone_from(&clip.name);
    found.length = clip.length.unwrap_or(found.length);
    Ok(Document {
        tree: found,
        trailing,
    })
}

/// What a reader makes of the variant tracks of a hollow clip.
fn variants(scene: &Scene, clip: &Animation, held: &[u32], frame: Frame) -> Vec<Track> {
    let (names, targets) = (names(scene), morph_targets(scene));
    let mut taken = BTreeSet::new();
    for place in held {
        if let Some(track) = clip.tracks.get(*place as usize)
            && let Some(node) = names.get(&track.name)
        {
            let paths = channels_of()
                .into_iter()
                .filter(|(channel, _)| track.channels.contains(*channel));
            taken.extend(paths.map(|(_, path)| (*node, path)));
        }
    }
    let mut ignored = Report::default();
    variant_tracks(clip, &names, targets.as_ref(), frame, taken, &mut ignored)
}

/// The tracks of each node, in the order in which nodes appear.
fn by_node(tracks: Vec<&Track>) -> Vec<Vec<&Track>> {
    let mut groups: Vec<Vec<&Track>> = Vec::new();
    for track in tracks {
        // Tracks of one node follow each other in what readers make.
        match groups
            .last_mut()
            .filter(|group| group[0].node == track.node)
        {
            Some(group) => group.push(track),
            None => groups.push(vec![track]),
        }
    }
    groups
}

fn refill(
    scene: &Scene,
    track: &mut BoneTrack,
    tracks: &[&Track],
    frame: Frame,
) -> Result<(), Refused> {
    let known = track.channels & Channels::all_named();
    let mut channels = Channels::empty();
    let times = &tracks[0].times;
    for track in tracks {
        let found = channels_of()
            .into_iter()
            .find(|(_, path)| *path == track.path);
        channels |= found.ok_or("tracks move something else")?.0;
        let is_plain = track.interpolation == Interpolation::Linear && track.times == *times;
        check(is_plain, "a track has other keys for each channel")?;
    }
    check(channels == known, "a track has other channels")?;
    track.name.clone_from(&scene.nodes[tracks[0].node].name);
    track.keyframes = keys::pack(tracks, track.channels, frame)?;
    let weight = |path: Path| {
        let own = tracks.iter().find(|track| track.path == path);
        own.and_then(|track| track.weight)
    };
    if let Some(weights) = &mut track.weights {
        *weights = ChannelWeights {
            position: weight(Path::Translation).unwrap_or(weights.position),
            rotation: weight(Path::Rotation).unwrap_or(weights.rotation),
            scale: weight(Path::Scale).unwrap_or(weights.scale),
        };
    }
    if let Some(own) = &mut track.weight {
        *own = tracks[0].weight.unwrap_or(*own);
    }
    Ok(())
}
