//! Vertices as lists of attributes.

use formwork_formats::urho3d::model::{
    AttributeValue, Bytes4, DeclaredVertex, Element, ElementType, Semantic, VertexBuffer, Vertices,
};
use formwork_schema::{Packed, Result, Vec4, each};

use super::values::{vec2, vec3};
use crate::{math::round_all, mesh::Vertex};

const PLAIN: [(ElementType, Semantic); 3] = [
    (ElementType::VECTOR3, Semantic::POSITION),
    (ElementType::VECTOR3, Semantic::NORMAL),
    (ElementType::VECTOR2, Semantic::TEXCOORD),
];

/// What skinned vertices have in addition.
const SKIN: [(ElementType, Semantic); 2] = [
    (ElementType::VECTOR4, Semantic::BLENDWEIGHTS),
    (ElementType::UBYTE4, Semantic::BLENDINDICES),
];

/// Vertices that no bone moves.
pub(super) fn plain(vertices: &[Vertex]) -> Result<VertexBuffer> {
    buffer(
        &PLAIN,
        vertices.iter().map(|vertex| plain_values(vertex).into()),
    )
}

/// Vertices that bones move.
pub(super) fn skinned(vertices: &[Vertex]) -> Result<VertexBuffer> {
    let values = |vertex| [&plain_values(vertex)[..], &skin_values(vertex)].concat();
    buffer(&[&PLAIN[..], &SKIN].concat(), vertices.iter().map(values))
}

fn plain_values(vertex: &Vertex) -> [AttributeValue; 3] {
    [
        AttributeValue::Vector3(vec3(vertex.position)),
        AttributeValue::Vector3(vec3(vertex.normal)),
        AttributeValue::Vector2(vec2(vertex.tex_coord)),
    ]
}

fn skin_values(vertex: &Vertex) -> [AttributeValue; 2] {
    let [x, y] = round_all(vertex.bones.map(|(_, weight)| weight), 2);
    let bones = vertex.bones.map(|(bone, _)| bone as u8);
    [
        AttributeValue::Vector4(Vec4 {
            x,
            y,
            z: 0.0,
            w: 0.0,
        }),
        AttributeValue::Ubyte4(Bytes4 {
            x: bones[0],
            y: bones[1],
            z: 0,
            w: 0,
        }),
    ]
}

fn buffer(
    kinds: &[(ElementType, Semantic)],
    values: impl ExactSizeIterator<Item = Vec<AttributeValue>>,
) -> Result<VertexBuffer> {
    let element = |(r#type, semantic): &(ElementType, Semantic)| Element {
        r#type: *r#type,
        semantic: *semantic,
        index: 0,
        unknown_0x03: 0,
    };
    let elements: Vec<Element> = kinds.iter().map(element).collect();
    let vertex_count = values.len() as u32;
    let vertices = values.map(|values| DeclaredVertex {
        attributes: values.into_iter().collect(),
    });
    let types = each(&elements, |element| element.r#type);
    Ok(VertexBuffer {
        vertex_count,
        mask: None,
        vertices: Vertices::Declared(Packed::from_records((types,), vertices)?),
        elements: Some(elements),
        morph_range_start: 0,
        morph_range_count: 0,
    })
}
