//! What a person wants to see of a clip first, and what is unusual about it.

use std::collections::HashSet;

use formwork_schema::{Packed, Quat};

use super::{Animation, Channels, Dialect, Keyframe, Keyframes, Track, VariantTrack};
use crate::{
    inspect::{FactValue, Inspect, Inspection, Table},
    layouts::GameFormat,
    urho3d::variant,
};

impl GameFormat for Animation {
    const ENGINES: &'static str = "Urho3D, U3D, Dry, Atomic, rbfx";
    const NOTES: &'static str =
        "variant tracks under both numberings; UAN2 is rbfx's, its early version 2 included";

    fn engine(version: &str) -> &'static str {
        if version == "UANI" {
            "Urho3D family"
        } else {
            "rbfx"
        }
    }
}

impl Inspect for Animation {
    fn inspect(&self) -> Inspection {
        let mut seen = Inspection::default();
        self.facts(&mut seen);
        for (index, track) in self.tracks.iter().enumerate() {
            track.oddities(index, self.length, &mut seen);
        }
        self.name_oddities(&mut seen);
        if self.length <= 0.0 && self.tracks.iter().any(|track| track.keyframes.len() > 1) {
            seen.odd("no-length", || "length".into(), "the clip lasts no time");
        }
        seen.tables.push(track_table(&self.tracks));
        if let Some(variants) = self
            .variant_tracks
            .as_deref()
            .filter(|list| !list.is_empty())
        {
            let dialect = self.dialect.unwrap_or_default();
            seen.tables.push(variant_table(variants, dialect));
        }
        seen
    }
}

impl Animation {
    fn facts(&self, seen: &mut Inspection) {
        let variants = self.variant_tracks.as_deref().unwrap_or_default();
        let keyframes: usize = self.tracks.iter().map(|track| track.keyframes.len()).sum();
        let variant_keyframes: usize = variants.iter().map(|track| track.keyframes.len()).sum();
        let bytes: usize = self
            .tracks
            .iter()
            .map(|track| track.keyframes.bytes().len())
            .sum();
        seen.fact("name", "Name", self.name.to_text().into_owned());
        if let Some(dialect) = self.dialect {
            seen.fact("dialect", "Read as", dialect.name());
        }
        seen.measure("length", "Length", self.length, "seconds");
        seen.fact("tracks", "Tracks", self.tracks.len());
        if self.variant_tracks.is_some() {
            seen.fact("variant_tracks", "Variant tracks", variants.len());
        }
        seen.fact("keyframes", "Keyframes", keyframes + variant_keyframes);
        seen.fact("channels", "Channels", self.channels());
        seen.measure("time_range", "Time range", self.time_range(), "seconds");
        seen.measure("keyframe_memory", "Keyframe memory", bytes, "bytes");
    }

    fn channels(&self) -> FactValue {
        let all = |set: Channels, track: &Track| set | track.channels;
        words(self.tracks.iter().fold(Channels::empty(), all))
    }

    fn time_range(&self) -> Option<(f32, f32)> {
        let bones = self
            .tracks
            .iter()
            .filter_map(|track| range(track.keyframes.times()));
        let variants = self.variant_tracks.iter().flatten();
        let variants = variants.filter_map(|track| range(track.keyframes.iter().map(|k| k.time)));
        bones
            .chain(variants)
            .reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))
    }

    fn name_oddities(&self, seen: &mut Inspection) {
        let mut names = HashSet::new();
        for (index, track) in self.tracks.iter().enumerate() {
            if !names.insert(track.name.as_bytes()) {
                let path = || format!("tracks[{index}].name");
                seen.odd(
                    "duplicate-track",
                    path,
                    "a track of that name came before; the last one wins",
                );
            }
        }
    }
}

