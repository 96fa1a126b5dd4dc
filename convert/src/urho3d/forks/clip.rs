//! Clips.

use formwork_formats::urho3d::{
    Animation,
    animation::{ChannelWeights, Channels, Dialect, Keyframes as _, Track, VariantTrack, Version},
};
use formwork_schema::{Result, read::Document};

use super::case;
use crate::{
    Code, Mirror, Options, Report, Target,
    error::invalid,
    scene::{Interpolation, Path, Track as SceneTrack},
    urho3d::{
        bake,
        frame::Frame,
        keys,
        read::{Address, address, channels_of, curve},
    },
};

/// A clip of the version that the target's engine writes.
pub(super) fn animation(
    found: Document<Animation>,
    target: Target,
    options: &Options,
    report: &mut Report,
) -> Result<Document<Animation>> {
    let Document { mut tree, trailing } = found;
    if target == Target::Rbfx {
        to_rbfx(&mut tree, report)?;
    } else if tree.version.magic() == b"UAN2" {
        leave_rbfx(&mut tree, options, report)?;
    }
    case::report_tracks(&tree, target, options, report);
    Ok(Document { tree, trailing })
}

/// Says when types of attributes can be read by two numberings.
pub(super) fn say_ambiguity(clip: &Animation, file: &[u8], report: &mut Report) {
    if let (Some(own), Some(other)) = (clip.dialect, clip.other_dialect(file)) {
        let detail = format!("read as {}, could be {}", own.name(), other.name());
        report.add(Code::C715, "variant_tracks", detail);
    }
}

fn version(magic: &[u8], number: u32) -> Result<Version> {
    Version::new(magic, number).ok_or_else(|| invalid("no such version"))
}

fn to_rbfx(clip: &mut Animation, report: &mut Report) -> Result<()> {
    let was_urho3d = clip.version.magic() == b"UANI";
    for (place, track) in clip.tracks.iter_mut().enumerate() {
        let one = track.weight.take().unwrap_or(1.0);
        track.base = None;
        track.weights.get_or_insert(ChannelWeights {
            position: one,
            rotation: one,
            scale: one,
        });
        let first = track.keyframes.times().next().unwrap_or_default();
        if was_urho3d && first > 0.0 && track.keyframes.len() > 1 {
            report.add(
                Code::C307,
                format!("tracks[{place}]"),
                format!("the first key is at {first} s"),
            );
        }
    }
    clip.version = version(b"UAN2", 4)?;
    clip.dialect.get_or_insert(Dialect::CURRENT);
    if clip.dialect == Some(Dialect::EARLY_VERSION_2) {
        clip.dialect = Some(Dialect::Classic);
    }
    for track in clip.variant_tracks.get_or_insert_default() {
        track.base = None;
        track.weight.get_or_insert(1.0);
    }
    Ok(())
}

/// Takes out what only rbfx has.
fn leave_rbfx(clip: &mut Animation, options: &Options, report: &mut Report) -> Result<()> {
    for (place, track) in clip.tracks.iter_mut().enumerate() {
        let own = track
            .weights
            .take()
            .map(|it| [it.position, it.rotation, it.scale]);
        let weights = own.unwrap_or([track.weight.take().unwrap_or(1.0); 3]);
        if weights != [1.0; 3] {
            report.add(
                Code::C711,
                format!("tracks[{place}]"),
                format!("{weights:?}"),
            );
        }
        track.base = None;
    }
    for (place, variant) in clip.variant_tracks.take().into_iter().flatten().enumerate() {
        let path = format!("variant_tracks[{place}]");
        match node_track(&variant, &clip.tracks, options, report)? {
            Some((Some(own), track)) => {
                report.add(Code::C712, path, "becomes part of the track of its node");
                clip.tracks[own] = track;
            }
            Some((None, track)) => {
                report.add(Code::C712, path, "becomes the track of its node");
                clip.tracks.push(track);
            }
            None => report.add(Code::C712, path, variant.name.to_text()),
        }
    }
    if !options.no_start_key {
        for (place, track) in clip.tracks.iter_mut().enumerate() {
            if let Some(first) = track.hold_start()? {
                let detail = format!("the first key is at {first} s");
                report.add(Code::C714, format!("tracks[{place}]"), detail);
            }
        }
    }
    clip.version = version(b"UANI", 1)?;
    clip.dialect = None;
    Ok(())
}

/// The track of a node that a variant track moves, and which one it takes the place of.
fn node_track(
    variant: &VariantTrack,
    tracks: &[Track],
    options: &Options,
    report: &mut Report,
) -> Result<Option<(Option<usize>, Track)>> {
    let Some(Address::Node(name, path)) = address(variant.name.as_bytes()) else {
        return Ok(None);
    };
    // The axes stay: turned twice is not turned.
    let frame = Frame::new(Mirror::X);
    let mirrored = (path != Path::Scale).then_some(frame);
    let width = if path == Path::Rotation { 4 } else { 3 };
    let Some(new) = curve(variant, width, mirrored) else {
        return Ok(None);
    };
    let mut curves = vec![(path, new)];
    let own = tracks
        .iter()
        .position(|track| track.name.as_bytes() == name);
    let channel = |wanted: Path| channels_of().into_iter().find(|(_, path)| *path == wanted);
    if let Some(own) = own {
        let track = &tracks[own];
        if channel(path).is_some_and(|(channel, _)| track.channels.contains(channel)) {
            return Ok(None);
        }
        curves.extend(crate::urho3d::read::curves(track, frame));
    }
    let times = bake::times(&curves, options, report);
    let mut channels = Channels::empty();
    let whole = curves.iter().map(|(path, curve)| {
        channels |= channel(*path).map_or(Channels::empty(), |(channel, _)| channel);
        SceneTrack {
            node: 0,
            path: *path,
            times: times.as_slice().into(),
            values: bake::sample(curve, &times),
            interpolation: Interpolation::Linear,
            weight: None,
        }
    });
    let whole: Vec<SceneTrack> = whole.collect();
    let whole: Vec<&SceneTrack> = whole.iter().collect();
    let track = Track {
        name: name.to_vec().into(),
        channels,
        weight: None,
        weights: None,
        base: None,
        keyframes: keys::pack(&whole, channels, frame).map_err(invalid)?,
    };
    Ok(Some((own, track)))
}
