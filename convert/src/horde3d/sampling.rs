//! Tracks at any time.

use crate::{
    math::quaternion,
    scene::{Interpolation, Path, Track},
};

/// Puts the value of a track at a time into `out`, which is as long as the property has numbers. Before the first key and after
/// the last one it stays; without keys nothing is put.
pub(super) fn sample(track: &Track, time: f64, out: &mut [f32]) {
    let width = out.len();
    let after = track.times.partition_point(|key| f64::from(*key) <= time);
    let Some(last) = track.times.len().checked_sub(1) else {
        return;
    };
    let before = after.saturating_sub(1).min(last);
    let next = after.min(last);
    let (start, end) = (f64::from(track.times[before]), f64::from(track.times[next]));
    if next == before || time <= start || track.interpolation == Interpolation::Step {
        out.copy_from_slice(value(track, before, width));
        return;
    }
    let length = end - start;
    let part = (time - start) / length;
    let (a, b) = (value(track, before, width), value(track, next, width));
    match (track.interpolation, track.path) {
        (Interpolation::Cubic, path) => {
            let (leave, arrive) = (
                tangent(track, before, width, 2),
                tangent(track, next, width, 0),
            );
            for place in 0..width {
                let [a, b, leave, arrive] =
                    [a[place], b[place], leave[place], arrive[place]].map(f64::from);
                out[place] = hermite(part, [a, leave * length, b, arrive * length]) as f32;
            }
            if path == Path::Rotation {
                normalize(out);
            }
        }
        (_, Path::Rotation) => slerp(a, b, part, out),
        _ => {
            for ((out, a), b) in out.iter_mut().zip(a).zip(b) {
                let (a, b) = (f64::from(*a), f64::from(*b));
                *out = (a + (b - a) * part) as f32;
            }
        }
    }
}

/// The value of a key.
fn value(track: &Track, key: usize, width: usize) -> &[f32] {
    if track.interpolation == Interpolation::Cubic {
        tangent(track, key, width, 1)
    } else {
        &track.values[key * width..][..width]
    }
}

/// What is stored for a key of a cubic track: incoming tangent, value, outgoing tangent.
fn tangent(track: &Track, key: usize, width: usize, which: usize) -> &[f32] {
    &track.values[(3 * key + which) * width..][..width]
}

fn hermite(t: f64, [a, leave, b, arrive]: [f64; 4]) -> f64 {
    let (t2, t3) = (t * t, t * t * t);
    a * (2.0 * t3 - 3.0 * t2 + 1.0)
        + leave * (t3 - 2.0 * t2 + t)
        + b * (3.0 * t2 - 2.0 * t3)
        + arrive * (t3 - t2)
}

fn slerp(a: &[f32], b: &[f32], part: f64, out: &mut [f32]) {
    let four = |of: &[f32]| {
        quaternion(std::array::from_fn(|place| {
            of.get(place).copied().unwrap_or_default()
        }))
    };
    let turned = four(a).slerp(four(b), part).normalize();
    for (out, number) in out.iter_mut().zip(turned.to_array()) {
        *out = number as f32;
    }
}

fn normalize(out: &mut [f32]) {
    let length = out
        .iter()
        .map(|number| f64::from(*number).powi(2))
        .sum::<f64>()
        .sqrt();
    if length > 0.0 {
        for number in out {
            *number = (f64::from(*number) / length) as f32;
        }
    }
}
