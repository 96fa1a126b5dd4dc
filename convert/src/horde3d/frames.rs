//! Clips as poses by frames.

use std::collections::BTreeMap;

use formwork_formats::horde3d::{
    Animation,
    animation::{Entity, Frame, MorphTrack, Version},
};
use formwork_schema::{
    Bool, Error, FixedString, Kind, Packed, Result, layout::Endian, sorted, write,
};

use super::{plan::Moved, sampling::sample};
use crate::{
    Code, Fps, Options, Report, Scene, Target,
    error::invalid,
    math::{decompose, matrix},
    scene::{Clip, Interpolation, Node, Path, Track, Trs},
};

/// Frames per second that are tried, the likeliest first.
const RATES: [f64; 9] = [24.0, 25.0, 30.0, 60.0, 12.0, 15.0, 48.0, 50.0, 120.0];
/// Taken where none of them hits all keys.
const USUAL_RATE: f64 = 30.0;
/// How near to a frame a key is on it, in seconds.
const NEAR: f64 = 1e-4;

/// The bytes of a clip; `None` when it moves nothing.
pub(super) fn clip(
    scene: &Scene,
    clip: &Clip,
    moved: &[Moved],
    target: Target,
    options: &Options,
    report: &mut Report,
) -> Result<Option<Vec<u8>>> {
    let name = clip.name.to_string();
    let fps = rate(clip, options, report);
    let count = frames(clip, fps, options, report)?;
    let tracks: BTreeMap<(usize, Path), &Track> = sorted::collect(
        clip.tracks
            .iter()
            .map(|track| ((track.node, track.path), track)),
    );
    let weights = clip
        .tracks
        .iter()
        .filter(|track| track.path == Path::Weights)
        .count();
    let has_weights = target == Target::Horde3dSls && weights > 0;
    if !has_weights {
        report.add_many(Code::C351, weights, &*name, "");
    }
    let cubic = clip
        .tracks
        .iter()
        .filter(|track| track.interpolation == Interpolation::Cubic)
        .count();
    report.add_many(Code::C321, cubic, &*name, "");
    let writer = Writer {
        scene,
        tracks: &tracks,
        fps,
        count,
        has_weights,
    };
    let needed = (moved.len() as u64).saturating_mul(count as u64);
    options
        .limits
        .afford("its frames", needed.saturating_mul(FRAME))?;
    let mut entities = Vec::new();
    let mut unscaled = 0;
    for one in moved {
        unscaled += usize::from(writer.takes_scale(one)?);
        let Some((entity, is_kept)) = writer.entity(one)? else {
            continue;
        };
        if !is_kept {
            report.add(Code::C212, &*one.name, "its frames");
        }
        entities.push(entity);
    }
    report.add_many(Code::C225, unscaled, &*name, "scale 1 is taken");
    if entities.is_empty() {
        report.add(Code::C310, name, "no joint and no mesh moves");
        return Ok(None);
    }
    if count > 1 {
        report.add_each(Code::C344, name, format!("{fps} frames per second"));
    }
    let number = if has_weights { 4 } else { 3 };
    let version = Version::new(b"H3DA", number).ok_or_else(|| invalid("no such version"))?;
    let tree = Animation {
        version,
        frame_count: u32::try_from(count).unwrap_or(u32::MAX),
        entities,
    };
    write::to_bytes(&tree).map(Some)
}

fn rate(clip: &Clip, options: &Options, report: &mut Report) -> f64 {
    let misses = |fps: f64| {
        let keys = clip.tracks.iter().flat_map(|track| track.times.iter());
        let off = |key: &&f32| {
            let key = f64::from(**key);
            (key - (key * fps).round() / fps).abs() > NEAR
        };
        keys.filter(off).count()
    };
    let known = clip
        .fps
        .map(f64::from)
        .filter(|fps| fps.is_finite() && *fps > 0.0);
    let fps = match options.fps {
        Fps::Exactly(fps) => fps,
        Fps::Auto => {
            let mut rates = known.into_iter().chain(RATES);
            rates.find(|fps| misses(*fps) == 0).unwrap_or(USUAL_RATE)
        }
    };
    let detail = format!("{fps} frames per second");
    report.add_many(Code::C342, misses(fps), clip.name.to_string(), detail);
    fps
}

/// Bytes of memory for a frame of a joint: as it is sampled, and in the file.
const FRAME: u64 = 256;

/// How many frames a clip has.
fn frames(clip: &Clip, fps: f64, options: &Options, report: &mut Report) -> Result<usize> {
    let ends = clip.tracks.iter().filter_map(|track| track.times.last());
    let ends = ends.chain(&clip.length).map(|end| f64::from(*end));
    let end = ends.filter(|end| end.is_finite()).fold(0.0, f64::max);
    let last = (end * fps + 0.5).floor();
    if last >= f64::from(options.max_frames) {
        let message = format!(
            "`{}` has {} frames, more than the limit of {}",
            clip.name,
            last + 1.0,
            options.max_frames
        );
        return Err(Error::new(Kind::Limit, message).help("raise `--max-frames`, or lower `--fps`"));
    }
    if (end - last / fps).abs() > NEAR {
        let detail = format!("{end} seconds at {fps} frames per second");
        report.add(Code::C343, clip.name.to_string(), detail);
    }
    Ok(last as usize + 1)
}

struct Writer<'a> {
    scene: &'a Scene,
    tracks: &'a BTreeMap<(usize, Path), &'a Track>,
    fps: f64,
    count: usize,
    has_weights: bool,
}

