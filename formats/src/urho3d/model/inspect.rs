//! What a person wants to see of a model first.

use std::collections::BTreeSet;

use formwork_schema::{Diagnostics, Engines, Result, Rule, file_rules, sorted};

use super::{Geometry, Lod, Model, Morph, PrimitiveType, VertexBuffer, rules};
use crate::{
    inspect::{FactValue, Inspection, Table},
    layouts::GameFormat,
    motion::Joints,
};

impl GameFormat for Model {
    const ENGINES: &'static str = "Urho3D, U3D, Dry, Atomic, rbfx";
    const NOTES: &'static str = "files of before 2011-03 begin with 1, their number of vertex buffers; AMDL and AMD2 are Atomic's, UMD3 rbfx's";

    fn engine(version: &str) -> &'static str {
        match version {
            "UMDL" | "UMD2" => "Urho3D family",
            "AMDL" | "AMD2" => "Atomic",
            version if version.starts_with("UMD3") => "rbfx",
            _ => "Urho3D, before 2011-03",
        }
    }

    fn readers(version: &str) -> Option<Engines> {
        // Of a file without magic, a rule says that all of them refuse it.
        let has_magic = version.starts_with(|first: char| first.is_ascii_alphabetic());
        (!has_magic).then_some(Engines::URHO3D_FAMILY)
    }

    const UNKNOWN_VERSIONS: Option<&'static Rule> = Some(&file_rules::UNCHECKED_VERSION);

    const HAS_MOTION: bool = true;

    fn add_joints(&self, joints: &mut Joints) {
        for bone in &self.bones {
            joints.add(bone.name.as_bytes());
        }
    }

    fn fix(&mut self, broken: &Rule) -> Result<bool> {
        let bounds = [
            &rules::EMPTY_BOUNDS,
            &rules::NOT_FINITE,
            &rules::OUTSIDE_BOUNDS,
        ];
        let weights = [&rules::NEGATIVE_WEIGHT, &rules::WEIGHT_SUM];
        if bounds.contains(&broken) {
            let are_mended = *broken == rules::NOT_FINITE && self.mend_centers()?;
            return Ok(self.grow_bounds()? || are_mended);
        }
        if weights.contains(&broken) {
            return self.normalize_weights();
        }
        if [&rules::NO_BONE_SHAPES, &rules::NO_RIGID_BONE_SHAPES].contains(&broken) {
            return self.add_bone_shapes();
        }
        if *broken == rules::NO_CENTERS {
            return self.add_centers();
        }
        Ok(false)
    }

    fn inspect(&self) -> Inspection {
        let mut seen = Inspection::default();
        self.facts(&mut seen);
        seen.tables.push(self.lod_table());
        seen.tables.push(self.buffer_table());
        if !self.morphs.is_empty() {
            seen.tables.push(morph_table(&self.morphs));
        }
        if !self.bones.is_empty() {
            seen.tables.push(self.bone_table());
        }
        seen
    }

    fn diagnose(&self, seen: &mut Diagnostics) {
        self.diagnose_all(seen);
    }
}

impl Model {
    fn facts(&self, seen: &mut Inspection) {
        let buffers = self.vertex_buffers.iter();
        let vertices: u64 = buffers.map(|buffer| u64::from(buffer.vertex_count)).sum();
        let nearest = self
            .geometries
            .iter()
            .filter_map(|geometry| geometry.lods.get(0));
        let triangles: usize = nearest.filter_map(|lod| self.triangle_count(&lod)).sum();
        let levels = self.geometries.iter().map(|geometry| geometry.lods.len());
        seen.fact("vertices", "Vertices", vertices);
        seen.fact("triangles", "Triangles, nearest level", triangles);
        seen.fact("geometries", "Geometries", self.geometries.len());
        seen.fact("levels", "Levels of detail", levels.max().unwrap_or(0));
        seen.fact("bones", "Bones", self.bones.len());
        seen.fact("morphs", "Morphs", self.morphs.len());
        let (min, max) = (self.bounding_box.min, self.bounding_box.max);
        seen.measure("x_range", "Bounds x", Some((min.x, max.x)), "metres");
        seen.measure("y_range", "Bounds y", Some((min.y, max.y)), "metres");
        seen.measure("z_range", "Bounds z", Some((min.z, max.z)), "metres");
        seen.measure("gpu_memory", "GPU memory", self.gpu_memory(), "bytes");
        if let Some(animations) = self.atomic.iter().find_map(|tail| tail.animations.as_ref()) {
            let names = animations
                .names
                .iter()
                .map(|name| name.to_text().into_owned());
            seen.fact(
                "animations",
                "Animations",
                FactValue::Words(names.collect()),
            );
        }
    }

