//! Meshes, and the nodes that show their farther levels of detail.

use std::collections::HashSet;

use super::{levels::Later, streams::Streams, writer::Writer};
use crate::{
    Code,
    gltf::{
        column,
        extras::{Lod, Notes},
        json::{self, Primitive},
        names,
        origin::{ColumnEntry, PrimitiveEntry, Rows},
        typed::Num,
    },
    math, numbers,
    scene::{Level, Mesh, Scene, Topology},
};

/// How many of these indices make whole primitives.
const fn whole(topology: Topology, count: usize) -> usize {
    match topology {
        Topology::Triangles => count - count % 3,
        Topology::Lines => count - count % 2,
        Topology::TriangleStrip | Topology::TriangleFan if count < 3 => 0,
        Topology::LineStrip | Topology::LineLoop if count < 2 => 0,
        Topology::Patches => 0,
        _ => count,
    }
}

/// The levels that can be primitives.
pub(super) fn drawn(scene: &Scene) -> HashSet<*const Level> {
    let is_drawn = |level: &&Level| {
        let stream = &scene.streams[level.stream];
        let is_placed = stream.attributes.iter().any(|attribute| {
            names::standard(attribute).as_deref() == Some("POSITION")
                && matches!(column::kind(&attribute.values), "vec3" | "vec4")
        });
        let count = whole(level.topology, level.indices.len());
        let drawn = &level.indices[..count];
        let end = u32::try_from(stream.count).unwrap_or(u32::MAX);
        count > 0 && is_placed && math::all(drawn, |index| *index < end)
    };
    let parts = scene.meshes.iter().flat_map(|mesh| &mesh.parts);
    let levels = parts.flat_map(|part| &part.levels);
    levels.filter(is_drawn).map(std::ptr::from_ref).collect()
}

/// What one mesh of the file is made of.
struct Made {
    mesh: json::Mesh,
    entries: Vec<PrimitiveEntry>,
}

impl<'a> Writer<'a> {
    /// Whether a level can be a primitive.
    pub(super) fn is_drawn(&self, level: &Level) -> bool {
        self.drawn.contains(&std::ptr::from_ref(level))
    }

    pub(super) fn meshes(&mut self) {
        let scene = self.scene;
        let mut streams = Streams::new(scene);
        let mut later = Vec::new();
        let mut users = vec![Vec::new(); scene.meshes.len()];
        for (node, of) in scene.nodes.iter().enumerate() {
            if let Some(users) = of.mesh.and_then(|mesh| users.get_mut(mesh)) {
                users.push(node);
            }
        }
        for (place, users) in users.into_iter().enumerate() {
            self.mesh((place, users), &mut streams, &mut later);
        }
        self.later(later);
        self.finish_streams(streams);
    }

    /// Writes a mesh, which these nodes show.
    fn mesh(
        &mut self,
        (place, users): (usize, Vec<usize>),
        streams: &mut Streams<'a>,
        later: &mut Vec<Later>,
    ) {
        let mesh = &self.scene.meshes[place];
        self.undrawn(place, mesh);
        let levels = mesh.parts.iter().map(|part| part.levels.len()).max();
        let is_shown = mesh.parts.iter().any(|part| {
            part.levels
                .first()
                .is_some_and(|level| self.is_drawn(level))
        });
        if !is_shown {
            self.hidden(place, mesh, users);
            return;
        }
        let (bent, plain): (Vec<usize>, Vec<usize>) =
            users.into_iter().partition(|node| self.is_bent[*node]);
        let joints = bent.iter().filter_map(|node| self.scene.nodes[*node].skin);
        let joints = joints.map(|skin| self.scene.skins[skin].joints.len()).min();
        let mut variants = Vec::new();
        if joints.is_some() {
            variants.push((joints, bent));
        }
        if joints.is_none() || !plain.is_empty() {
            variants.push((None, plain));
        }
        let first = self.file.document.meshes.len();
        for (variant, (joints, nodes)) in variants.into_iter().enumerate() {
            for level in 0..levels.unwrap_or_default() {
                let Some(mut made) = self.level(place, level, joints, streams) else {
                    continue;
                };
                if (variant, level) == (0, 0) {
                    self.describe(place, mesh, &mut made.mesh);
                    self.record(first, made.entries);
                    self.file.document.meshes.push(made.mesh);
                    for node in &nodes {
                        self.show(*node, first);
                    }
                    continue;
                }
                if level > 0 {
                    let what = format!("meshes[{place}]");
                    self.report.add(Code::C120, what, format!("level {level}"));
                }
                made.mesh.extras.notes().lod.get_or_insert_default().of = first;
                later.push(Later {
                    mesh: made.mesh,
                    nodes: nodes.clone(),
                    entries: made.entries,
                });
            }
        }
        self.keep_targets(place, mesh);
    }

    /// Lets a node show a mesh.
    pub(super) fn show(&mut self, node: usize, mesh: usize) {
        let by = &mut self.file.document.nodes[self.shown_by[node]];
        by.mesh = Some(mesh);
        by.weights.clone_from(&self.scene.nodes[node].weights);
    }

    pub(super) fn record(&mut self, mesh: usize, entries: Vec<PrimitiveEntry>) {
        if self.keeps() {
            let entries = entries
                .into_iter()
                .map(|entry| PrimitiveEntry { mesh, ..entry });
            self.origin.primitives.extend(entries);
        }
    }