impl Track {
    fn oddities(&self, index: usize, length: f32, seen: &mut Inspection) {
        let path = |field: &str| format!("tracks[{index}].{field}");
        let known = self.channels & Channels::all_named();
        if known.is_empty() {
            let message = "no channel: its keyframes move nothing";
            seen.odd("no-channels", || path("channels"), message);
        }
        if known != self.channels {
            seen.odd(
                "unknown-channels",
                || path("channels"),
                "bits that no engine knows",
            );
        }
        if self.keyframes.is_empty() {
            seen.odd(
                "no-keyframes",
                || path("keyframes"),
                "a track without keyframes",
            );
        }
        time_oddities(&self.keyframes, length, seen, &|place| {
            path(&format!("keyframes[{place}].time"))
        });
        let rotations = self.keyframes.rotations().into_iter().flatten();
        if let Some(place) = rotations
            .into_iter()
            .position(|rotation| !is_unit(rotation))
        {
            let path = || path(&format!("keyframes[{place}].rotation"));
            seen.odd(
                "rotation-not-unit",
                path,
                "a rotation whose length is not 1",
            );
        }
        if let Some(place) = self
            .keyframes
            .iter()
            .position(|keyframe| !is_finite(&keyframe))
        {
            let path = || path(&format!("keyframes[{place}]"));
            seen.odd("not-finite", path, "a value that is not finite");
        }
    }
}

fn time_oddities(
    keyframes: &Packed<Keyframe>,
    length: f32,
    seen: &mut Inspection,
    path: &dyn Fn(usize) -> String,
) {
    // Exporters compute both from frame numbers, with different rounding.
    let beyond = length + length.abs().max(1.0) * 1e-4;
    if let Some(place) = keyframes.times().position(|time| time > beyond) {
        seen.odd(
            "keyframe-beyond-length",
            || path(place),
            "a keyframe after the end of the clip",
        );
    }
    if keyframes.times().next().is_some_and(|time| time < 0.0) {
        seen.odd(
            "keyframe-before-start",
            || path(0),
            "a keyframe before the start of the clip",
        );
    }
    let later = keyframes.times().skip(1);
    if let Some(place) = keyframes
        .times()
        .zip(later)
        .position(|(time, next)| next < time)
    {
        let path = || path(place + 1);
        seen.odd(
            "unsorted-times",
            path,
            "a keyframe earlier than the one before it",
        );
    }
}

fn is_unit(Quat { w, x, y, z }: Quat) -> bool {
    let norm = (w * w + x * x + y * y + z * z).sqrt();
    (norm - 1.0).abs() < 1e-2
}

fn is_finite(keyframe: &Keyframe) -> bool {
    let vectors = [keyframe.position, keyframe.scale];
    let rotation = keyframe.rotation.unwrap_or_default();
    keyframe.time.is_finite()
        && vectors
            .iter()
            .flatten()
            .all(|v| v.x.is_finite() && v.y.is_finite() && v.z.is_finite())
        && [rotation.w, rotation.x, rotation.y, rotation.z]
            .iter()
            .all(|n| n.is_finite())
}

fn range(times: impl Iterator<Item = f32>) -> Option<(f32, f32)> {
    times
        .map(|time| (time, time))
        .reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))
}

fn words(channels: Channels) -> FactValue {
    let names = channels.iter_names().map(|(name, _)| name.to_lowercase());
    let unknown = channels.bits() & !Channels::all_named().bits();
    let unknown = (unknown != 0).then(|| format!("{unknown:#x}"));
    FactValue::Words(names.chain(unknown).collect())
}

fn track_table(tracks: &[Track]) -> Table {
    let row = |track: &Track| {
        vec![
            track.name.to_text().into_owned().into(),
            words(track.channels),
            track.keyframes.len().into(),
            range(track.keyframes.times()).into(),
        ]
    };
    Table {
        key: "tracks",
        columns: &["name", "channels", "keyframes", "time_range"],
        rows: tracks.iter().map(row).collect(),
    }
}

fn variant_table(tracks: &[VariantTrack], dialect: Dialect) -> Table {
    let row = |track: &VariantTrack| {
        let interpolation = track
            .interpolation
            .name()
            .unwrap_or("unknown")
            .to_lowercase();
        vec![
            track.name.to_text().into_owned().into(),
            variant::kind_name(track.kind, dialect).into(),
            interpolation.into(),
            track.keyframes.len().into(),
            range(track.keyframes.iter().map(|keyframe| keyframe.time)).into(),
        ]
    };
    Table {
        key: "variant_tracks",
        columns: &["name", "kind", "interpolation", "keyframes", "time_range"],
        rows: tracks.iter().map(row).collect(),
    }
}
