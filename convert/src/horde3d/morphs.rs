//! Morph targets: one list of differences for a whole geometry, cut into those of its meshes.

use std::collections::BTreeMap;

use formwork_formats::horde3d::geometry::{MorphElements, MorphTarget, StreamKind};
use formwork_schema::{CString, Error, Kind, Result};

use super::{columns, geometry::Loaded};
use crate::scene;

/// Meshes times differences that are looked through.
const MOST: usize = 1 << 28;

/// What a morph target adds to one attribute.
pub(super) fn deltas(target: &MorphTarget, kind: StreamKind) -> Option<Vec<[f32; 3]>> {
    let streams = target.streams.iter().rev();
    let mut streams = streams.filter(|stream| stream.kind == kind);
    match &streams.next()?.elements {
        MorphElements::Deltas(deltas) => Some(columns::triples(deltas)),
        MorphElements::Unknown(_) => None,
    }
}

/// All morph targets, each with what it does to the vertices that one mesh draws. `meshes` are those of the geometry, by place, with the
/// indices of their levels of detail.
pub(super) fn cut(
    geometry: &mut Loaded,
    meshes: &[(usize, Vec<&[u32]>)],
) -> Result<BTreeMap<usize, Vec<scene::MorphTarget>>> {
    let mut found = BTreeMap::new();
    let targets = std::mem::take(&mut geometry.tree.morph_targets);
    let records: usize = targets
        .iter()
        .map(|target| target.vertex_indices.len())
        .sum();
    if records.saturating_mul(meshes.len()) > MOST {
        let message = "too many meshes for morph targets of this size";
        return Err(Error::new(Kind::Limit, message));
    }
    let decoded: Vec<scene::Delta> = targets
        .iter()
        .map(|target| scene::Delta {
            stream: geometry.stream,
            indices: columns::indices(&target.vertex_indices),
            positions: deltas(target, StreamKind::POSITION),
            normals: deltas(target, StreamKind::NORMAL),
            tangents: deltas(target, StreamKind::TANGENT),
            bitangents: deltas(target, StreamKind::BITANGENT),
        })
        .collect();
    for (stamp, (mesh, indices)) in (1_u32..).zip(meshes) {
        for index in indices.iter().copied().flatten() {
            if let Some(place) = geometry.stamps.get_mut(*index as usize) {
                *place = stamp;
            }
        }
        let cut = targets.iter().zip(&decoded).map(|(target, all)| {
            let delta = of_mesh(all, &geometry.stamps, stamp);
            scene::MorphTarget {
                name: CString::from(target.name.as_bytes().to_vec()),
                weight: 0.0,
                deltas: (!delta.indices.is_empty())
                    .then_some(delta)
                    .into_iter()
                    .collect(),
            }
        });
        found.insert(*mesh, cut.collect());
    }
    geometry.tree.morph_targets = targets;
    Ok(found)
}

/// What is done to the vertices of one mesh, in the order of the file.
fn of_mesh(all: &scene::Delta, stamps: &[u32], stamp: u32) -> scene::Delta {
    let places: Vec<usize> = (0..all.indices.len())
        .filter(|place| stamps.get(all.indices[*place] as usize) == Some(&stamp))
        .collect();
    let some = |deltas: &Option<Vec<[f32; 3]>>| {
        deltas
            .as_ref()
            .map(|deltas| places.iter().map(|place| deltas[*place]).collect())
    };
    scene::Delta {
        stream: all.stream,
        indices: places.iter().map(|place| all.indices[*place]).collect(),
        positions: some(&all.positions),
        normals: some(&all.normals),
        tangents: some(&all.tangents),
        bitangents: some(&all.bitangents),
    }
}
