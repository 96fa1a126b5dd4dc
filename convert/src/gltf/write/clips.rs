//! Animations.

use std::collections::HashMap;

use super::writer::Writer;
use crate::{
    Code,
    gltf::{
        extras,
        json::{Animation, AnimationSampler, Channel, ChannelTarget},
        mend::{self, Keys},
        names,
        origin::{ClipEntry, Rows, TrackEntry},
        typed::Num,
    },
    numbers,
    scene::{Clip, Interpolation, Path, Track},
};

/// Accessors of times, by the bits of the times.
type Inputs = HashMap<Vec<u32>, usize>;

impl Writer<'_> {
    pub(super) fn clips(&mut self) {
        let scene = self.scene;
        let mut inputs = Inputs::new();
        for (place, clip) in scene.clips.iter().enumerate() {
            self.clip(place, clip, &mut inputs);
        }
    }

    fn clip(&mut self, place: usize, clip: &Clip, inputs: &mut Inputs) {
        let mut made = Animation {
            name: self.name("animations", place, None, &clip.name),
            ..Animation::default()
        };
        let length = clip.length.map(Num);
        let fps = clip.fps.map(Num);
        let triggers: Vec<_> = clip
            .triggers
            .iter()
            .map(|trigger| extras::Trigger {
                time: Num(trigger.time),
                value: trigger.value.clone(),
            })
            .collect();
        let mut end = 0.0_f32;
        let tracks = clip.tracks.iter().enumerate();
        let last: HashMap<(usize, Path), usize> = tracks
            .map(|(number, track)| ((track.node, track.path), number))
            .collect();
        for (number, track) in clip.tracks.iter().enumerate() {
            let what = format!("clips[{place}].tracks[{number}]");
            let Some(target) = self.target(track) else {
                self.drop_track(place, number, track, Code::C310, &what);
                continue;
            };
            if last.get(&(track.node, track.path)) != Some(&number) {
                self.drop_track(place, number, track, Code::C311, &what);
                continue;
            }
            let width = self.width(track);
            let keys = mend::keys(
                track.path,
                track.interpolation,
                &track.times,
                &track.values,
                width,
            );
            let Some(last) = keys.times.last() else {
                self.drop_track(place, number, track, Code::C310, &what);
                continue;
            };
            end = end.max(*last);
            self.lose(&keys.losses, &what);
            let sampler = self.sampler(track, &keys, width, inputs);
            self.keep_keys(place, number, track, &keys, width);
            made.samplers.push(sampler);
            let mut channel = Channel {
                sampler: made.samplers.len() - 1,
                target: ChannelTarget {
                    node: Some(target),
                    path: names::path(track.path).into(),
                },
                ..Channel::default()
            };
            if let Some(weight) = track.weight {
                if weight != 1.0 {
                    self.report
                        .add(Code::C312, what, format!("weight {weight}"));
                }
                channel.extras.notes().weight = Some(Num(weight));
            }
            made.channels.push(channel);
        }
        if made.channels.is_empty() {
            let what = format!("clips[{place}]");
            self.report.add(Code::C310, what, "the clip moves nothing");
            if self.keeps() {
                self.origin.clips.push(ClipEntry {
                    place,
                    name: made.name,
                    length,
                    fps,
                    triggers,
                });
            }
            return;
        }
        if clip.length.is_some_and(|length| length > end) {
            let detail = "longer than its last key";
            self.report
                .add(Code::C309, format!("clips[{place}]"), detail);
        }
        if length.is_some() || fps.is_some() || !triggers.is_empty() {
            let notes = made.extras.notes();
            (notes.length, notes.fps, notes.triggers) = (length, fps, triggers);
        }
        self.file.document.animations.push(made);
    }

    /// The node that a channel moves; `None` where glTF cannot say it.
    fn target(&self, track: &Track) -> Option<usize> {
        if track.path != Path::Weights {
            return Some(track.node);
        }
        let shown_by = self.shown_by[track.node];
        let is_shown = self.file.document.nodes[shown_by].mesh.is_some();
        (is_shown && self.width(track) > 0).then_some(shown_by)
    }

    fn width(&self, track: &Track) -> usize {
        match track.path {
            Path::Translation | Path::Scale => 3,
            Path::Rotation => 4,
            Path::Weights => {
                let mesh = self.scene.nodes[track.node].mesh;
                mesh.map_or(0, |mesh| self.scene.meshes[mesh].targets.len())
            }
        }
    }

    fn sampler(
        &mut self,
        track: &Track,
        keys: &Keys<'_>,
        width: usize,
        inputs: &mut Inputs,
    ) -> AnimationSampler {
        let bits = keys.times.iter().map(|time| time.to_bits()).collect();
        let input = *inputs
            .entry(bits)
            .or_insert_with(|| self.file.times(&keys.times).unwrap_or_default());
        let (kind, width) = match track.path {
            Path::Translation | Path::Scale => ("VEC3", 3),
            Path::Rotation => ("VEC4", 4),
            Path::Weights => ("SCALAR", 1.min(width)),
        };
        AnimationSampler {
            input,
            output: self
                .file
                .numbers(kind, width, &keys.values)
                .unwrap_or_default(),
            interpolation: (keys.interpolation != Interpolation::Linear)
                .then(|| names::interpolation(keys.interpolation).into()),
        }
    }

    /// Keeps what of a track was mended.
    fn keep_keys(
        &mut self,
        clip: usize,
        number: usize,
        track: &Track,
        keys: &Keys<'_>,
        width: usize,
    ) {
        if !self.keeps() {
            return;
        }
        let mut entry = TrackEntry {
            clip,
            track: number,
            ..TrackEntry::default()
        };
        let is_resampled =
            bits(&track.times) != bits(&keys.times) || track.interpolation != keys.interpolation;
        if is_resampled {
            let times = &track.times;
            entry.times = self.file.store(|out| numbers::append(out, times));
            let interpolation = names::interpolation(track.interpolation);
            entry.interpolation = Some(interpolation.into());
            let all = self.file.store(|out| numbers::append(out, &track.values));
            entry.values = Some(Rows { all, some: None });
        } else {
            let mut derived = keys.values.to_vec();
            mend::flip(&mut derived, &keys.flips);
            let each = if keys.interpolation == Interpolation::Cubic {
                3
            } else {
                1
            };
            let row = 4 * width * each;
            let raw = numbers::bytes(&track.values);
            entry.values = self.file.rows(row, &raw, &numbers::bytes(&derived));
            entry.flips.clone_from(&keys.flips);
        }
        if entry.values.is_some() || !entry.flips.is_empty() {
            self.origin.tracks.push(entry);
        }
    }

    /// Keeps a track that no channel can be made of.
    fn drop_track(&mut self, clip: usize, number: usize, track: &Track, code: Code, what: &str) {
        self.report.add(code, what, "");
        if !self.keeps() {
            return;
        }
        let times = self.file.store(|out| numbers::append(out, &track.times));
        let values = self.file.store(|out| numbers::append(out, &track.values));
        self.origin.tracks.push(TrackEntry {
            clip,
            track: number,
            dropped: true,
            node: Some(track.node),
            path: Some(names::path(track.path).into()),
            interpolation: Some(names::interpolation(track.interpolation).into()),
            weight: track.weight.map(Num),
            times,
            values: values.map(|all| Rows {
                all: Some(all),
                some: None,
            }),
            ..TrackEntry::default()
        });
    }
}

fn bits(values: &[f32]) -> Vec<u32> {
    values.iter().map(|value| value.to_bits()).collect()
}
