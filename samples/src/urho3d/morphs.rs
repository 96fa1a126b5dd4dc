//! The morphs: how much each vertex of the figure differs when it does what a morph says.

use formwork_formats::urho3d::model::{Morph, MorphBuffer, MorphElements, MorphVertex};
use formwork_schema::{Packed, Result, Vec3};

use super::values::vec3;
use crate::{
    figure::{self, Look, MORPHS},
    mesh::Vertex,
};

/// All morphs of the vertices of buffer 0.
pub(super) fn morphs(base: &[Vertex]) -> Result<Vec<Morph>> {
    MORPHS
        .iter()
        .map(|(name, look)| morph(name, *look, base))
        .collect()
}

fn morph(name: &str, look: Look, base: &[Vertex]) -> Result<Morph> {
    let elements = MorphElements::POSITION | MorphElements::NORMAL;
    let looks = figure::parts(look)
        .into_iter()
        .flat_map(|part| part.mesh.vertices);
    let moved = base
        .iter()
        .zip(looks)
        .enumerate()
        .filter_map(|(index, (base, other))| {
            let position = difference(vec3(other.position), vec3(base.position));
            let normal = difference(vec3(other.normal), vec3(base.normal));
            let still = position == Vec3::default() && normal == Vec3::default();
            (!still).then_some(MorphVertex {
                index: index as u32,
                position: Some(position),
                normal: Some(normal),
                tangent: None,
            })
        });
    let vertices = Packed::from_records((elements,), moved)?;
    Ok(Morph {
        name: name.into(),
        initial_weight: None,
        buffers: vec![MorphBuffer {
            vertex_buffer: 0,
            elements,
            vertices,
        }],
    })
}

/// Of the rounded numbers, so that nothing moves that is not seen to move.
fn difference(a: Vec3, b: Vec3) -> Vec3 {
    let (a, b) = (<[f32; 3]>::from(a), <[f32; 3]>::from(b));
    vec3(std::array::from_fn(|axis| {
        f64::from(a[axis]) - f64::from(b[axis])
    }))
}
