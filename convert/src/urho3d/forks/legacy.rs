//! Elements as bits of a mask.

use formwork_formats::urho3d::model::{
    Element, ElementType as Type, Semantic, VertexBuffer, VertexMask, Vertices,
};
use formwork_schema::{Packed, Result, layout::Endian, sorted};

use super::elements::reshape;
use crate::{Code, Report};

/// Describes a buffer by a mask. Elements without a bit are dropped, those of other types changed.
pub(super) fn mask(buffer: &mut VertexBuffer, report: &mut Report) -> Result<()> {
    if buffer.mask.is_some() {
        return Ok(());
    }
    let elements = buffer.elements.clone().unwrap_or_default();
    let mut rows: Vec<(VertexMask, usize, Element)> = Vec::new();
    for (place, element) in elements.iter().enumerate() {
        let path = || format!("elements[{place}]");
        let found = row(*element).filter(|(bit, _)| rows.iter().all(|(known, ..)| known != bit));
        let Some((bit, r#type)) = found else {
            report.add(
                Code::C704,
                path(),
                format!("{:?} {}", element.semantic, element.index),
            );
            continue;
        };
        if r#type != element.r#type {
            report.add(
                Code::C703,
                path(),
                format!("{:?} of {:?}", element.semantic, element.r#type),
            );
        }
        rows.push((bit, place, Element { r#type, ..*element }));
    }
    sorted::by_key(&mut rows, |(bit, ..)| bit.bits());
    let mask = rows
        .iter()
        .fold(VertexMask::empty(), |all, (bit, ..)| all | *bit);
    let wanted: Vec<(usize, Element)> = rows
        .into_iter()
        .map(|(_, place, element)| (place, element))
        .collect();
    let is_same = wanted.len() == elements.len()
        && wanted
            .iter()
            .enumerate()
            .all(|(place, (from, to))| place == *from && to.r#type == elements[place].r#type);
    if !wanted.is_sorted_by_key(|(from, _)| *from) {
        report.add(Code::C118, "elements", "in the order of a mask's bits");
    }
    let count = buffer.vertex_count as usize;
    let packed = match &buffer.vertices {
        Vertices::Declared(vertices) if is_same => {
            Packed::from_bytes((mask,), Endian::Little, count, vertices.bytes().clone())?
        }
        _ => Packed::from_bytes((mask,), Endian::Little, count, reshape(buffer, &wanted))?,
    };
    buffer.vertices = Vertices::Masked(packed);
    buffer.mask = Some(mask);
    buffer.elements = None;
    Ok(())
}

/// The bit of an element, and the type that it has there.
const fn row(element: Element) -> Option<(VertexMask, Type)> {
    use VertexMask as M;
    Some(match (element.semantic, element.index, element.r#type) {
        (Semantic::POSITION, 0, Type::VECTOR3 | Type::VECTOR4) => (M::POSITION, Type::VECTOR3),
        (Semantic::NORMAL, 0, Type::VECTOR3 | Type::VECTOR4 | Type::UBYTE4_NORM) => {
            (M::NORMAL, Type::VECTOR3)
        }
        (Semantic::COLOR, 0, Type::UBYTE4_NORM | Type::VECTOR3 | Type::VECTOR4) => {
            (M::COLOR, Type::UBYTE4_NORM)
        }
        (Semantic::TEXCOORD, 0, Type::VECTOR2) => (M::TEXCOORD1, Type::VECTOR2),
        (Semantic::TEXCOORD, 1, Type::VECTOR2) => (M::TEXCOORD2, Type::VECTOR2),
        (Semantic::TEXCOORD, 0, Type::VECTOR3) => (M::CUBETEXCOORD1, Type::VECTOR3),
        (Semantic::TEXCOORD, 1, Type::VECTOR3) => (M::CUBETEXCOORD2, Type::VECTOR3),
        (Semantic::TANGENT, 0, Type::VECTOR3 | Type::VECTOR4) => (M::TANGENT, Type::VECTOR4),
        (Semantic::BLENDWEIGHTS, 0, Type::VECTOR4 | Type::UBYTE4_NORM) => {
            (M::BLENDWEIGHTS, Type::VECTOR4)
        }
        (Semantic::BLENDINDICES, 0, Type::UBYTE4) => (M::BLENDINDICES, Type::UBYTE4),
        (Semantic::TEXCOORD, 4, Type::VECTOR4) => (M::INSTANCEMATRIX1, Type::VECTOR4),
        (Semantic::TEXCOORD, 5, Type::VECTOR4) => (M::INSTANCEMATRIX2, Type::VECTOR4),
        (Semantic::TEXCOORD, 6, Type::VECTOR4) => (M::INSTANCEMATRIX3, Type::VECTOR4),
        (Semantic::OBJECTINDEX, 0, Type::INT) => (M::OBJECTINDEX, Type::INT),
        _ => return None,
    })
}
