//! What a person wants to see of a geometry first, and what is unusual about it.

use bytes::Bytes;
use formwork_schema::{Diagnostics, Rule, Vec3, file_rules, read, write};

use super::{
    Elements, Geometry, MorphElements, MorphTarget, Stream, StreamKind, Version,
    vertices::is_finite,
};
use crate::{
    horde3d::geometry::rules,
    inspect::{FactValue, Inspection, Table},
    layouts::GameFormat,
};

impl GameFormat for Geometry {
    const ENGINES: &'static str = "Horde3D";
    const NOTES: &'static str = "version 4 as far as it is known";
    const UNKNOWN_VERSIONS: Option<&'static Rule> = Some(&file_rules::OTHER_VERSION);

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

/// Joints that OpenGL2 and OpenGLES3 hold.
const FEW_JOINTS: usize = 75;

/// Joints that OpenGL4 holds.
const MOST_JOINTS: usize = 330;

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
        if self.version < Version::STREAMS {
            let message = "version 4; engines read version 5 alone";
            seen.add(&rules::OLD_VERSION, || "version".into(), message);
        }
        self.diagnose_joints(seen);
        self.diagnose_streams(seen);
        self.diagnose_vertices(seen);
        for (index, target) in self.morph_targets.iter().enumerate() {
            target.diagnose(index, self.vertex_count, seen);
        }
    }

    fn diagnose_joints(&self, seen: &mut Diagnostics) {
        let count = self.joints.len();
        let limit = match count {
            0..=FEW_JOINTS => None,
            _ if count <= MOST_JOINTS => Some((&rules::MANY_JOINTS, FEW_JOINTS)),
            _ => Some((&rules::TOO_MANY_JOINTS, MOST_JOINTS)),
        };
        if let Some((rule, limit)) = limit {
            let message = format!("{count} joints, more than {limit}");
            seen.add(rule, || "joints".into(), message);
        }
        // Without joints there is the identity.
        let beyond = |joint: &u8| usize::from(*joint) >= count.max(1);
        for (index, stream) in self.streams.iter().flatten().enumerate() {
            let Elements::Joints(joints) = &stream.elements else {
                continue;
            };
            for (vertex, j) in joints.iter().enumerate() {
                let named = [j.first, j.second, j.third, j.fourth];
                if let Some(joint) = named.iter().find(|joint| beyond(joint)) {
                    let message = format!("vertex {vertex} is moved by joint {joint} of {count}");
                    let path = || format!("streams[{index}].elements[{vertex}]");
                    seen.add(&rules::JOINT_OUT_OF_RANGE, path, message);
                }
            }
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
