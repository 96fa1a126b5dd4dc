//! What is wrong with a clip, and what engines make of it.

mod variants;

use formwork_schema::{Diagnostics, Quat, Rule, Vec3};

use super::{Animation, Channels, Keyframe, Keyframes, Track, rules};
use crate::alone::{Again, Alone};

/// The tracks, whatever they move.
pub(super) const ALONE: &[Alone] = &[alone("tracks"), alone("variant_tracks")];

const fn alone(list: &'static str) -> Alone {
    Alone {
        list,
        name: "name",
        told: repeated,
    }
}

impl Animation {
    pub(super) fn diagnose_all(&self, seen: &mut Diagnostics) {
        self.diagnose_length(seen);
        // Alone, it drives the node that the clip is played on.
        let is_alone = self.tracks.len() == 1;
        for (index, track) in self.tracks.iter().enumerate() {
            track.diagnose(index, self.length, seen);
            if track.name.as_bytes().is_empty() && !is_alone {
                let message = "a track without a name, which drives nothing";
                let path = || format!("tracks[{index}].name");
                seen.add(&rules::NO_TRACK_NAME, path, message);
            }
        }
        self.diagnose_variant_tracks(seen);
    }

    fn diagnose_length(&self, seen: &mut Diagnostics) {
        let path = || "length".into();
        let mut tracks = self.tracks.iter();
        if !self.length.is_finite() {
            seen.add(&rules::NOT_FINITE, path, "a length that is not finite");
        } else if self.length < 0.0 {
            let message = "the clip ends before it starts";
            seen.add(&rules::NEGATIVE_LENGTH, path, message);
        } else if self.length == 0.0 && tracks.any(|track| track.keyframes.len() > 1) {
            seen.add(&rules::NO_LENGTH, path, "the clip lasts no time");
        }
    }
}

impl Track {
    fn diagnose(&self, index: usize, length: f32, seen: &mut Diagnostics) {
        let path = |field: &str| format!("tracks[{index}].{field}");
        self.diagnose_channels(index, seen);
        if self.keyframes.is_empty() {
            let message = "a track without keyframes";
            seen.add(&rules::NO_KEYFRAMES, || path("keyframes"), message);
        }
        let time = |place| path(&format!("keyframes[{place}].time"));
        Times::of(self.keyframes.times()).diagnose(length, &time, seen);
        self.diagnose_end(index, seen);
        self.diagnose_rotations(index, seen);
        self.diagnose_numbers(index, seen);
    }

    /// Whether it breaks [`LATE_START`](rules::LATE_START) in a clip of this length.
    pub(super) fn starts_late(&self, length: f32) -> bool {
        Times::of(self.keyframes.times()).starts_late(length)
    }

    /// A last keyframe that is the one before it once more, one step later.
    fn diagnose_end(&self, index: usize, seen: &mut Diagnostics) {
        let count = self.keyframes.len();
        let last = |back: usize| self.keyframes.get(count.checked_sub(back)?);
        let (Some(before), Some(end), Some(again)) = (last(3), last(2), last(1)) else {
            return;
        };
        let pose = |keyframe: Keyframe| Keyframe {
            time: 0.0,
            ..keyframe
        };
        // A longer pause is intended.
        let (step, pause) = (end.time - before.time, again.time - end.time);
        let is_step = pause > 0.0 && pause <= 1.5 * step;
        if is_step && pose(again) == pose(end) && pose(before) != pose(end) {
            let message =
                "the last keyframe repeats the one before it: the motion halts at the end";
            let path = || format!("tracks[{index}].keyframes[{}]", count - 1);
            seen.add(&rules::DOUBLED_END, path, message);
        }
    }

    fn diagnose_channels(&self, index: usize, seen: &mut Diagnostics) {
        let path = || format!("tracks[{index}].channels");
        let known = self.channels & Channels::all_named();
        if known.is_empty() {
            let message = "no channel: its keyframes move nothing";
            seen.add(&rules::NO_CHANNELS, path, message);
        }
        if known != self.channels {
            let message = "bits that no engine knows";
            seen.add(&rules::UNKNOWN_CHANNELS, path, message);
        }
    }

    fn diagnose_rotations(&self, index: usize, seen: &mut Diagnostics) {
        let mut rotations = self.keyframes.rotations().into_iter().flatten();
        if let Some(place) = rotations.position(is_off) {
            let message = "a rotation whose length is not 1";
            let path = || format!("tracks[{index}].keyframes[{place}].rotation");
            seen.add(&rules::ROTATION_NOT_UNIT, path, message);
        }
    }

