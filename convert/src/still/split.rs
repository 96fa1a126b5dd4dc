//! Vertices that become several, because triangles disagree about them.

use std::collections::HashMap;

use crate::{
    Scene,
    scene::{Attribute, Column, Delta, Level, Semantic, Stream, Topology},
};

/// A level by mesh, part and number.
pub(crate) type User = (usize, usize, usize);

/// Which levels use each stream.
pub(crate) struct Uses(Vec<Use>);

#[derive(Default)]
struct Use {
    /// Levels that draw triangles, all of whose vertices are there.
    surfaces: Vec<User>,
    has_others: bool,
}

impl Uses {
    pub(crate) fn of(scene: &Scene) -> Self {
        let mut uses: Vec<Use> = scene.streams.iter().map(|_| Use::default()).collect();
        for (mesh, of_mesh) in scene.meshes.iter().enumerate() {
            for (part, of_part) in of_mesh.parts.iter().enumerate() {
                for (number, level) in of_part.levels.iter().enumerate() {
                    let of_stream = &mut uses[level.stream];
                    if is_surface(level, scene.streams[level.stream].count) {
                        of_stream.surfaces.push((mesh, part, number));
                    } else {
                        of_stream.has_others = true;
                    }
                }
            }
        }
        Self(uses)
    }

    /// The levels that draw triangles of a stream, all of whose vertices are there.
    pub(crate) fn surfaces(&self, stream: usize) -> &[User] {
        &self.0[stream].surfaces
    }
}

fn is_surface(level: &Level, count: usize) -> bool {
    let is_surface = matches!(
        level.topology,
        Topology::Triangles | Topology::TriangleStrip | Topology::TriangleFan
    );
    let is_inside = || level.indices.iter().all(|it| (*it as usize) < count);
    is_surface && !level.indices.is_empty() && is_inside()
}

/// The triangles of one level.
pub(crate) fn triangles(scene: &Scene, (mesh, part, number): User) -> Vec<[u32; 3]> {
    let level = &scene.meshes[mesh].parts[part].levels[number];
    level.triangles().unwrap_or_default()
}

/// Vertices with one value each; those that need another are copied to the end.
pub(crate) struct Splitter<const N: usize> {
    olds: Vec<usize>,
    values: Vec<Option<[f32; N]>>,
    copies: HashMap<(u32, [u32; N]), u32>,
}

impl<const N: usize> Splitter<N> {
    pub(crate) fn new(count: usize) -> Self {
        Self {
            olds: (0..count).collect(),
            values: vec![None; count],
            copies: HashMap::new(),
        }
    }

    /// The vertex that is this one with this value.
    pub(crate) fn vertex(&mut self, old: u32, value: [f32; N]) -> u32 {
        let bits = value.map(f32::to_bits);
        let own = &mut self.values[old as usize];
        if own.get_or_insert(value).map(f32::to_bits) == bits {
            return old;
        }
        *self.copies.entry((old, bits)).or_insert_with(|| {
            self.olds.push(old as usize);
            self.values.push(Some(value));
            (self.olds.len() - 1) as u32
        })
    }

    /// What each vertex was, and its value.
    pub(crate) fn finish(self, otherwise: [f32; N]) -> (Vec<usize>, Vec<[f32; N]>) {
        let values = self
            .values
            .into_iter()
            .map(|value| value.unwrap_or(otherwise));
        (self.olds, values.collect())
    }
}

impl Uses {
    /// Gives the triangles of a stream vertices of theirs: the old ones with these numbers, and these indices of each level. Gives the
    /// place of their stream: that of the old one, unless others still use that.
    pub(crate) fn replace(
        &self,
        scene: &mut Scene,
        stream: usize,
        indices: Vec<Vec<u32>>,
        olds: &[usize],
    ) -> usize {
        let of_stream = &self.0[stream];
        let made = rows(&scene.streams[stream], olds);
        let place = if of_stream.has_others {
            scene.streams.push(made);
            scene.streams.len() - 1
        } else {
            scene.streams[stream] = made;
            stream
        };
        for ((mesh, part, number), indices) in of_stream.surfaces.iter().zip(indices) {
            let level = &mut scene.meshes[*mesh].parts[*part].levels[*number];
            level.stream = place;
            level.topology = Topology::Triangles;
            level.indices = indices;
            level.joints = level.joints.as_ref().map(|joints| joints.at(olds));
        }
        let mut copies: HashMap<u32, Vec<u32>> = HashMap::new();
        for (copy, old) in (0..).zip(olds) {
            copies.entry(*old as u32).or_default().push(copy);
        }
        let mut meshes: Vec<usize> = of_stream.surfaces.iter().map(|user| user.0).collect();
        meshes.dedup();
        for mesh in meshes {
            for target in &mut scene.meshes[mesh].targets {
                let of_old = target.deltas.iter().filter(|delta| delta.stream == stream);
                let more: Vec<Delta> = of_old.map(|delta| copied(delta, place, &copies)).collect();
                if !of_stream.has_others {
                    target.deltas.retain(|delta| delta.stream != stream);
                }
                target.deltas.extend(more);
            }
        }
        place
    }
}

/// These vertices of a stream.
fn rows(stream: &Stream, rows: &[usize]) -> Stream {
    let attributes = stream.attributes.iter().map(|attribute| Attribute {
        values: attribute.values.at(rows),
        ..attribute.clone()
    });
    Stream {
        count: rows.len(),
        attributes: attributes.collect(),
    }
}

/// The records of the vertices that some became.
fn copied(delta: &Delta, stream: usize, copies: &HashMap<u32, Vec<u32>>) -> Delta {
    let (mut rows, mut indices) = (Vec::new(), Vec::new());
    for (row, index) in delta.indices.iter().enumerate() {
        for copy in copies.get(index).into_iter().flatten() {
            rows.push(row);
            indices.push(*copy);
        }
    }
    let list = |list: &Option<Vec<[f32; 3]>>| {
        let list = list.as_ref()?;
        Some(rows.iter().map(|row| list[*row]).collect())
    };
    Delta {
        stream,
        positions: list(&delta.positions),
        normals: list(&delta.normals),
        tangents: list(&delta.tangents),
        bitangents: list(&delta.bitangents),
        indices,
    }
}

/// Sets the first column of a meaning.
pub(crate) fn replace(stream: &mut Stream, semantic: Semantic, values: Column) {
    let mut attributes = stream.attributes.iter_mut();
    match attributes.find(|it| it.semantic == semantic && it.set == 0) {
        Some(attribute) => attribute.values = values,
        None => stream.attributes.push(Attribute {
            semantic,
            set: 0,
            values,
        }),
    }
}