    /// The mesh of one level of all parts that have it.
    fn level(
        &mut self,
        place: usize,
        number: usize,
        joints: Option<usize>,
        streams: &mut Streams<'a>,
    ) -> Option<Made> {
        let mesh = &self.scene.meshes[place];
        let mut made = json::Mesh::default();
        let (mut parts, mut distances, mut entries) = (Vec::new(), Vec::new(), Vec::new());
        for (number_of_part, part) in mesh.parts.iter().enumerate() {
            let Some(level) = part.levels.get(number) else {
                continue;
            };
            if !self.is_drawn(level) {
                continue;
            }
            let (mut primitive, entry) = self.primitive(place, level, joints, streams);
            primitive.material = part.material;
            entries.extend(entry.map(|entry| PrimitiveEntry {
                primitive: parts.len(),
                ..entry
            }));
            made.primitives.push(primitive);
            parts.push(number_of_part);
            distances.push(Num(level.distance));
        }
        let distance = *distances.first()?;
        let base = if number == 0 { Num(0.0) } else { distance };
        if distances.iter().any(|it| *it != base) {
            made.extras.notes().distances = distances;
        }
        if !parts.iter().copied().eq(0..parts.len()) {
            made.extras.notes().parts = Some(parts);
        }
        made.name = String::from_utf8_lossy(mesh.name.as_bytes()).into_owned();
        if number > 0 {
            // With a point it is a distance, not the number of the level.
            let point = if distance.0 == number as f32 {
                ".0"
            } else {
                ""
            };
            made.name = format!("{}_LOD{}{point}", made.name, distance.0);
        }
        // Every mesh but the first of all says of which it is a level; that one takes this away again.
        made.extras.notes().lod = Some(Lod {
            of: 0,
            level: number,
            distance,
        });
        let weights: Vec<f32> = mesh.targets.iter().map(|target| target.weight).collect();
        if weights.iter().any(|it| it.to_bits() != 0) {
            made.weights = weights
                .iter()
                .map(|it| if it.is_finite() { *it } else { 0.0 })
                .collect();
        }
        for (target, of) in mesh.targets.iter().zip(0..) {
            let name = if number == 0 {
                self.name("targets", place, Some(of), &target.name)
            } else {
                String::from_utf8_lossy(target.name.as_bytes()).into_owned()
            };
            made.extras.target_names.push(name);
        }
        Some(Made {
            mesh: made,
            entries,
        })
    }

    /// Says of the nearest level what glTF does not of the whole mesh.
    fn describe(&mut self, place: usize, mesh: &Mesh, made: &mut json::Mesh) {
        made.name = self.name("meshes", place, None, &mesh.name);
        let notes = made.extras.notes();
        notes.lod = None;
        if made.primitives.len() < mesh.parts.len() {
            notes.part_count = Some(mesh.parts.len());
            let shown = notes.parts.clone();
            let is_shown = |part: usize| match &shown {
                Some(shown) => shown.contains(&part),
                None => part < made.primitives.len(),
            };
            let hides = |part: usize| !is_shown(part) && mesh.parts[part].material.is_some();
            if (0..mesh.parts.len()).any(hides) {
                notes.materials = mesh.parts.iter().map(|part| part.material).collect();
            }
        }
        let (names, centers) = self.parts(place, mesh);
        let notes = made.extras.notes();
        (notes.names, notes.centers) = (names, centers);
        let bare = Notes {
            v: notes.v,
            ..Notes::default()
        };
        if *notes == bare {
            made.extras.formwork = None;
        }
    }

    /// Names and middles of parts, where some part has one.
    pub(super) fn parts(
        &mut self,
        place: usize,
        mesh: &Mesh,
    ) -> (Vec<Option<String>>, Vec<Option<[Num; 3]>>) {
        let (mut names, mut centers) = (Vec::new(), Vec::new());
        if mesh.parts.iter().any(|part| part.name.is_some()) {
            for (of, part) in mesh.parts.iter().enumerate() {
                let name = part.name.as_ref();
                names.push(name.map(|name| self.name("parts", place, Some(of), name)));
            }
        }
        if mesh.parts.iter().any(|part| part.center.is_some()) {
            centers = mesh
                .parts
                .iter()
                .map(|part| part.center.map(Num::all))
                .collect();
        }
        (names, centers)
    }

    fn primitive(
        &mut self,
        place: usize,
        level: &'a Level,
        joints: Option<usize>,
        streams: &mut Streams<'a>,
    ) -> (Primitive, Option<PrimitiveEntry>) {
        let vertices = self.vertices(streams, level, joints);
        let count = whole(level.topology, level.indices.len());
        let (drawn, tail) = level.indices.split_at(count);
        let what = format!("meshes[{place}]");
        self.report.add_many(Code::C106, tail.len(), what, "");
        let mut primitive = Primitive {
            indices: self.file.indices(drawn),
            // Triangles are what there is without a word.
            mode: names::mode(level.topology).filter(|mode| *mode != 4),
            targets: self.targets(place, level.stream, &vertices.attributes),
            ..Primitive::default()
        };
        primitive.attributes = vertices.attributes;
        if vertices.texcoords.is_some() || vertices.colors.is_some() {
            let notes = primitive.extras.notes();
            (notes.texcoords, notes.colors) = (vertices.texcoords, vertices.colors);
        }
        let mut entry = None;
        // Joints of its own that no skin of the file uses are stored with the primitive.
        let own = match (&level.joints, vertices.joints) {
            (Some(raw), None) if self.keeps() => Some(ColumnEntry {
                kind: column::kind(raw).into(),
                rows: Some(Rows {
                    all: self.file.store(|out| column::append_column(out, raw)),
                    some: None,
                }),
                ..ColumnEntry::default()
            }),
            (_, own) => own,
        };
        if self.keeps() && (own.is_some() || !tail.is_empty()) {
            entry = Some(PrimitiveEntry {
                count,
                tail: self.file.store(|out| numbers::append(out, tail)),
                joints: own,
                ..PrimitiveEntry::default()
            });
        }
        (primitive, entry)
    }
}
