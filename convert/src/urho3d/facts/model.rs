//! The facts of a model.

use std::collections::{BTreeMap, BTreeSet};

use bytes::Bytes;
use formwork_formats::urho3d::{
    Model,
    model::{
        Bone, BoneCollision, IndexBuffer, Indices, Matrix3x4, MorphBuffer, MorphVertex,
        VertexBuffer, Vertices,
    },
};
use formwork_schema::{CString, Packed, Quat, Vec3, read::Document, sorted};

use super::stored::{BOX, COUNTS, JOINTS, LEVELS, RANGES, begin, box_of, pack};
use crate::{
    scene::{Column, Facts, Level, Semantic, Stream},
    urho3d::{
        measure,
        read::{Shapes, is_mapped},
    },
};

/// What stands for a matrix that the scene's skin has.
pub(in crate::urho3d) const NO_MATRIX: Matrix3x4 = Matrix3x4 {
    m00: 0.0,
    m01: 0.0,
    m02: 0.0,
    m03: 0.0,
    m10: 0.0,
    m11: 0.0,
    m12: 0.0,
    m13: 0.0,
    m20: 0.0,
    m21: 0.0,
    m22: 0.0,
    m23: 0.0,
};

/// What stands for a rotation that the node has.
const NO_ROTATION: Quat = Quat {
    w: 0.0,
    x: 0.0,
    y: 0.0,
    z: 0.0,
};

/// All that the shapes and targets read from a model leave out.
pub(in crate::urho3d) fn of_model(document: &Document<Model>, shapes: &Shapes) -> Facts {
    let model = &document.tree;
    let levels: Vec<([u32; 2], &Level)> = shapes.in_order().collect();
    let drawn: BTreeSet<usize> = sorted::collect(levels.iter().map(|(_, level)| level.stream));
    let mut hollow = model.clone();
    for (place, buffer) in hollow.vertex_buffers.iter_mut().enumerate() {
        if drawn.contains(&place) {
            empty_vertices(buffer);
        }
    }
    let covered = covered(model, &shapes.drawn);
    for (buffer, is_covered) in hollow.index_buffers.iter_mut().zip(covered) {
        if is_covered {
            empty_indices(buffer);
        }
    }
    for morph in &mut hollow.morphs {
        let mut seen = BTreeSet::new();
        let is_first = |buffer: &MorphBuffer| seen.insert(buffer.vertex_buffer);
        let is_alone = morph.buffers.iter().all(is_first);
        for buffer in &mut morph.buffers {
            let stream = shapes.streams.get(buffer.vertex_buffer as usize);
            let stream = stream.filter(|_| drawn.contains(&(buffer.vertex_buffer as usize)));
            if is_alone && stream.is_some_and(|stream| is_plain(buffer, stream)) {
                buffer.vertices = Packed::default();
            }
        }
    }
    for bone in &mut hollow.bones {
        empty_bone(bone, shapes.is_skinned());
    }
    let mut facts = begin(&hollow, &document.trailing);
    let counts = shapes.streams.iter().map(|stream| stream.count as u32);
    let counts = counts.chain(model.index_buffers.iter().map(|buffer| buffer.index_count));
    let corners = measure::bounds(drawn.iter().map(|stream| &shapes.streams[*stream]));
    let joints = exceptions(model, shapes, &levels);
    facts.0.insert(COUNTS.into(), pack(counts));
    facts
        .0
        .insert(LEVELS.into(), pack(shapes.drawn.iter().flatten().copied()));
    facts.0.insert(BOX.into(), box_of(corners));
    if !outside_ranges(model).is_empty() {
        facts.0.insert(RANGES.into(), Bytes::new());
    }
    if !joints.is_empty() {
        facts.0.insert(JOINTS.into(), pack(joints));
    }
    facts
}

fn empty_vertices(buffer: &mut VertexBuffer) {
    buffer.vertex_count = 0;
    buffer.vertices = match &buffer.vertices {
        Vertices::Masked(_) => Vertices::Masked(Packed::default()),
        Vertices::Declared(_) => Vertices::Declared(Packed::default()),
    };
}

