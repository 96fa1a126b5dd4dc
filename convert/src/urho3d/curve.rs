//! Curves: what a track is between its keys.

use crate::scene::{Interpolation, Path, Track};

/// One curve of so many numbers.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Curve {
    pub(super) times: Vec<f32>,
    /// As in [`Track`].
    pub(super) values: Vec<f32>,
    pub(super) interpolation: Interpolation,
    pub(super) width: usize,
}

impl Curve {
    pub(super) fn of(track: &Track, width: usize) -> Self {
        Self {
            times: track.times.to_vec(),
            values: track.values.clone(),
            interpolation: track.interpolation,
            width,
        }
    }

    /// How many seconds from the key before, and to the key after; 1 where there is none.
    pub(super) fn intervals(times: &[f32], place: usize) -> (f32, f32) {
        let interval = |a: Option<&f32>, b: Option<&f32>| {
            let length = a.zip(b).map_or(1.0, |(a, b)| b - a);
            if length > 0.0 { length } else { 1.0 }
        };
        let before = place.checked_sub(1).and_then(|before| times.get(before));
        let own = times.get(place);
        (interval(before, own), interval(own, times.get(place + 1)))
    }

    /// The value of a key: 0 incoming slope, 1 value, 2 outgoing slope of a cubic one.
    pub(super) fn part(&self, place: usize, part: usize) -> &[f32] {
        let (each, part) = match self.interpolation {
            Interpolation::Cubic => (3, part),
            _ => (1, 0),
        };
        let start = (place * each + part) * self.width;
        self.values
            .get(start..start + self.width)
            .unwrap_or_default()
    }

    /// The value of a key itself.
    pub(super) fn value(&self, place: usize) -> &[f32] {
        self.part(place, 1)
    }

    /// The values at some time: before the first key and after the last one, that key's. Rotations are those of four numbers,
    /// with length 1.
    pub(super) fn at(&self, time: f64) -> Vec<f64> {
        let after = self.times.partition_point(|key| f64::from(*key) <= time);
        let wide = |values: &[f32]| values.iter().copied().map(f64::from).collect::<Vec<_>>();
        let Some(before) = after.checked_sub(1) else {
            return wide(self.part(0, 1));
        };
        if after >= self.times.len() || self.interpolation == Interpolation::Step {
            return wide(self.part(before, 1));
        }
        let (start, end) = (f64::from(self.times[before]), f64::from(self.times[after]));
        if start == time {
            return wide(self.part(before, 1));
        }
        let (length, part) = (end - start, (time - start) / (end - start));
        let (from, to) = (wide(self.part(before, 1)), wide(self.part(after, 1)));
        if self.interpolation == Interpolation::Cubic {
            let (leaving, arriving) = (wide(self.part(before, 2)), wide(self.part(after, 0)));
            let slopes = leaving.iter().zip(&arriving);
            let values = from.iter().zip(&to).zip(slopes);
            let values =
                values.map(|((a, b), (m, n))| hermite(*a, *b, m * length, n * length, part));
            let mut values: Vec<f64> = values.collect();
            if self.width == 4 {
                normalize(&mut values);
            }
            return values;
        }
        between(&from, &to, part)
    }
}

/// Whether all keys have one value, and no slope leads away from it.
pub(super) fn is_constant(curve: &Curve) -> bool {
    let first = curve.value(0);
    (0..curve.times.len()).all(|place| {
        let flat = |part: usize| curve.part(place, part).iter().all(|slope| *slope == 0.0);
        let is_flat = curve.interpolation != Interpolation::Cubic || (flat(0) && flat(2));
        is_flat && curve.value(place) == first
    })
}

/// One key of a curve that says one thing all the time.
pub(super) fn constant(curve: Curve) -> Curve {
    if curve.times.len() < 2 || !is_constant(&curve) {
        return curve;
    }
    Curve {
        values: curve.value(0).to_vec(),
        times: vec![curve.times[0]],
        interpolation: Interpolation::Linear,
        width: curve.width,
    }
}

/// The numbers of one value of a property of a node, given how many morph targets it has.
pub(super) const fn width(path: Path, targets: usize) -> usize {
    match path {
        Path::Translation | Path::Scale => 3,
        Path::Rotation => 4,
        Path::Weights => targets,
    }
}

/// A line; along the shortest arc for the four numbers of a rotation.
pub(super) fn between(from: &[f64], to: &[f64], part: f64) -> Vec<f64> {
    let mix = |a: f64, b: f64| {
        let values = from.iter().zip(to).map(|(x, y)| a * x + b * y);
        values.collect::<Vec<f64>>()
    };
    if from.len() != 4 {
        return mix(1.0 - part, part);
    }
    let dot: f64 = from.iter().zip(to).map(|(a, b)| a * b).sum();
    let (cosine, sign) = (dot.abs().min(1.0), if dot < 0.0 { -1.0 } else { 1.0 });
    let mut values = if cosine > 0.999_999_5 {
        mix(1.0 - part, sign * part)
    } else {
        let angle = cosine.acos();
        let sine = angle.sin();
        mix(
            ((1.0 - part) * angle).sin() / sine,
            sign * (part * angle).sin() / sine,
        )
    };
    normalize(&mut values);
    values
}

fn hermite(from: f64, to: f64, leaving: f64, arriving: f64, t: f64) -> f64 {
    let (t2, t3) = (t * t, t * t * t);
    (2.0 * t3 - 3.0 * t2 + 1.0) * from
        + (t3 - 2.0 * t2 + t) * leaving
        + (3.0 * t2 - 2.0 * t3) * to
        + (t3 - t2) * arriving
}

fn normalize(values: &mut [f64]) {
    let length = values.iter().map(|value| value * value).sum::<f64>().sqrt();
    if length > 0.0 && length.is_finite() {
        for value in values {
            *value /= length;
        }
    }
}
