//! The contestants. Each does the whole set once and drops what it made.

use std::hint::black_box;

use binrw::{BinRead, BinWrite, io::Cursor};
use formwork_formats::urho3d::animation::{Animation, Keyframe, Keyframes};
use formwork_schema::{
    Packed, Quat, Vec3,
    read::{self, ReadOptions},
    write,
};

use crate::{
    data::{Clip, Set},
    harness::Case,
    obvious,
};

pub(crate) const COPY: &str = "copy (`to_vec`)";
pub(crate) const READ_OBVIOUS: &str = "read, obvious derive";
pub(crate) const OPEN: &str = "open without copying (`document`)";
pub(crate) const FROM_SLICE: &str = "read owned (`from_slice`)";
pub(crate) const FROM_READER: &str = "read owned (`from_reader`)";
pub(crate) const ITER: &str = "sum of every value (`iter`)";
pub(crate) const TIMES: &str = "sum of one column (`times`)";
pub(crate) const POSITIONS: &str = "sum of one column (`positions`)";
pub(crate) const WRITE_OBVIOUS: &str = "write, obvious derive";
pub(crate) const WRITE: &str = "write (`to_bytes`)";

/// All of them, the plain copy first.
pub(crate) fn of(set: &Set) -> Vec<Case<'_>> {
    vec![
        case(set, COPY, |clip| black_box(&*clip.bytes).to_vec()),
        case(set, READ_OBVIOUS, |clip| {
            obvious::Animation::read(&mut Cursor::new(black_box(&*clip.bytes)))
        }),
        // `from_bytes` without the clone of its argument.
        case(set, OPEN, |clip| {
            read::document::<Animation>(black_box(&clip.bytes), &ReadOptions::default())
        }),
        case(set, FROM_SLICE, |clip| {
            read::from_slice::<Animation>(black_box(&clip.bytes))
        }),
        case(set, FROM_READER, |clip| {
            read::from_reader::<Animation, _>(&mut Cursor::new(black_box(&*clip.bytes)))
        }),
        case(set, ITER, |clip| {
            tracks(clip).map(sum_of_records).sum::<f32>()
        }),
        case(set, TIMES, |clip| {
            tracks(clip).map(sum_of_times).sum::<f32>()
        }),
        case(set, POSITIONS, |clip| {
            tracks(clip).map(sum_of_positions).sum::<f32>()
        }),
        case(set, WRITE_OBVIOUS, |clip| {
            let mut out = Cursor::new(Vec::new());
            black_box(&clip.obvious)
                .write(&mut out)
                .map(|()| out.into_inner())
        }),
        case(set, WRITE, |clip| write::to_bytes(black_box(&clip.tree))),
    ]
}

fn case<'a, T>(set: &'a Set, name: &'static str, once: impl Fn(&'a Clip) -> T + 'a) -> Case<'a> {
    let run = move || {
        for clip in &set.clips {
            drop(black_box(once(clip)));
        }
    };
    Case {
        name,
        run: Box::new(run),
    }
}

fn tracks(clip: &Clip) -> impl Iterator<Item = &Packed<Keyframe>> {
    let tracks = &black_box(clip).tree.tracks;
    tracks.iter().map(|track| &track.keyframes)
}

fn sum_of_records(keys: &Packed<Keyframe>) -> f32 {
    let parts = keys.iter().map(|key| {
        let position = key.position.map_or(0.0, sum_of_vector);
        let rotation = key.rotation.map_or(0.0, sum_of_rotation);
        let scale = key.scale.map_or(0.0, sum_of_vector);
        (key.time + position) + (rotation + scale)
    });
    parts.sum()
}

fn sum_of_times(keys: &Packed<Keyframe>) -> f32 {
    keys.times().sum()
}

fn sum_of_positions(keys: &Packed<Keyframe>) -> f32 {
    let positions = keys.positions().unwrap_or_default();
    positions.map(sum_of_vector).sum()
}

fn sum_of_vector(Vec3 { x, y, z }: Vec3) -> f32 {
    x + y + z
}

fn sum_of_rotation(Quat { w, x, y, z }: Quat) -> f32 {
    (w + x) + (y + z)
}
