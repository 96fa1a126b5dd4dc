//! Keyframes of bones' tracks.

use formwork_formats::urho3d::animation::{Channels, Keyframe};
use formwork_schema::{Packed, layout::Endian};

use super::frame::Frame;
use crate::scene::{Path, Track};

/// The keys of tracks that all have the same times, one track for each known channel.
pub(super) fn pack(
    tracks: &[&Track],
    channels: Channels,
    frame: Frame,
) -> Result<Packed<Keyframe>, String> {
    let times = tracks
        .first()
        .map(|track| &track.times[..])
        .unwrap_or_default();
    let width = |path: Path| if path == Path::Rotation { 4 } else { 3 };
    let of = |path: Path| tracks.iter().find(|track| track.path == path);
    let columns: Vec<&&Track> = [Path::Translation, Path::Rotation, Path::Scale]
        .into_iter()
        .filter_map(of)
        .collect();
    let numbers: usize = columns.iter().map(|track| width(track.path)).sum();
    let mut bytes = Vec::with_capacity(times.len() * (4 + 4 * numbers));
    for (place, time) in times.iter().enumerate() {
        bytes.extend(time.to_le_bytes());
        for track in &columns {
            let start = place * width(track.path);
            let numbers = track.values.get(start..start + width(track.path));
            let numbers = numbers.ok_or("a track has fewer values than times")?;
            push(&mut bytes, track.path, numbers, frame);
        }
    }
    Packed::from_bytes((channels,), Endian::Little, times.len(), bytes)
        .map_err(|error| error.to_string())
}

fn push(bytes: &mut Vec<u8>, path: Path, numbers: &[f32], frame: Frame) {
    let mut put =
        |numbers: &[f32]| bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
    match (path, numbers) {
        (Path::Translation, [x, y, z]) => put(&frame.vector([*x, *y, *z])),
        (Path::Rotation, [x, y, z, w]) => {
            let [x, y, z, w] = frame.rotation([*x, *y, *z, *w]);
            put(&[w, x, y, z]);
        }
        _ => put(numbers),
    }
}