    /// Vertex and index buffers as they are uploaded.
    fn gpu_memory(&self) -> u64 {
        let vertices = self
            .vertex_buffers
            .iter()
            .map(|buffer| buffer.bytes().len() as u64);
        let indices = self
            .index_buffers
            .iter()
            .map(|buffer| u64::from(buffer.index_size) * buffer.indices.len() as u64);
        vertices.chain(indices).sum()
    }

    fn triangle_count(&self, lod: &Lod) -> Option<usize> {
        self.triangles(lod).map(|triangles| triangles.len())
    }

    /// How many different vertices a level of detail draws.
    fn drawn_vertices(&self, lod: &Lod) -> Option<usize> {
        let buffer = self.vertex_buffers.get(lod.vertex_buffer as usize)?;
        let mut is_drawn = vec![false; buffer.stored_count()];
        for vertex in self.drawn_indices(lod)? {
            if let Some(is_drawn) = is_drawn.get_mut(vertex as usize) {
                *is_drawn = true;
            }
        }
        Some(is_drawn.into_iter().filter(|is_drawn| *is_drawn).count())
    }

    pub(super) fn drawn_indices(&self, lod: &Lod) -> Option<impl Iterator<Item = u32> + '_> {
        let indices = &self.index_buffer(lod)?.indices;
        let start = lod.index_start as usize;
        let range = start..start + lod.index_count as usize;
        Some(range.filter_map(|place| indices.get(place)))
    }

    fn lod_table(&self) -> Table {
        let rows = |(place, geometry): (usize, &Geometry)| {
            let row = |(level, lod): (usize, Lod)| {
                vec![
                    place.into(),
                    level.into(),
                    lod.distance.into(),
                    primitive(lod.primitive_type).into(),
                    known(self.drawn_vertices(&lod)),
                    known(self.triangle_count(&lod)),
                ]
            };
            let rows: Vec<Vec<FactValue>> = geometry.lods.iter().enumerate().map(row).collect();
            rows
        };
        Table {
            key: "geometries",
            columns: &[
                "geometry",
                "level",
                "distance",
                "primitive",
                "vertices",
                "triangles",
            ],
            rows: self.geometries.iter().enumerate().flat_map(rows).collect(),
        }
    }

    fn buffer_table(&self) -> Table {
        let row = |buffer: &VertexBuffer| {
            vec![
                buffer.vertex_count.into(),
                buffer.stride().into(),
                buffer.words(),
            ]
        };
        Table {
            key: "vertex_buffers",
            columns: &["vertices", "stride", "attributes"],
            rows: self.vertex_buffers.iter().map(row).collect(),
        }
    }

    fn bone_table(&self) -> Table {
        let row = |place: usize| {
            let parent = self.parent(place).map(|parent| &self.bones[parent].name);
            let parent = parent.map_or(FactValue::Nothing, |name| {
                name.to_text().into_owned().into()
            });
            vec![self.bones[place].name.to_text().into_owned().into(), parent]
        };
        Table {
            key: "bones",
            columns: &["name", "parent"],
            rows: (0..self.bones.len()).map(row).collect(),
        }
    }
}

impl VertexBuffer {
    /// How many vertices are stored.
    pub(super) fn stored_count(&self) -> usize {
        match self.bytes().len().checked_div(self.stride()) {
            Some(count) => count.min(self.vertex_count as usize),
            None => 0,
        }
    }

    /// The attributes under the names that they have everywhere, each with its type.
    fn words(&self) -> FactValue {
        let kinds = self.attributes().into_iter();
        let kinds = kinds.map(|found| lower(found.element.r#type.name(), found.element.r#type.0));
        let words = self.attribute_names().into_iter().zip(kinds);
        FactValue::Words(
            words
                .map(|(name, kind)| format!("{name}: {kind}"))
                .collect(),
        )
    }
}

fn lower(name: Option<&str>, number: u8) -> String {
    name.map_or_else(|| format!("unknown {number}"), str::to_lowercase)
}

fn primitive(kind: PrimitiveType) -> String {
    let name = kind
        .name()
        .map(|name| name.to_lowercase().replace('_', " "));
    name.unwrap_or_else(|| format!("unknown {}", kind.0))
}

fn known(count: Option<usize>) -> FactValue {
    count.map_or(FactValue::Nothing, FactValue::from)
}

fn morph_table(morphs: &[Morph]) -> Table {
    let row = |morph: &Morph| {
        let moved: usize = morph
            .buffers
            .iter()
            .map(|buffer| buffer.vertices.len())
            .sum();
        let elements: BTreeSet<&str> = sorted::collect(
            morph
                .buffers
                .iter()
                .flat_map(|buffer| buffer.elements.iter_names())
                .map(|(name, _)| name),
        );
        let elements = elements.into_iter().map(str::to_lowercase).collect();
        vec![
            morph.name.to_text().into_owned().into(),
            moved.into(),
            FactValue::Words(elements),
        ]
    };
    Table {
        key: "morphs",
        columns: &["name", "vertices", "moves"],
        rows: morphs.iter().map(row).collect(),
    }
}
