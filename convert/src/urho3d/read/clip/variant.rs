//! Tracks of attributes that are those of nodes, or weights of morph targets; rbfx only.

use std::collections::BTreeSet;

use formwork_formats::urho3d::{
    Animation,
    animation::{Interpolation as Between, VariantTrack},
    variant::VariantValue,
};
use formwork_schema::CString;

use super::named::Names;
use crate::{
    Code, Report,
    scene::{Interpolation, Path, Track},
    urho3d::{curve::Curve, frame::Frame},
};

/// What the path of a track leads to.
#[derive(Debug, PartialEq)]
pub(in crate::urho3d) enum Address<'a> {
    /// A property of the node with this name.
    Node(&'a [u8], Path),
    /// The weight of the morph target with this name.
    Morph(&'a [u8]),
}

/// Reads `Body/Hand/@/Position` and `Body/@AnimatedModel#0/Morphs/Smile`.
pub(in crate::urho3d) fn address(name: &[u8]) -> Option<Address<'_>> {
    let at = name.iter().rposition(|byte| *byte == b'@')?;
    let (nodes, rest) = (
        name[..at].strip_suffix(b"/").unwrap_or(&name[..at]),
        &name[at..],
    );
    let path = match rest {
        b"@/Position" => Path::Translation,
        b"@/Rotation" => Path::Rotation,
        b"@/Scale" => Path::Scale,
        _ => {
            let component = rest.strip_prefix(b"@AnimatedModel")?;
            let slash = component.iter().position(|byte| *byte == b'/')?;
            return component[slash..]
                .strip_prefix(b"/Morphs/")
                .map(Address::Morph);
        }
    };
    let last = nodes
        .rsplit(|byte| *byte == b'/')
        .next()
        .unwrap_or_default();
    (!last.starts_with(b"#") && !last.is_empty()).then_some(Address::Node(last, path))
}

/// What variant tracks do to nodes and to morph targets, where nothing else does already.
pub(in crate::urho3d) fn variant_tracks(
    clip: &Animation,
    names: &Names,
    targets: Option<&(usize, Vec<CString>)>,
    frame: Frame,
    mut taken: BTreeSet<(usize, Path)>,
    report: &mut Report,
) -> Vec<Track> {
    let mut tracks = Vec::new();
    let mut morphs = Vec::new();
    for (place, track) in clip.variant_tracks.iter().flatten().enumerate() {
        let found = match address(track.name.as_bytes()) {
            Some(Address::Node(name, path)) => {
                let node = names.get(&CString::from(name.to_vec()));
                node.filter(|node| taken.insert((**node, path)))
                    .and_then(|node| node_track(track, *node, path, frame))
            }
            Some(Address::Morph(name)) => {
                let known = targets.iter().flat_map(|(_, names)| names);
                let target = known.into_iter().position(|known| known.as_bytes() == name);
                let curve = target.zip(curve(track, 1, None));
                if let Some((target, curve)) = curve {
                    morphs.push((target, curve, track.weight));
                    continue;
                }
                None
            }
            None => None,
        };
        match found {
            Some(track) => tracks.push(track),
            None => {
                let name = track.name.to_text().into_owned();
                report.add(Code::C314, format!("variant_tracks[{place}]"), name);
            }
        }
    }
    if let Some((node, names)) = targets.filter(|_| !morphs.is_empty()) {
        tracks.extend(weights_track(*node, names.len(), &morphs, report));
    }
    tracks
}

fn node_track(track: &VariantTrack, node: usize, path: Path, frame: Frame) -> Option<Track> {
    let width = if path == Path::Rotation { 4 } else { 3 };
    let mirrors = if path == Path::Scale {
        None
    } else {
        Some(frame)
    };
    let curve = curve(track, width, mirrors)?;
    Some(Track {
        node,
        path,
        times: curve.times.into(),
        values: curve.values,
        interpolation: curve.interpolation,
        weight: track.weight,
    })
}

/// The curve of a track whose values all have so many numbers. Tangents become those per second.
pub(in crate::urho3d) fn curve(
    track: &VariantTrack,
    width: usize,
    frame: Option<Frame>,
) -> Option<Curve> {
    let numbers = |value: &VariantValue| numbers(value, width, frame);
    let times: Vec<f32> = track.keyframes.iter().map(|key| key.time).collect();
    let keys: Option<Vec<Vec<f32>>> = track
        .keyframes
        .iter()
        .map(|key| numbers(&key.value))
        .collect();
    let keys = keys.filter(|keys| !keys.is_empty())?;
    let (interpolation, values) = match track.interpolation {
        Between::NONE => (Interpolation::Step, keys.concat()),
        Between::LINEAR => (Interpolation::Linear, keys.concat()),
        Between::TENSION_SPLINE => {
            let slopes = tension_slopes(&keys, track.spline_tension);
            (Interpolation::Cubic, cubic(&times, &keys, &slopes, &slopes))
        }
        Between::TANGENT_SPLINE => {
            let tangents = track.tangents.iter().flatten();
            let tangents = tangents.map(|it| numbers(&it.incoming).zip(numbers(&it.outgoing)));
            let (incoming, outgoing): (Vec<_>, Vec<_>) =
                tangents.collect::<Option<Vec<_>>>()?.into_iter().unzip();
            if incoming.len() != keys.len() {
                return None;
            }
            (
                Interpolation::Cubic,
                cubic(&times, &keys, &incoming, &outgoing),
            )
        }
        _ => return None,
    };
    Some(Curve {
        times,
        values,
        interpolation,
        width,
    })
}

