//! Curves → keys between which there is a line.

use crate::{
    Code, Options, Report,
    scene::{Interpolation, Path},
    urho3d::curve::{Curve, between},
};

/// Keys closer than this are one, as in rbfx.
const SAME: f32 = 1e-6;

/// How often an interval is halved at most.
const DEPTH: u32 = 12;

/// The times of all keys that these curves need: those that they have, those before a step, those that a line needs to follow
/// a spline.
pub(super) fn times(curves: &[(Path, Curve)], options: &Options, report: &mut Report) -> Vec<f32> {
    if let [(_, first), rest @ ..] = curves {
        let is_plain = |curve: &Curve| {
            curve.interpolation == Interpolation::Linear && curve.times == first.times
        };
        // Some tools mark a jump by two keys at one time; such tracks stay what they are.
        let is_rising = first.times.is_sorted_by(|a, b| *a == *b || b - a >= SAME);
        if is_plain(first) && is_rising && rest.iter().all(|(_, curve)| is_plain(curve)) {
            return first.times.clone();
        }
    }
    let doubled = |curve: &Curve| {
        curve
            .times
            .windows(2)
            .filter(|two| two[0] == two[1])
            .count()
    };
    let doubled: usize = curves.iter().map(|(_, curve)| doubled(curve)).sum();
    let mut all: Vec<f32> = curves
        .iter()
        .flat_map(|(_, curve)| &curve.times)
        .copied()
        .collect();
    all.sort_by(f32::total_cmp);
    all.dedup();
    let before = all.len();
    let mut kept: Vec<f32> = Vec::with_capacity(all.len());
    for time in all {
        if kept.last().is_none_or(|last| time - last >= SAME) {
            kept.push(time);
        }
    }
    report.add_many(
        Code::C323,
        doubled + before - kept.len(),
        "keys",
        "less than 1e-6 s apart",
    );
    let mut more = Vec::new();
    for (path, curve) in curves {
        match curve.interpolation {
            Interpolation::Linear => {}
            Interpolation::Step => {
                let steps = kept.iter().skip(1).filter(|time| is_step(curve, **time));
                let steps: Vec<f32> = steps.map(|time| time.next_down()).collect();
                report.add_many(Code::C320, steps.len(), "keys", "doubled for a step");
                more.extend(steps);
            }
            Interpolation::Cubic => {
                let tolerance = tolerance(*path, curve, options);
                let own = |time: &&f32| {
                    curve.times.first() <= Some(*time) && curve.times.last() >= Some(*time)
                };
                let inner: Vec<f32> = kept.iter().filter(own).copied().collect();
                for two in inner.windows(2) {
                    halve(curve, (two[0], two[1]), tolerance, 0, &mut more);
                }
                report.add_many(Code::C321, curve.times.len(), "keys", "of cubic curves");
            }
        }
    }
    kept.extend(more);
    kept.sort_by(f32::total_cmp);
    kept.dedup();
    kept
}

/// Whether the value changes at this time.
fn is_step(curve: &Curve, time: f32) -> bool {
    let place = curve.times.partition_point(|key| *key < time - SAME);
    let found = curve
        .times
        .get(place)
        .is_some_and(|key| (key - time).abs() < SAME);
    found && place > 0 && curve.value(place) != curve.value(place - 1)
}

fn tolerance(path: Path, curve: &Curve, options: &Options) -> f64 {
    let most = |values: &[f32]| {
        values
            .iter()
            .fold(0.0_f64, |most, value| most.max(f64::from(value.abs())))
    };
    match path {
        Path::Translation => {
            let size = (0..curve.times.len()).map(|place| most(curve.value(place)));
            let size = size.fold(0.0_f64, f64::max);
            options.tolerance.position * if size > 0.0 { size } else { 1.0 }
        }
        Path::Rotation => options.tolerance.rotation,
        Path::Scale | Path::Weights => options.tolerance.scale,
    }
}

/// Adds times between two, until a line is near enough at a quarter, a half and three quarters.
fn halve(
    curve: &Curve,
    (start, end): (f32, f32),
    tolerance: f64,
    depth: u32,
    times: &mut Vec<f32>,
) {
    let (from, to) = (curve.at(start.into()), curve.at(end.into()));
    let length = f64::from(end) - f64::from(start);
    let is_near = [0.25, 0.5, 0.75].into_iter().all(|part| {
        let exact = curve.at(f64::from(start) + length * part);
        let line = between(&from, &to, part);
        let apart = |sign: f64| {
            let pairs = exact.iter().zip(&line);
            pairs.map(|(a, b)| (a - sign * b).abs()).fold(0.0, f64::max)
        };
        // A rotation and its negative are one.
        let apart = if exact.len() == 4 {
            apart(1.0).min(apart(-1.0))
        } else {
            apart(1.0)
        };
        apart <= tolerance || apart.is_nan()
    });
    let middle = start + (end - start) / 2.0;
    if is_near || depth >= DEPTH || middle <= start || middle >= end {
        return;
    }
    halve(curve, (start, middle), tolerance, depth + 1, times);
    times.push(middle);
    halve(curve, (middle, end), tolerance, depth + 1, times);
}

