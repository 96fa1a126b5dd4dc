//! Animations.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    sync::Arc,
};

use formwork_schema::{Result, sorted};

use super::{
    kept,
    reader::{Reader, at},
};
use crate::{
    Code,
    error::malformed,
    gltf::{
        extras,
        json::{Animation, Channel},
        mend, names,
        origin::{ClipEntry, TrackEntry},
        typed::Num,
    },
    numbers,
    scene::{Clip, Interpolation, Path, Track, Trigger},
};

impl Reader<'_> {
    pub(super) fn clips(&mut self) -> Result<()> {
        let document = self.document;
        let entries = self.origin.map_or(&[][..], |origin| &origin.clips);
        let mut hidden: BTreeMap<usize, &ClipEntry> =
            sorted::collect(entries.iter().map(|entry| (entry.place, entry)));
        let mut times = HashMap::new();
        for (place, animation) in document.animations.iter().enumerate() {
            while let Some(entry) = hidden.remove(&self.scene.clips.len()) {
                self.hidden_clip(entry);
            }
            self.clip(place, animation, &mut times)?;
        }
        while let Some(entry) = hidden.remove(&self.scene.clips.len()) {
            self.hidden_clip(entry);
        }
        let entries = self.origin.map_or(&[][..], |origin| &origin.tracks);
        let mut entries: Vec<&TrackEntry> = entries.iter().collect();
        sorted::by_key(&mut entries, |entry| (entry.clip, entry.track));
        for entry in entries {
            self.restore_track(entry)?;
        }
        Ok(())
    }

    fn hidden_clip(&mut self, entry: &ClipEntry) {
        let place = self.scene.clips.len();
        let name = self.name("animations", place, None, &entry.name);
        self.scene.clips.push(Clip {
            name,
            length: entry.length.map(|it| it.0),
            fps: entry.fps.map(|it| it.0),
            triggers: triggers(&entry.triggers),
            tracks: Vec::new(),
        });
    }

    fn clip(
        &mut self,
        place: usize,
        animation: &Animation,
        times: &mut HashMap<usize, Arc<[f32]>>,
    ) -> Result<()> {
        let mut clip = Clip {
            name: self.name("animations", self.scene.clips.len(), None, &animation.name),
            ..Clip::default()
        };
        if let Some(notes) = animation.extras.known() {
            clip.length = notes.length.map(|it| it.0);
            clip.fps = notes.fps.map(|it| it.0);
            clip.triggers = triggers(&notes.triggers);
        }
        let mut seen = HashSet::new();
        for (number, channel) in animation.channels.iter().enumerate() {
            let pointer = format!("/animations/{place}/channels/{number}");
            let Some(track) = self.channel(place, channel, &pointer, times)? else {
                continue;
            };
            if !seen.insert((track.node, track.path)) {
                let message = "two channels move one property of one node";
                return Err(malformed(message).of(format!("{pointer}/target")));
            }
            clip.tracks.push(track);
        }
        self.scene.clips.push(clip);
        Ok(())
    }

    fn channel(
        &mut self,
        place: usize,
        channel: &Channel,
        pointer: &str,
        times: &mut HashMap<usize, Arc<[f32]>>,
    ) -> Result<Option<Track>> {
        let document = self.document;
        let samplers = &document.animations[place].samplers;
        let sampler = at(
            samplers,
            channel.sampler,
            "sampler",
            &format!("{pointer}/sampler"),
        )?;
        let target = &channel.target;
        let (Some(node), Some(path)) = (target.node, names::path_named(&target.path)) else {
            self.report.add(Code::C331, pointer, target.path.clone());
            return Ok(None);
        };
        at(
            &document.nodes,
            node,
            "node",
            &format!("{pointer}/target/node"),
        )?;
        let Some(node) = self.stands_for(node) else {
            self.report
                .add(Code::C331, pointer, "a node of another scene");
            return Ok(None);
        };
        let pointer = format!("/animations/{place}/samplers/{}", channel.sampler);
        let interpolation = sampler.interpolation.as_deref().unwrap_or("LINEAR");
        let interpolation = names::interpolation_named(interpolation).ok_or_else(|| {
            let message = format!("{interpolation:?} is no interpolation");
            malformed(message).of(format!("{pointer}/interpolation"))
        })?;
        let input = match times.get(&sampler.input) {
            Some(known) => known.clone(),
            None => {
                let read = self.finite_rows::<1>(sampler.input, &format!("{pointer}/input"))?;
                let read: Arc<[f32]> = read.into_flattened().into();
                times.insert(sampler.input, read.clone());
                read
            }
        };
        let output = format!("{pointer}/output");
        let (values, width) = match path {
            Path::Translation | Path::Scale => {
                (self.rows::<3>(sampler.output, &output)?.into_flattened(), 3)
            }
            Path::Rotation => (self.rows::<4>(sampler.output, &output)?.into_flattened(), 4),
            Path::Weights => {
                let mesh = self.scene.nodes[node].mesh;
                let targets = mesh.map_or(0, |mesh| self.scene.meshes[mesh].targets.len());
                (
                    self.rows::<1>(sampler.output, &output)?.into_flattened(),
                    targets,
                )
            }
        };
        let each = if interpolation == Interpolation::Cubic {
            3
        } else {
            1
        };
        if values.len() != input.len() * width * each {
            let message = format!(
                "{} numbers for {} keys of {} numbers each",
                values.len(),
                input.len(),
                width * each
            );
            return Err(malformed(message).of(output));
        }
        if input.is_empty() || width == 0 {
            self.report.add(Code::C310, pointer, "no keys");
            return Ok(None);
        }
        let weight = channel.extras.known().and_then(|notes| notes.weight);
        Ok(Some(Track {
            node,
            path,
            times: input,
            values,
            interpolation,
            weight: weight.map(|it| it.0),
        }))
    }

    /// Gives a track back that was mended and not edited since, or that has no channel.
    fn restore_track(&mut self, entry: &TrackEntry) -> Result<()> {
        if entry.dropped {
            return self.dropped_track(entry);
        }
        let clip = self.scene.clips.get(entry.clip);
        let Some(track) = clip.and_then(|clip| clip.tracks.get(entry.track)).cloned() else {
            return Ok(());
        };
        if track.times.is_empty() {
            return Ok(());
        }
        let width = self.width(&track);
        let mut raw = track.clone();
        let row = if entry.times.is_some() {
            let interpolation = entry
                .interpolation
                .as_deref()
                .and_then(names::interpolation_named);
            let (Some(times), Some(interpolation)) =
                (self.stored_numbers(entry.times)?, interpolation)
            else {
                return Ok(());
            };
            let all = entry.values.as_ref().and_then(|rows| rows.all);
            let Some(values) = self.stored_numbers(all)? else {
                return Ok(());
            };
            (raw.times, raw.values, raw.interpolation) = (times.into(), values, interpolation);
            0
        } else {
            if !entry.flips.is_sorted() {
                return Ok(());
            }
            mend::flip(&mut raw.values, &entry.flips);
            track.values.len() / track.times.len() * 4
        };
        let derived = numbers::bytes(&raw.values);
        if let (Some(rows), true) = (&entry.values, row > 0) {
            let Some(stored) = self.stored_rows(rows, row, derived.clone())? else {
                return Ok(());
            };
            raw.values = numbers::numbers(&stored);
        }
        let each = if raw.interpolation == Interpolation::Cubic {
            3
        } else {
            1
        };
        if raw.values.len() != raw.times.len() * width * each {
            return Ok(());
        }
        let mended = mend::keys(raw.path, raw.interpolation, &raw.times, &raw.values, width);
        let (now, then) = (
            numbers::bytes(&track.values),
            numbers::bytes(&mended.values),
        );
        let is_same = now == then && numbers::bytes(&track.times) == numbers::bytes(&mended.times);
        if !is_same && row > 0 && now.len() == then.len() {
            // Keys that were edited stay; the others come back.
            let same = kept::same_rows(&then, &now, row);
            let bytes = kept::choose(&numbers::bytes(&raw.values), &derived, row, &same);
            raw.values = numbers::numbers(&bytes);
        } else if !is_same {
            return Ok(());
        }
        self.scene.clips[entry.clip].tracks[entry.track] = raw;
        Ok(())
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

    fn dropped_track(&mut self, entry: &TrackEntry) -> Result<()> {
        let node = entry
            .node
            .and_then(|node| self.nodes.get(node).copied().flatten());
        let path = entry.path.as_deref().and_then(names::path_named);
        let interpolation = entry
            .interpolation
            .as_deref()
            .and_then(names::interpolation_named);
        let all = entry.values.as_ref().and_then(|rows| rows.all);
        let times = self.stored_numbers(entry.times)?;
        let values = self.stored_numbers(all)?;
        let (Some(node), Some(path), Some(interpolation)) = (node, path, interpolation) else {
            return Ok(());
        };
        let (Some(times), Some(values)) = (times, values) else {
            return Ok(());
        };
        let track = Track {
            node,
            path,
            times: times.into(),
            values,
            interpolation,
            weight: entry.weight.map(|it| it.0),
        };
        let each = if interpolation == Interpolation::Cubic {
            3
        } else {
            1
        };
        let is_whole = track.values.len() == track.times.len() * self.width(&track) * each;
        if let Some(clip) = self.scene.clips.get_mut(entry.clip).filter(|_| is_whole) {
            let place = entry.track.min(clip.tracks.len());
            clip.tracks.insert(place, track);
        }
        Ok(())
    }
}

fn triggers(triggers: &[extras::Trigger]) -> Vec<Trigger> {
    let trigger = |trigger: &extras::Trigger| {
        let Num(time) = trigger.time;
        Trigger {
            time,
            value: trigger.value.clone(),
        }
    };
    triggers.iter().map(trigger).collect()
}