/// Takes out of a bone what its node says, and what the skin says, if there is one.
pub(super) fn empty_bone(bone: &mut Bone, is_skinned: bool) {
    bone.name = CString::default();
    (bone.position, bone.scale) = Default::default();
    bone.rotation = NO_ROTATION;
    if is_skinned {
        bone.offset_matrix = NO_MATRIX;
    }
}

/// A bone of which nothing is known but its parent.
pub(super) fn bare_bone(parent: u32) -> Bone {
    Bone {
        name: CString::default(),
        parent,
        position: Vec3::default(),
        rotation: NO_ROTATION,
        scale: Vec3::default(),
        offset_matrix: NO_MATRIX,
        collision: BoneCollision::empty(),
        radius: None,
        bounding_box: None,
    }
}

fn empty_indices(buffer: &mut IndexBuffer) {
    buffer.index_count = 0;
    buffer.indices = match &buffer.indices {
        Indices::Short(_) => Indices::Short(Packed::default()),
        Indices::Long(_) => Indices::Long(Packed::default()),
    };
}

/// Whether what is drawn leaves no index out, by index buffer.
fn covered(model: &Model, drawn: &[[u32; 2]]) -> Vec<bool> {
    let lod = |[geometry, lod]: &[u32; 2]| {
        model
            .geometries
            .get(*geometry as usize)?
            .lods
            .get(*lod as usize)
    };
    let ranges = drawn.iter().filter_map(lod);
    let ranges = ranges.map(|lod| (lod.index_buffer, lod.index_start, lod.index_count));
    let mut ranges: Vec<(u32, u32, u32)> = ranges.collect();
    sorted::ascending(&mut ranges);
    let mut ends = vec![0; model.index_buffers.len()];
    for (buffer, start, count) in ranges {
        if let Some(end) = ends.get_mut(buffer as usize).filter(|end| start <= **end) {
            *end = start.saturating_add(count).max(*end);
        }
    }
    let buffers = model.index_buffers.iter().zip(ends);
    buffers
        .map(|(buffer, end)| end >= buffer.index_count)
        .collect()
}

/// Whether a scene, and whoever reads records in order and without repetition, keeps everything of it.
fn is_plain(buffer: &MorphBuffer, stream: &Stream) -> bool {
    let fields = MorphVertex::FIELDS;
    let mut next = 0;
    let rises = buffer.vertices.column(fields.index).all(|index| {
        let is_next = index >= next;
        next = index.saturating_add(1);
        is_next && (index as usize) < stream.count
    });
    let columns = [
        (buffer.vertices.column(fields.position), Semantic::Position),
        (buffer.vertices.column(fields.normal), Semantic::Normal),
        (buffer.vertices.column(fields.tangent), Semantic::Tangent),
    ];
    let mut moved = vec![false; buffer.vertices.len()];
    for (column, semantic) in columns {
        let Some(column) = column else { continue };
        let mut is_moved = false;
        for (seen, Vec3 { x, y, z }) in moved.iter_mut().zip(column) {
            let is_some = x != 0.0 || y != 0.0 || z != 0.0;
            *seen |= is_some;
            is_moved |= is_some;
        }
        if !is_moved || stream.get(&semantic, 0).is_none() {
            return false;
        }
    }
    rises && moved.iter().all(|moved| *moved)
}

/// The least and the greatest vertex that morphs move, by vertex buffer, where they leave the range of the buffer.
pub(in crate::urho3d) fn outside_ranges(model: &Model) -> BTreeMap<usize, (u32, u32)> {
    let mut ends: BTreeMap<usize, (u32, u32)> = BTreeMap::new();
    for list in model.morphs.iter().flat_map(|morph| &morph.buffers) {
        for index in list.vertices.column(MorphVertex::FIELDS.index) {
            let own = ends
                .entry(list.vertex_buffer as usize)
                .or_insert((index, index));
            *own = (own.0.min(index), own.1.max(index));
        }
    }
    ends.retain(|place, (least, greatest)| {
        model.vertex_buffers.get(*place).is_some_and(|buffer| {
            let start = buffer.morph_range_start;
            *least < start || *greatest >= start.saturating_add(buffer.morph_range_count)
        })
    });
    ends
}