/// The values of a curve at each of these times: those of its own keys where there is one.
pub(super) fn sample(curve: &Curve, times: &[f32]) -> Vec<f32> {
    if curve.times == times && curve.interpolation == Interpolation::Linear {
        return curve.values.clone();
    }
    let mut values = Vec::with_capacity(times.len() * curve.width);
    for time in times {
        // The key itself, unless the time is the last one before it steps.
        let place = curve.times.partition_point(|key| *key < *time);
        let near = |place: usize| {
            curve
                .times
                .get(place)
                .is_some_and(|key| (key - time).abs() < SAME)
        };
        let exact = curve.times.get(place) == Some(time);
        let is_before = curve.interpolation == Interpolation::Step
            && curve
                .times
                .get(place)
                .is_some_and(|key| time.next_up() == *key);
        let own = match place {
            place if exact => Some(place),
            _ if is_before => None,
            place if near(place) && !times_has(times, curve.times[place]) => Some(place),
            place if place > 0 && near(place - 1) && !times_has(times, curve.times[place - 1]) => {
                Some(place - 1)
            }
            _ => None,
        };
        match own {
            Some(place) => values.extend(curve.value(place)),
            None => values.extend(
                curve
                    .at(f64::from(*time))
                    .into_iter()
                    .map(|value| value as f32),
            ),
        }
    }
    values
}

fn times_has(times: &[f32], time: f32) -> bool {
    times
        .binary_search_by(|known| known.total_cmp(&time))
        .is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn curve(interpolation: Interpolation, times: &[f32], values: &[f32], width: usize) -> Curve {
        Curve {
            times: times.to_vec(),
            values: values.to_vec(),
            interpolation,
            width,
        }
    }

    #[test]
    fn channels_meet_at_all_their_keys() {
        let moves = curve(
            Interpolation::Linear,
            &[0.0, 1.0],
            &[0.0, 0.0, 0.0, 2.0, 0.0, 0.0],
            3,
        );
        let turn = [0.0, 0.0, 0.0, 1.0];
        let turns = curve(
            Interpolation::Linear,
            &[0.0, 0.5, 1.0],
            &[turn; 3].concat(),
            4,
        );
        let curves = [(Path::Translation, moves), (Path::Rotation, turns)];
        let times = times(&curves, &Options::default(), &mut Report::default());
        assert_eq!(times, [0.0, 0.5, 1.0]);
        assert_eq!(sample(&curves[0].1, &times)[3..6], [1.0, 0.0, 0.0]);
    }

    #[test]
    fn steps_are_pairs_of_keys() {
        let steps = curve(
            Interpolation::Step,
            &[0.0, 0.7],
            &[1.0, 1.0, 1.0, 2.0, 2.0, 2.0],
            3,
        );
        let curves = [(Path::Scale, steps)];
        let times = times(&curves, &Options::default(), &mut Report::default());
        assert_eq!(times, [0.0, 0.7_f32.next_down(), 0.7]);
        assert_eq!(
            sample(&curves[0].1, &times),
            [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 2.0, 2.0, 2.0]
        );
    }

    #[test]
    fn splines_are_near() {
        let values = [
            [0.0, 0.0, 0.0],
            [0.0, 0.0, 0.0],
            [4.0, -3.0, 1.0],
            [2.0, 0.5, 0.0],
            [1.0, 1.0, 1.0],
            [0.0, 0.0, 0.0],
        ];
        let spline = curve(Interpolation::Cubic, &[0.0, 0.5], &values.concat(), 3);
        let curves = [(Path::Translation, spline.clone())];
        let times = times(&curves, &Options::default(), &mut Report::default());
        let line = curve(Interpolation::Linear, &times, &sample(&spline, &times), 3);
        for step in 0..=1000 {
            let time = f64::from(step) / 2000.0;
            for (a, b) in spline.at(time).iter().zip(line.at(time)) {
                assert!((a - b).abs() < 1.6e-4, "{time}: {a} {b}");
            }
        }
        assert!(times.len() < 150, "{}", times.len());
    }
}
