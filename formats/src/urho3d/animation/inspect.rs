//! What a person wants to see of a clip first.

use formwork_schema::{Diagnostic, Diagnostics, Location, Result, Rule, file_rules};

use super::{Animation, Channels, Dialect, Keyframes, Track, VariantTrack, diagnose::ALONE, rules};
use crate::{
    alone::Alone,
    inspect::{FactValue, Inspection, Table},
    layouts::GameFormat,
    motion::{JointMatch, Joints},
    urho3d::variant,
};

impl GameFormat for Animation {
    const UNKNOWN_VERSIONS: Option<&'static Rule> = Some(&file_rules::UNCHECKED_VERSION);

    const HAS_MOTION: bool = true;
    const ALONE: &'static [Alone] = ALONE;

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

    fn diagnose_motion(&self, joints: &Joints) -> Vec<Diagnostic> {
        let told = [
            (
                JointMatch::None,
                &rules::NO_SUCH_BONE,
                "no model among these files has the bone",
            ),
            (
                JointMatch::OtherCase,
                &rules::BONE_IN_OTHER_CASE,
                "only in other letter case have models among these files the bone",
            ),
        ];
        let told = told.into_iter().filter_map(|(wanted, rule, what)| {
            // A track without a name drives the node that the clip is played on.
            let is_wanted = |name: &[u8]| !name.is_empty() && joints.find(name) == wanted;
            let tracks = self.tracks.iter().enumerate();
            let mut tracks = tracks.filter(|(_, track)| is_wanted(track.name.as_bytes()));
            let (place, track) = tracks.next()?;
            let location = Location::of(format!("tracks[{place}].name"));
            let message = format!("{what} `{}`", track.name);
            Some(Diagnostic {
                count: 1 + tracks.count() as u64,
                ..Diagnostic::new(rule, location, message)
            })
        });
        told.collect()
    }

    fn fix(&mut self, broken: &Rule) -> Result<bool> {
        if *broken != rules::LATE_START {
            return Ok(false);
        }
        let length = self.length;
        let mut is_fixed = false;
        for track in &mut self.tracks {
            if track.starts_late(length) {
                is_fixed |= track.hold_start()?.is_some();
            }
        }
        Ok(is_fixed)
    }

    fn inspect(&self) -> Inspection {
        let mut seen = Inspection::default();
        self.facts(&mut seen);
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

    fn diagnose(&self, seen: &mut Diagnostics) {
        self.diagnose_all(seen);
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
