//! What a person wants to see of an animation first, and what is unusual about it.

use formwork_schema::{Diagnostics, Engines, QuatXyzw, Rule, Vec3, file_rules, is_set};

use super::{Animation, Entity, Frames};
use crate::{
    alone::{Again, Alone},
    horde3d::animation::rules,
    inspect::{FactValue, Inspection, Table},
    layouts::GameFormat,
};

impl GameFormat for Animation {
    const ENGINES: &'static str = "Horde3D";
    const NOTES: &'static str = "version 4 is a fork's: weights of morph targets";
    const UNKNOWN_VERSIONS: Option<&'static Rule> = Some(&file_rules::OTHER_VERSION);
    const ALONE: &'static [Alone] = &[Alone {
        list: "entities",
        name: "name",
        told: repeated,
    }];

    fn engine(version: &str) -> &'static str {
        if version == "H3DA 4" {
            "Horde3D, fork with morph weights"
        } else {
            "Horde3D"
        }
    }

    fn readers(version: &str) -> Option<Engines> {
        (version == "H3DA 4").then_some(Engines::HORDE3D_SLS)
    }

    fn inspect(&self) -> Inspection {
        let mut seen = Inspection::default();
        let frames: usize = self.entities.iter().map(|entity| entity.frames.len()).sum();
        let bytes: usize = self
            .entities
            .iter()
            .map(|entity| entity.frames.bytes().len())
            .sum();
        seen.measure("length", "Length", self.frame_count, "frames");
        seen.fact("entities", "Entities", self.entities.len());
        let constant = self
            .entities
            .iter()
            .filter(|entity| is_set(entity.compressed))
            .count();
        seen.fact("compressed_entities", "Compressed entities", constant);
        seen.fact("keyframes", "Stored frames", frames);
        seen.fact("channels", "Channels", self.channels());
        seen.measure("keyframe_memory", "Frame memory", bytes, "bytes");
        seen.tables.push(self.table());
        seen
    }

    fn diagnose(&self, seen: &mut Diagnostics) {
        self.diagnose_entities(seen);
    }
}

/// What is said of a name that came before.
fn repeated(again: Again) -> Option<(&'static Rule, &'static str)> {
    let message = "an entity of that name came before; which one is played is undefined";
    (again == Again::Same).then_some((&rules::DUPLICATE_ENTITY, message))
}

impl Animation {
    fn channels(&self) -> FactValue {
        let mut words = vec!["rotation".into(), "translation".into(), "scale".into()];
        if self
            .entities
            .iter()
            .any(|e| e.morph_tracks.as_ref().is_some_and(|t| !t.is_empty()))
        {
            words.push("morph weights".into());
        }
        FactValue::Words(words)
    }

    fn diagnose_entities(&self, seen: &mut Diagnostics) {
        for (index, entity) in self.entities.iter().enumerate() {
            let path = |field: &str| format!("entities[{index}].{field}");
            if entity.name.as_bytes().is_empty() {
                let message = "an entity without a name moves every node without one";
                seen.add(&rules::EMPTY_NAME, || path("name"), message);
            }
            if entity.frames.is_empty() {
                seen.add(
                    &rules::NO_FRAMES,
                    || path("frames"),
                    "an entity without frames is never played",
                );
            }
            let mut rotations = entity.frames.rotations();
            if let Some(place) = rotations.position(|rotation| !is_unit(rotation)) {
                let path = || path(&format!("frames[{place}].rotation"));
                seen.add(
                    &rules::ROTATION_NOT_UNIT,
                    path,
                    "a rotation whose length is not 1",
                );
            }
            if let Some(place) = first_not_finite(entity) {
                let path = || path(&format!("frames[{place}]"));
                seen.add(&rules::NOT_FINITE, path, "a value that is not finite");
            }
            let mut scales = entity.frames.iter().map(|frame| frame.scale);
            if let Some(place) = scales.position(|Vec3 { x, y, z }| [x, y, z].contains(&0.0)) {
                let path = || path(&format!("frames[{place}].scale"));
                let message = "a scale of 0; the node shrinks to nothing";
                seen.add(&rules::ZERO_SCALE, path, message);
            }
            for (track, weights) in entity.morph_tracks.iter().flatten().enumerate() {
                if let Some(place) = weights.weights.iter().position(|w| !w.is_finite()) {
                    let path = || path(&format!("morph_tracks[{track}].weights[{place}]"));
                    seen.add(&rules::NOT_FINITE, path, "a weight that is not finite");
                }
            }
        }
    }

    fn table(&self) -> Table {
        let row = |entity: &Entity| {
            let stored = if is_set(entity.compressed) {
                "one frame"
            } else {
                "every frame"
            };
            vec![
                entity.name.to_text().into_owned().into(),
                stored.into(),
                entity.frames.len().into(),
            ]
        };
        Table {
            key: "entities",
            columns: &["name", "stored", "frames"],
            rows: self.entities.iter().map(row).collect(),
        }
    }
}

fn is_unit(QuatXyzw { x, y, z, w }: QuatXyzw) -> bool {
    ((x * x + y * y + z * z + w * w).sqrt() - 1.0).abs() < 1e-2
}

fn first_not_finite(entity: &Entity) -> Option<usize> {
    entity.frames.iter().position(|frame| {
        let QuatXyzw { x, y, z, w } = frame.rotation;
        let (t, s) = (frame.translation, frame.scale);
        ![x, y, z, w, t.x, t.y, t.z, s.x, s.y, s.z]
            .iter()
            .all(|number| number.is_finite())
    })
}
