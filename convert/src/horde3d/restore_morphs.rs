//! Morph targets that were read before, with the differences of a scene.

use std::collections::BTreeMap;

use formwork_formats::horde3d::geometry::{MorphElements, MorphStream, MorphTarget, StreamKind};
use formwork_schema::{FixedString, sorted};

use super::{columns, morphs, uses::Uses};
use crate::{
    Scene,
    scene::{self, Delta},
};

/// `None` when meshes have other morph targets than the file had.
pub(super) fn restore(
    targets: Vec<MorphTarget>,
    scene: &Scene,
    uses: &Uses<'_>,
    stream: usize,
) -> Option<Vec<MorphTarget>> {
    let mut meshes: Vec<usize> = uses.drawn.iter().map(|drawn| drawn.mesh).collect();
    sorted::ascending(&mut meshes);
    meshes.dedup();
    let meshes: Vec<&scene::Mesh> = meshes.into_iter().map(|mesh| &scene.meshes[mesh]).collect();
    if meshes
        .iter()
        .any(|mesh| mesh.targets.len() != targets.len())
    {
        return None;
    }
    let restored = targets.into_iter().enumerate().map(|(place, mut target)| {
        let own: Vec<&scene::MorphTarget> =
            meshes.iter().map(|mesh| &mesh.targets[place]).collect();
        if let Some(first) = own
            .first()
            .filter(|first| first.name.as_bytes() != target.name.as_bytes())
        {
            target.name =
                FixedString::with_padding(first.name.as_bytes(), target.name.padding()).ok()?;
        }
        let deltas = own.iter().flat_map(|target| &target.deltas);
        let deltas: Vec<&Delta> = deltas.filter(|delta| delta.stream == stream).collect();
        merge(target, &deltas)
    });
    restored.collect()
}

/// Where the differences of a vertex are: which list, and where in it.
type Found = (usize, usize);

/// A target with the differences of meshes: in the order that it has, or by rising vertex.
fn merge(target: MorphTarget, deltas: &[&Delta]) -> Option<MorphTarget> {
    let mut found: BTreeMap<u32, Vec<Found>> = BTreeMap::new();
    for (list, delta) in deltas.iter().enumerate() {
        for (place, vertex) in delta.indices.iter().enumerate() {
            let known = found.entry(*vertex).or_default();
            // Meshes that share a vertex say the same of it.
            if known.first().is_none_or(|(first, _)| *first == list) {
                known.push((list, place));
            }
        }
    }
    let before = columns::indices(&target.vertex_indices);
    let mut rows: Vec<(u32, Option<Found>, Option<usize>)> = Vec::new();
    let mut used: BTreeMap<u32, usize> = BTreeMap::new();
    for (place, vertex) in before.iter().enumerate() {
        let nth = used.entry(*vertex).or_default();
        let own = found.get(vertex).and_then(|all| all.get(*nth)).copied();
        *nth += 1;
        rows.push((*vertex, own, Some(place)));
    }
    for (vertex, all) in &found {
        let done = used.get(vertex).copied().unwrap_or_default();
        let more = all.iter().skip(done);
        rows.extend(more.map(|own| (*vertex, Some(*own), None)));
    }
    let vertices: Vec<u32> = rows.iter().map(|(vertex, _, _)| *vertex).collect();
    let mut streams = Vec::new();
    for stream in &target.streams {
        let kept = morphs::deltas(&target, stream.kind);
        let value = |(_, own, before): &(u32, Option<Found>, Option<usize>)| {
            let own = own.and_then(|(list, place)| column(deltas[list], stream.kind)?.get(place));
            let before = || kept.as_ref()?.get((*before)?);
            own.or_else(before).copied().unwrap_or_default()
        };
        let elements = match &stream.elements {
            MorphElements::Deltas(_) => {
                let values: Vec<[f32; 3]> = rows.iter().map(value).collect();
                MorphElements::Deltas(columns::pack_triples(&values).ok()?)
            }
            MorphElements::Unknown(bytes) if rows.len() == before.len() => {
                MorphElements::Unknown(bytes.clone())
            }
            MorphElements::Unknown(_) => return None,
        };
        streams.push(MorphStream {
            elements,
            ..*stream
        });
    }
    Some(MorphTarget {
        vertex_indices: columns::pack_indices(&vertices).ok()?,
        streams,
        ..target
    })
}

fn column(delta: &Delta, kind: StreamKind) -> Option<&Vec<[f32; 3]>> {
    match kind {
        StreamKind::POSITION => delta.positions.as_ref(),
        StreamKind::NORMAL => delta.normals.as_ref(),
        StreamKind::TANGENT => delta.tangents.as_ref(),
        _ => delta.bitangents.as_ref(),
    }
}
