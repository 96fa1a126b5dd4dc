//! What moves moves as before: clips against what glTF says of their curves, at a thousand times.

use formwork_convert::{
    Input, NoFiles, Options, Report, Scene, Target,
    scene::{Interpolation, Path, Track},
};

use super::{
    scenes::{moving, skinned, track},
    write::outputs,
};

const TIMES: usize = 1000;

/// Four keys, at times that no frame rate has.
const KEYS: [f32; 4] = [0.0, 0.37, 0.71, 1.3];

/// A track of each kind. Slopes of rotations are crossways to them, so that lengths stay near 1.
fn curve(path: Path, interpolation: Interpolation) -> Track {
    let value = |key: usize| -> Vec<f32> {
        let turn = [0.1, 0.9, -0.4, 1.2][key];
        match path {
            Path::Rotation => {
                let (sin, cos) = f32::sin_cos(turn);
                vec![sin * 0.6, sin * 0.8, 0.0, cos]
            }
            Path::Scale => vec![1.0 + turn * turn, 2.0, 0.5 + turn.abs()],
            _ => vec![turn, turn * 3.0, -turn],
        }
    };
    let slope = |key: usize| -> Vec<f32> {
        let turn = [0.1, 0.9, -0.4, 1.2][key];
        let speed = [0.8, -0.5, 1.5, 0.2][key];
        match path {
            Path::Rotation => {
                let (sin, cos) = f32::sin_cos(turn);
                let all = [cos * 0.6, cos * 0.8, 0.0, -sin];
                all.map(|part| part * speed).to_vec()
            }
            _ => vec![speed, -speed, speed * 2.0],
        }
    };
    let values = (0..KEYS.len()).flat_map(|key| match interpolation {
        Interpolation::Cubic => [slope(key), value(key), slope(key)].concat(),
        _ => value(key),
    });
    let values: Vec<f32> = values.collect();
    Track {
        interpolation,
        ..track(1, path, &KEYS, &values)
    }
}

/// The value of a track at a time, as glTF defines it.
fn value(track: &Track, time: f64) -> Vec<f64> {
    let width = if track.path == Path::Rotation { 4 } else { 3 };
    let cubic = track.interpolation == Interpolation::Cubic;
    let at = |key: usize, part: usize| -> Vec<f64> {
        let start = if cubic { key * 3 + part } else { key } * width;
        let values = &track.values[start..start + width];
        values.iter().map(|value| f64::from(*value)).collect()
    };
    let after = track.times.partition_point(|key| f64::from(*key) <= time);
    let Some(before) = after.checked_sub(1) else {
        return at(0, 1);
    };
    if after == track.times.len() {
        return at(before, 1);
    }
    let [from, to] = [before, after].map(|key| f64::from(track.times[key]));
    let span = to - from;
    let t = (time - from) / span;
    let (a, b) = (at(before, 1), at(after, 1));
    let mixed: Vec<f64> = match track.interpolation {
        Interpolation::Step => a,
        Interpolation::Linear if track.path == Path::Rotation => slerp(&a, &b, t),
        Interpolation::Linear => a.iter().zip(&b).map(|(a, b)| a + (b - a) * t).collect(),
        Interpolation::Cubic => {
            let (out, into) = (at(before, 2), at(after, 0));
            let (t2, t3) = (t * t, t * t * t);
            let each = |place: usize| {
                (2.0 * t3 - 3.0 * t2 + 1.0) * a[place]
                    + span * (t3 - 2.0 * t2 + t) * out[place]
                    + (-2.0 * t3 + 3.0 * t2) * b[place]
                    + span * (t3 - t2) * into[place]
            };
            (0..width).map(each).collect()
        }
    };
    if track.path == Path::Rotation {
        let length = mixed.iter().map(|part| part * part).sum::<f64>().sqrt();
        return mixed.into_iter().map(|part| part / length).collect();
    }
    mixed
}

fn slerp(a: &[f64], b: &[f64], t: f64) -> Vec<f64> {
    let dot: f64 = a.iter().zip(b).map(|(a, b)| a * b).sum();
    let sign = if dot < 0.0 { -1.0 } else { 1.0 };
    let angle = dot.abs().min(1.0).acos();
    let (from, to) = if angle < 1e-6 {
        (1.0 - t, t)
    } else {
        (
            ((1.0 - t) * angle).sin() / angle.sin(),
            (t * angle).sin() / angle.sin(),
        )
    };
    a.iter()
        .zip(b)
        .map(|(a, b)| a * from + b * to * sign)
        .collect()
}

/// The track as it is in the clip that is made of it.
fn again(of: &Track, target: Target) -> Track {
    let scene = moving(skinned(), of.clone());
    let (made, _) = outputs(&scene, target, false, &Options::default());
    let clip = made.iter().find(|output| output.path.ends_with(".ani"));
    let input = Input {
        path: "thing_walk.ani".into(),
        bytes: clip.expect("a clip").bytes.clone(),
    };
    let mut report = Report::default();
    let read: Scene = super::opened(&[input], &NoFiles, &mut report).unwrap();
    let mut tracks = read.clips[0].tracks.iter();
    tracks
        .find(|track| track.path == of.path)
        .expect("a track")
        .clone()
}

#[test]
fn curves_are_followed_within_the_tolerance() {
    use Interpolation::{Cubic, Linear, Step};
    for target in [Target::Urho3d, Target::Rbfx] {
        for path in [Path::Translation, Path::Rotation, Path::Scale] {
            for interpolation in [Linear, Step, Cubic] {
                let wanted = curve(path, interpolation);
                let found = again(&wanted, target);
                assert_eq!(found.interpolation, Linear);
                // Positions may be off by that part of what they span: 3.9 at most.
                let near = match interpolation {
                    Cubic => 4e-4,
                    _ => 2e-6,
                };
                let end = f64::from(KEYS[3]);
                for number in 0..=TIMES {
                    let time = end * 1.1 * number as f64 / TIMES as f64;
                    let (a, b) = (value(&wanted, time), value(&found, time));
                    // Two quaternions are one rotation.
                    let dot: f64 = a.iter().zip(&b).map(|(a, b)| a * b).sum();
                    let sign = if path == Path::Rotation && dot < 0.0 {
                        -1.0
                    } else {
                        1.0
                    };
                    let off = a.iter().zip(&b).map(|(a, b)| (a - b * sign).abs());
                    let off = off.fold(0.0, f64::max);
                    let what = format!("{target:?} {path:?} {interpolation:?} at {time}");
                    assert!(off <= near, "{what}: {a:?}, {b:?}");
                }
            }
        }
    }
}
