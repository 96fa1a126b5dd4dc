//! The models: one vertex buffer and one index buffer each, and two levels of detail.

use formwork_formats::urho3d::model::{
    BoundingBox, Geometry, IndexBuffer, Indices, Lod, Model, Morph, PrimitiveType, Version,
    VertexBuffer,
};
use formwork_schema::{Packed, Result, Vec3};

use super::{bones::bones, morphs::morphs, values::vec3, vertices};
use crate::{
    figure::{self, Look},
    math::{add, scale},
    mesh::Mesh,
    prop,
};

/// From how many metres on the second level of detail is drawn.
const FAR: f32 = 12.0;

/// The figure: a body and a face.
pub(super) fn figure() -> Result<Model> {
    // The body and the face from near, then both from far.
    let meshes: Vec<_> = figure::parts(Look::default())
        .into_iter()
        .map(|part| part.mesh)
        .collect();
    let all = joined(&meshes);
    let morphs = morphs(&all.vertices)?;
    let buffer = with_range(vertices::skinned(&all.vertices)?, &morphs);
    Ok(Model {
        morphs,
        bones: bones(&all),
        ..model(buffer, &meshes, 2)?
    })
}

/// The crate.
pub(super) fn the_crate() -> Result<Model> {
    let meshes = [prop::near(), prop::far()];
    model(vertices::plain(&joined(&meshes).vertices)?, &meshes, 1)
}

fn joined(meshes: &[Mesh]) -> Mesh {
    let mut all = Mesh::default();
    meshes.iter().for_each(|mesh| all.append(mesh.clone()));
    all
}

/// Says which vertices morphs move.
fn with_range(buffer: VertexBuffer, morphs: &[Morph]) -> VertexBuffer {
    let moved = || {
        let buffers = morphs.iter().flat_map(|morph| &morph.buffers);
        buffers.flat_map(|buffer| buffer.vertices.iter().map(|vertex| vertex.index))
    };
    let first = moved().min().unwrap_or(0);
    VertexBuffer {
        morph_range_start: first,
        morph_range_count: moved().max().map_or(0, |last| last - first + 1),
        ..buffer
    }
}

/// A model without bones and morphs. Meshes are those of each part from near, then of each from far.
fn model(buffer: VertexBuffer, meshes: &[Mesh], parts: usize) -> Result<Model> {
    let all = joined(meshes);
    let [min, max] = all.bounds().map(vec3);
    let lods = lods(meshes);
    let geometries = (0..parts).map(|part| {
        let levels = lods[part..].iter().step_by(parts).copied();
        Ok(Geometry {
            bone_mapping: Packed::default(),
            lods: Packed::from_records((), levels)?,
        })
    });
    Ok(Model {
        version: Version::new(b"UMD2", 1).expect("the version of every engine"),
        vertex_buffers: vec![buffer],
        index_buffers: vec![index_buffer(&all)?],
        geometries: geometries.collect::<Result<_>>()?,
        morphs: Vec::new(),
        bones: Vec::new(),
        bounding_box: BoundingBox { min, max },
        geometry_centers: Some(Packed::from_records(
            (),
            meshes[..parts].iter().map(center),
        )?),
        lod_levels: None,
        atomic: None,
    })
}

/// One level of detail for each mesh; the first half are near.
fn lods(meshes: &[Mesh]) -> Vec<Lod> {
    let mut start = 0;
    let lods = meshes.iter().enumerate().map(|(place, mesh)| {
        let index_count = mesh.triangles.len() as u32 * 3;
        start += index_count;
        Lod {
            distance: if place < meshes.len() / 2 { 0.0 } else { FAR },
            primitive_type: PrimitiveType::TRIANGLE_LIST,
            vertex_buffer: 0,
            index_buffer: 0,
            index_start: start - index_count,
            index_count,
        }
    });
    lods.collect()
}

fn index_buffer(mesh: &Mesh) -> Result<IndexBuffer> {
    let indices = mesh.triangles.as_flattened();
    let short = indices.iter().map(|index| *index as u16);
    Ok(IndexBuffer {
        index_count: indices.len() as u32,
        index_size: 2,
        indices: Indices::Short(Packed::from_records((), short)?),
    })
}

fn center(mesh: &Mesh) -> Vec3 {
    let [min, max] = mesh.bounds();
    vec3(scale(add(min, max), 0.5))
}