/// Bones of vertices as a geometry counts them.
pub(in crate::urho3d) type LocalJoints = Vec<[u8; 4]>;

/// The bones of all vertices of the buffer that these levels draw, as their geometries count them; those of vertices that nothing draws are 0. `None`
/// when no geometry has a mapping, or one has none for a bone that it needs.
pub(in crate::urho3d) fn local_joints(
    model: &Model,
    count: usize,
    levels: &[([u32; 2], &Level)],
    streams: &[Stream],
) -> Option<LocalJoints> {
    let mut joints = vec![[0; 4]; count];
    for ([geometry, _], level) in levels {
        let geometry = model.geometries.get(*geometry as usize)?;
        let own = || streams.get(level.stream)?.get(&Semantic::Joints, 0);
        let resolved = level.joints.as_ref().or_else(own)?;
        let table = local_table(geometry.bone_mapping.iter().collect(), model.bones.len());
        let local = |bone: u16| match table.get(usize::from(bone)) {
            Some(local) => *local,
            None => Some(0),
        };
        for index in &level.indices {
            let found = match resolved {
                Column::U8x4(bones) => bones.get(*index as usize)?.map(u16::from),
                Column::U16x4(bones) => *bones.get(*index as usize)?,
                _ => return None,
            };
            let [a, b, c, d] = found.map(local);
            *joints.get_mut(*index as usize)? = [a?, b?, c?, d?];
        }
    }
    Some(joints)
}

/// For each bone the index that a mapping has for it. The first bone, which stands for none, may be missing.
fn local_table(mapping: Vec<u32>, bones: usize) -> Vec<Option<u8>> {
    if mapping.is_empty() {
        return (0..bones).map(|bone| u8::try_from(bone).ok()).collect();
    }
    let mut table = vec![None; bones];
    for (local, bone) in mapping.into_iter().enumerate().rev() {
        if let Some(known) = table.get_mut(bone as usize) {
            *known = u8::try_from(local).ok();
        }
    }
    if let Some(first) = table.first_mut() {
        first.get_or_insert(0);
    }
    table
}

/// Where the bones of vertices are others than [`local_joints`] finds.
fn exceptions(model: &Model, shapes: &Shapes, levels: &[([u32; 2], &Level)]) -> Vec<u32> {
    let mut found = Vec::new();
    let mut by_buffer: BTreeMap<usize, Vec<_>> = BTreeMap::new();
    for level in levels {
        by_buffer.entry(level.1.stream).or_default().push(*level);
    }
    for (buffer, levels) in &by_buffer {
        let stream = &shapes.streams[*buffer];
        let is_mapped = levels.iter().any(|([geometry, _], _)| {
            is_mapped(&model.geometries[*geometry as usize], model.bones.len())
        });
        let Some(Column::U8x4(raw)) = stream.get(&Semantic::Joints, 0).filter(|_| is_mapped) else {
            continue;
        };
        let place = *buffer as u32;
        let local = local_joints(model, stream.count, levels, &shapes.streams);
        let local = local.unwrap_or_else(|| vec![[0; 4]; raw.len()]);
        for (vertex, (local, raw)) in local.into_iter().zip(raw).enumerate() {
            if local != *raw {
                found.extend([
                    place,
                    vertex as u32,
                    u32::from_le_bytes(local),
                    u32::from_le_bytes(*raw),
                ]);
            }
        }
    }
    found
}

impl Shapes {
    fn in_order(&self) -> impl Iterator<Item = ([u32; 2], &Level)> {
        self.drawn
            .iter()
            .copied()
            .zip(self.parts.iter().flat_map(|part| &part.levels))
    }
}