    fn diagnose_numbers(&self, index: usize, seen: &mut Diagnostics) {
        let keyframes = &self.keyframes;
        let vector = |Vec3 { x, y, z }: Vec3| !are_finite(&[x, y, z]);
        let rotation = |Quat { w, x, y, z }: Quat| !are_finite(&[w, x, y, z]);
        let wild = [
            ("time", keyframes.times().position(|time| !time.is_finite())),
            (
                "position",
                keyframes
                    .positions()
                    .and_then(|mut all| all.position(vector)),
            ),
            (
                "rotation",
                keyframes
                    .rotations()
                    .and_then(|mut all| all.position(rotation)),
            ),
            (
                "scale",
                keyframes.scales().and_then(|mut all| all.position(vector)),
            ),
        ];
        for (field, place) in wild {
            if let Some(place) = place {
                let message = format!("a {field} that is not finite");
                let path = || format!("tracks[{index}].keyframes[{place}].{field}");
                seen.add(&rules::NOT_FINITE, path, message);
            }
        }
        let is_flat = |Vec3 { x, y, z }| [x, y, z].contains(&0.0);
        let flat = keyframes.scales().and_then(|mut all| all.position(is_flat));
        if let Some(place) = flat {
            let message = "a scale of 0; all that hangs on the bone is flat";
            let path = || format!("tracks[{index}].keyframes[{place}].scale");
            seen.add(&rules::ZERO_SCALE, path, message);
        }
        let channels = self.weights.iter();
        let channels = channels.flat_map(|all| [all.position, all.rotation, all.scale]);
        if !self.weight.into_iter().chain(channels).all(f32::is_finite) {
            let message = "a weight that is not finite";
            let path = || format!("tracks[{index}]");
            seen.add(&rules::NOT_FINITE, path, message);
        }
    }
}

/// What is said of a name that came before.
fn repeated(again: Again) -> Option<(&'static Rule, &'static str)> {
    Some(match again {
        Again::Same => (
            &rules::DUPLICATE_TRACK,
            "a track of that name came before; the last one wins",
        ),
        Again::ButForCase => (
            &rules::TRACK_BUT_FOR_CASE,
            "a track of that name came before, but for letter case",
        ),
    })
}

/// What is to be said of the times of a track, from one pass over them.
#[derive(Default)]
struct Times {
    first: Option<f32>,
    second: Option<f32>,
    /// The greatest one, and where.
    last: Option<(f32, usize)>,
    /// Where a time is less than the one before.
    falling: Option<usize>,
    /// Where a time is the same as the one before.
    repeated: Option<usize>,
}

impl Times {
    fn of(times: impl Iterator<Item = f32>) -> Self {
        let mut seen = Self::default();
        let mut before = f32::NAN;
        for (place, time) in times.enumerate() {
            match place {
                0 => seen.first = Some(time),
                1 => seen.second = Some(time),
                _ => {}
            }
            if seen.last.is_none_or(|(last, _)| time > last) {
                seen.last = Some((time, place));
            }
            if time < before {
                seen.falling = seen.falling.or(Some(place));
            } else if time == before {
                seen.repeated = seen.repeated.or(Some(place));
            }
            before = time;
        }
        seen
    }

    /// Whether motion begins after the start of the clip.
    fn starts_late(&self, length: f32) -> bool {
        self.first.is_some_and(|first| first > slack(length)) && self.second > self.first
    }

    fn diagnose(&self, length: f32, path: &dyn Fn(usize) -> String, seen: &mut Diagnostics) {
        let slack = slack(length);
        if let Some((_, place)) = self.last.filter(|(last, _)| *last > length + slack) {
            let message = "a keyframe after the end of the clip";
            seen.add(&rules::KEYFRAME_BEYOND_LENGTH, || path(place), message);
        }
        if self.first.is_some_and(|first| first < 0.0) {
            let message = "a keyframe before the start of the clip";
            seen.add(&rules::KEYFRAME_BEFORE_START, || path(0), message);
        }
        if self.starts_late(length) {
            let message = "the first keyframe is after the start of the clip; until then the engine \
                           continues the motion backwards";
            seen.add(&rules::LATE_START, || path(0), message);
        }
        if let Some(place) = self.falling {
            let message = "a keyframe earlier than the one before it";
            seen.add(&rules::UNSORTED_TIMES, || path(place), message);
        }
        if let Some(place) = self.repeated {
            let message = "a keyframe at the time of the one before it";
            seen.add(&rules::REPEATED_TIME, || path(place), message);
        }
    }
}

/// Tolerance of times, in seconds: exporters compute them and the length from frame numbers, with different rounding.
fn slack(length: f32) -> f32 {
    length.abs().max(1.0) * 1e-4
}

fn is_off(Quat { w, x, y, z }: Quat) -> bool {
    let norm = (w * w + x * x + y * y + z * z).sqrt();
    (norm - 1.0).abs() >= 1e-2
}

fn are_finite(numbers: &[f32]) -> bool {
    numbers.iter().all(|number| number.is_finite())
}
