//! What a person wants to see of a geometry first, and what is unusual about it.

use bytes::Bytes;
use formwork_schema::{Diagnostics, Vec3, read, write};

use super::{
    Elements, Geometry, MorphElements, MorphTarget, Stream, StreamKind, vertices::is_finite,
};
use crate::{
    horde3d::geometry::rules,
    inspect::{FactValue, Inspect, Inspection, Table},
    layouts::GameFormat,
};

impl GameFormat for Geometry {
    const ENGINES: &'static str = "Horde3D";
    const NOTES: &'static str = "version 4 as far as it is known";

    fn engine(version: &str) -> &'static str {
        if version == "H3DG 5" {
            "Horde3D"
        } else {
            "Horde3D, before its first release"
        }
    }

    fn upgrade(file: &Bytes) -> Option<Bytes> {
        let geometry: Self = read::from_bytes(file.clone()).ok()?;
        let upgraded = geometry.upgraded().ok()??;
        Some(write::to_bytes(&upgraded).ok()?.into())
    }
}

impl Inspect for Geometry {
    fn inspect(&self) -> Inspection {
        let mut seen = Inspection::default();
        seen.fact("vertices", "Vertices", self.vertex_count);
        seen.fact("triangles", "Triangles", self.indices.len() / 3);
        seen.fact("joints", "Joints", self.joints.len());
        seen.fact("morph_targets", "Morph targets", self.morph_targets.len());
        seen.fact("attributes", "Attributes", self.attributes());
        let positions = self.positions().unwrap_or_default();
        for (key, label, along) in AXES {
            seen.measure(
                key,
                label,
                range(positions.iter().map(along)),
                "model units",
            );
        }
        seen.measure("gpu_memory", "GPU memory", self.gpu_memory(), "bytes");
        if let Some(streams) = &self.streams {
            seen.tables.push(stream_table(streams));
        }
        if !self.morph_targets.is_empty() {
            seen.tables.push(morph_table(&self.morph_targets));
        }
        seen
    }

    fn diagnose(&self, seen: &mut Diagnostics) {
        self.diagnose_all(seen);
    }
}

type Along = fn(&Vec3) -> f32;

const AXES: [(&str, &str, Along); 3] = [
    ("x_range", "Bounds x", |place| place.x),
    ("y_range", "Bounds y", |place| place.y),
    ("z_range", "Bounds z", |place| place.z),
];

impl Geometry {
    fn attributes(&self) -> FactValue {
        let streams = self.streams.iter().flatten();
        let mut words: Vec<String> = streams.map(kind).collect();
        if self.vertices.is_some() {
            words.push("interleaved".into());
        }
        FactValue::Words(words)
    }

    /// What the engine uploads: positions, normals and tangents with handedness as floats, the rest
    /// together, and indices of 16 bits where they suffice.
    fn gpu_memory(&self) -> u64 {
        const VERTEX: u64 = 12 + 12 + 16 + 4 * (4 + 4 + 2 + 2);
        let width = if self.vertex_count <= 65_536 { 2 } else { 4 };
        u64::from(self.vertex_count) * VERTEX + self.indices.len() as u64 * width
    }

    fn diagnose_all(&self, seen: &mut Diagnostics) {
        let outside = self
            .indices
            .iter()
            .position(|index| index >= self.vertex_count);
        if let Some(place) = outside {
            let message = "an index after the last vertex; the engine reads beyond its memory";
            seen.add(
                &rules::INDEX_OUT_OF_RANGE,
                || format!("indices[{place}]"),
                message,
            );
        }
        if !self.indices.len().is_multiple_of(3) {
            let message = "the number of indices is not a multiple of three";
            seen.add(&rules::INCOMPLETE_TRIANGLE, || "indices".into(), message);
        }
        if self.joints.len() > 75 {
            let message = "more joints than the engine's smallest limit of 75";
            seen.add(&rules::MANY_JOINTS, || "joints".into(), message);
        }
        if let Some(joints) = self.joint_indices() {
            let count = self.joints.len().max(1);
            let beyond = |index: u8| usize::from(index) >= count;
            let place = joints.iter().position(|j| {
                [j.first, j.second, j.third, j.fourth]
                    .into_iter()
                    .any(beyond)
            });
            if place.is_some() {
                let message = "a vertex is moved by a joint that does not exist";
                seen.add(&rules::JOINT_OUT_OF_RANGE, || "streams".into(), message);
            }
        }
        self.diagnose_streams(seen);
        self.diagnose_vertices(seen);
        for (index, target) in self.morph_targets.iter().enumerate() {
            target.diagnose(index, self.vertex_count, seen);
        }
    }

    fn diagnose_streams(&self, seen: &mut Diagnostics) {
        let streams = self.streams.as_deref().unwrap_or_default();
        for (index, stream) in streams.iter().enumerate() {
            let path = || format!("streams[{index}].kind");
            if matches!(stream.elements, Elements::Unknown(_)) {
                seen.add(
                    &rules::UNKNOWN_STREAM,
                    path,
                    "an attribute that the engine skips",
                );
            }
            if streams[..index]
                .iter()
                .any(|earlier| earlier.kind == stream.kind)
            {
                seen.add(
                    &rules::REPEATED_STREAM,
                    path,
                    "an attribute that came before; the last one wins",
                );
            }
        }
    }
}

impl MorphTarget {
    fn diagnose(&self, index: usize, vertex_count: u32, seen: &mut Diagnostics) {
        let path = |field: &str| format!("morph_targets[{index}].{field}");
        if let Some(place) = self
            .vertex_indices
            .iter()
            .position(|vertex| vertex >= vertex_count)
        {
            let path = || path(&format!("vertex_indices[{place}]"));
            seen.add(
                &rules::MORPH_OUT_OF_RANGE,
                path,
                "it moves a vertex that does not exist",
            );
        }
        for (stream_index, stream) in self.streams.iter().enumerate() {
            let MorphElements::Deltas(deltas) = &stream.elements else {
                continue;
            };
            // The engine skips bitangents.
            let rule = match stream.kind {
                StreamKind::POSITION => &rules::NOT_FINITE_VERTEX,
                StreamKind::BITANGENT => continue,
                _ => &rules::NOT_FINITE,
            };
            if let Some(place) = deltas.iter().position(|delta| !is_finite(delta)) {
                let path = || path(&format!("streams[{stream_index}].elements[{place}]"));
                seen.add(rule, path, "a value that is not finite");
            }
        }
    }
}

fn kind(stream: &Stream) -> String {
    let name = stream.kind.name().map(str::to_owned);
    name.unwrap_or_else(|| format!("unknown {}", stream.kind.0))
}

fn range(numbers: impl Iterator<Item = f32>) -> Option<(f32, f32)> {
    numbers
        .map(|n| (n, n))
        .reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))
}

fn stream_table(streams: &[Stream]) -> Table {
    let row = |stream: &Stream| vec![kind(stream).into(), stream.element_size.into()];
    Table {
        key: "streams",
        columns: &["attribute", "element_size"],
        rows: streams.iter().map(row).collect(),
    }
}

fn morph_table(targets: &[MorphTarget]) -> Table {
    let row = |target: &MorphTarget| {
        vec![
            target.name.to_text().into_owned().into(),
            target.vertex_indices.len().into(),
            target.streams.len().into(),
        ]
    };
    Table {
        key: "morph_targets",
        columns: &["name", "vertices", "attributes"],
        rows: targets.iter().map(row).collect(),
    }
}