fn numbers(value: &VariantValue, width: usize, frame: Option<Frame>) -> Option<Vec<f32>> {
    let numbers = match (value, width) {
        (VariantValue::Float(number), 1) => vec![*number],
        (VariantValue::Vector3(vector), 3) => {
            let vector = <[f32; 3]>::from(*vector);
            frame.map_or(vector, |frame| frame.vector(vector)).to_vec()
        }
        (VariantValue::Quaternion(quat), 4) => frame?.rotation_in(*quat).to_vec(),
        _ => return None,
    };
    Some(numbers)
}

/// The slopes that a tension means: from the one before to the one after, 0 at the ends unless they meet.
fn tension_slopes(keys: &[Vec<f32>], tension: f32) -> Vec<Vec<f32>> {
    let slope = |before: &[f32], after: &[f32]| -> Vec<f32> {
        before
            .iter()
            .zip(after)
            .map(|(a, b)| (b - a) * tension)
            .collect()
    };
    let last = keys.len() - 1;
    let meets = last > 0 && keys[0] == keys[last];
    let at = |place: usize| match place {
        _ if place > 0 && place < last => slope(&keys[place - 1], &keys[place + 1]),
        _ if meets => slope(&keys[last - 1], &keys[1]),
        _ => vec![0.0; keys[place].len()],
    };
    (0..keys.len()).map(at).collect()
}

/// Incoming slope, value and outgoing slope of each key. The engine's slopes count per interval, a scene's per second.
fn cubic(
    times: &[f32],
    keys: &[Vec<f32>],
    incoming: &[Vec<f32>],
    outgoing: &[Vec<f32>],
) -> Vec<f32> {
    let mut values = Vec::with_capacity(keys.len() * keys[0].len() * 3);
    for (place, key) in keys.iter().enumerate() {
        let (before, after) = Curve::intervals(times, place);
        values.extend(incoming[place].iter().map(|slope| slope / before));
        values.extend(key);
        values.extend(outgoing[place].iter().map(|slope| slope / after));
    }
    values
}

/// Numbers that one track of weights may have; more would be made of few keys and few targets.
const MOST: usize = 1 << 24;

/// All weights of a mesh in one track.
fn weights_track(
    node: usize,
    targets: usize,
    morphs: &[(usize, Curve, Option<f32>)],
    report: &mut Report,
) -> Option<Track> {
    let (_, first, weight) = &morphs[0];
    let same =
        |curve: &Curve| curve.times == first.times && curve.interpolation == first.interpolation;
    let is_exact = morphs.iter().all(|(_, curve, _)| same(curve));
    if !is_exact
        && morphs
            .iter()
            .any(|(_, curve, _)| curve.interpolation != Interpolation::Linear)
    {
        report.add(
            Code::C313,
            "variant_tracks",
            "sampled at the keys of all of them",
        );
    }
    let mut times: Vec<f32> = morphs
        .iter()
        .flat_map(|(_, curve, _)| &curve.times)
        .copied()
        .collect();
    times.sort_by(f32::total_cmp);
    times.dedup();
    let (times, each) = if is_exact {
        let each = if first.interpolation == Interpolation::Cubic {
            3
        } else {
            1
        };
        (first.times.clone(), each)
    } else {
        (times, 1)
    };
    if (times.len() * each).saturating_mul(targets) > MOST {
        report.add(
            Code::C314,
            "variant_tracks",
            "too many keys for so many morph targets",
        );
        return None;
    }
    let mut values = vec![0.0; times.len() * each * targets];
    for (target, curve, _) in morphs {
        for (place, time) in times.iter().enumerate() {
            for part in 0..each {
                values[(place * each + part) * targets + target] = if is_exact {
                    curve.values[place * each + part]
                } else {
                    curve.at(f64::from(*time))[0] as f32
                };
            }
        }
    }
    Some(Track {
        node,
        path: Path::Weights,
        times: times.into(),
        values,
        interpolation: if is_exact {
            first.interpolation
        } else {
            Interpolation::Linear
        },
        weight: *weight,
    })
}
