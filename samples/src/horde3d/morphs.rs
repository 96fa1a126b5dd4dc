//! The morphs as morph targets: how much the vertices that move do so.

use formwork_formats::horde3d::geometry::{MorphElements, MorphStream, MorphTarget, StreamKind};
use formwork_schema::{Packed, Result, Vec3};

use super::values::{name, vec3};
use crate::{
    figure::{self, Look, MORPHS, Part, vertices},
    math::{Vector, sub},
};

pub(super) fn morphs(base: &[Part]) -> Result<Vec<MorphTarget>> {
    MORPHS
        .iter()
        .map(|(name, look)| morph(name, *look, base))
        .collect()
}

fn morph(target: &str, look: Look, base: &[Part]) -> Result<MorphTarget> {
    let looks = figure::parts(look);
    let moved: Vec<(u32, Vec3, Vec3)> = vertices(base)
        .zip(vertices(&looks))
        .zip(0..)
        .map(|((base, other), index)| {
            let difference =
                |of: fn(&crate::mesh::Vertex) -> Vector| vec3(sub(of(other), of(base)));
            (index, difference(|v| v.position), difference(|v| v.normal))
        })
        .filter(|(_, position, normal)| [*position, *normal] != [Vec3::default(); 2])
        .collect();
    let stream = |kind, deltas: Vec<Vec3>| -> Result<_> {
        Ok(MorphStream {
            kind,
            element_size: 12,
            elements: MorphElements::Deltas(Packed::from_records((), deltas)?),
        })
    };
    Ok(MorphTarget {
        name: name(target)?,
        vertex_indices: Packed::from_records((), moved.iter().map(|(index, ..)| *index))?,
        streams: vec![
            stream(
                StreamKind::POSITION,
                moved.iter().map(|(_, position, _)| *position).collect(),
            )?,
            stream(
                StreamKind::NORMAL,
                moved.iter().map(|(.., normal)| *normal).collect(),
            )?,
        ],
    })
}