impl Writer<'_> {
    /// Whether frames of a node need a scale that no file has. Refuses a node that would need a position or a rotation: those of
    /// a bone are never the placeholder's.
    fn takes_scale(&self, moved: &Moved) -> Result<bool> {
        let has = |path| {
            let track = self.tracks.get(&(moved.node, path));
            track.is_some_and(|track| !track.times.is_empty())
        };
        let paths = [Path::Translation, Path::Rotation, Path::Scale];
        if !self.scene.nodes[moved.node].lacks_rest_pose || !paths.into_iter().any(has) {
            return Ok(false);
        }
        let needed = [
            (Path::Translation, "positions"),
            (Path::Rotation, "rotations"),
        ];
        let lacking = needed.into_iter().find(|(path, _)| !has(*path));
        lacking.map_or(Ok(!has(Path::Scale)), |(_, what)| {
            let message = format!(
                "C225: `{}` has no {what} in the clip, and no file has its rest pose",
                moved.name
            );
            Err(invalid(message).help("name the model too, or make the glTF file of both"))
        })
    }

    /// The motion of a node, and whether all of it is kept; `None` when it does not move.
    fn entity(&self, moved: &Moved) -> Result<Option<(Entity, bool)>> {
        let node = &self.scene.nodes[moved.node];
        let track = |path| self.tracks.get(&(moved.node, path)).copied();
        let paths = [Path::Translation, Path::Rotation, Path::Scale];
        // What joints move is moved by nothing else.
        let tracks = paths.map(|path| track(path).filter(|_| node.skin.is_none()));
        let weights = track(Path::Weights).filter(|_| self.has_weights);
        if tracks.iter().all(Option::is_none) && weights.is_none() {
            return Ok(None);
        }
        let rest = if node.skin.is_some() {
            Trs::IDENTITY
        } else {
            node.transform
        };
        let mut bytes = Vec::with_capacity(self.count * SIZE);
        let (mut before, mut is_kept) = (None, true);
        for frame in 0..self.count {
            let (pose, is_whole) = self.pose(&tracks, rest, moved, frame);
            is_kept &= is_whole;
            let pose = continuous(pose, before);
            before = Some(pose.rotation);
            for number in pose
                .rotation
                .iter()
                .chain(&pose.translation)
                .chain(&pose.scale)
            {
                bytes.extend_from_slice(&number.to_le_bytes());
            }
        }
        let (rows, _) = bytes.as_chunks::<SIZE>();
        let is_still = rows.len() > 1 && rows.iter().all(|row| Some(row) == rows.first());
        let count = if is_still { 1 } else { self.count };
        bytes.truncate(count * SIZE);
        let frames: Packed<Frame> = Packed::from_bytes((), Endian::Little, count, bytes)?;
        let morphs = weights.map(|track| self.morphs(track, node)).transpose()?;
        let entity = Entity {
            name: FixedString::new(moved.name.as_bytes())?,
            compressed: Some(is_still.into()),
            frames,
            morph_tracks: self.has_weights.then(|| morphs.unwrap_or_default()),
        };
        Ok(Some((entity, is_kept)))
    }

    /// Where a node is in a frame, and whether that is a transform without shear.
    fn pose(
        &self,
        tracks: &[Option<&Track>; 3],
        rest: Trs,
        moved: &Moved,
        frame: usize,
    ) -> (Trs, bool) {
        let time = f64::from((frame as f64 / self.fps) as f32);
        let mut pose = rest;
        let [translation, rotation, scale] = tracks;
        let parts: [(&Option<&Track>, &mut [f32]); 3] = [
            (translation, &mut pose.translation),
            (rotation, &mut pose.rotation),
            (scale, &mut pose.scale),
        ];
        for (track, out) in parts {
            if let Some(track) = track {
                sample(track, time, out);
            }
        }
        moved
            .lift
            .map_or((pose, true), |lift| decompose(lift * matrix(&pose)))
    }

    fn morphs(&self, track: &Track, node: &Node) -> Result<Vec<MorphTrack>> {
        let targets = node
            .mesh
            .map_or(&[][..], |mesh| &self.scene.meshes[mesh].targets);
        let mut columns = vec![Vec::with_capacity(self.count); targets.len()];
        let mut all = vec![0.0; targets.len()];
        for frame in 0..self.count {
            sample(track, f64::from((frame as f64 / self.fps) as f32), &mut all);
            for (column, weight) in columns.iter_mut().zip(&all) {
                column.push(*weight);
            }
        }
        let tracks = targets.iter().zip(columns).map(|(target, mut weights)| {
            let is_still =
                weights.len() > 1 && weights.iter().all(|weight| Some(weight) == weights.first());
            if is_still {
                weights.truncate(1);
            }
            Ok(MorphTrack {
                name: FixedString::new(
                    super::names::cut(&super::names::clean(&target.name), 255).as_bytes(),
                )?,
                compressed: Bool::from(is_still),
                weights: Packed::from_records((), weights)?,
            })
        });
        tracks.collect()
    }
}

/// Bytes of a frame.
const SIZE: usize = 40;

/// The same pose, its rotation on the side of the one before.
fn continuous(mut pose: Trs, before: Option<[f32; 4]>) -> Trs {
    let dot =
        |before: [f32; 4]| -> f32 { before.iter().zip(pose.rotation).map(|(a, b)| a * b).sum() };
    if before.is_some_and(|before| dot(before) < 0.0) {
        pose.rotation = pose.rotation.map(|number| -number);
    }
    pose
}
