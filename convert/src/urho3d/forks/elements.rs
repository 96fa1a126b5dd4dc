//! Elements of vertices in other types and another order.

use formwork_formats::urho3d::{
    Model,
    model::{Element, ElementType as Type, Semantic, VertexBuffer, Vertices},
};
use formwork_schema::Result;

use crate::{Code, Report, urho3d::elements::declared};

/// Lists the elements of buffers that masks describe. The bytes are the same.
pub(super) fn declare(model: &mut Model) -> Result<()> {
    for buffer in &mut model.vertex_buffers {
        if buffer.mask.is_none() {
            continue;
        }
        let elements: Vec<Element> = buffer.attributes().iter().map(|it| it.element).collect();
        if let Vertices::Masked(vertices) = &buffer.vertices {
            buffer.vertices = declared(&elements, vertices.bytes().clone(), vertices.len())?;
        }
        buffer.mask = None;
        buffer.elements = Some(elements);
    }
    Ok(())
}

/// Gives a buffer of rbfx the types that all engines expect, and places in front.
pub(super) fn plain(buffer: &mut VertexBuffer, place: usize, report: &mut Report) -> Result<()> {
    let elements = buffer.elements.clone().unwrap_or_default();
    let mut wanted: Vec<(usize, Element)> =
        elements.iter().copied().map(expected).enumerate().collect();
    // Engines take the first element for the place of a vertex.
    let first = elements
        .iter()
        .position(|it| it.semantic == Semantic::POSITION && it.index == 0);
    if let Some(first) = first {
        let position = wanted.remove(first);
        wanted.insert(0, position);
    }
    let changed = wanted
        .iter()
        .filter(|(from, to)| elements[*from].r#type != to.r#type)
        .count();
    report.add_many(
        Code::C703,
        changed,
        format!("vertex_buffers[{place}]"),
        "weights or colours",
    );
    let is_same = wanted
        .iter()
        .enumerate()
        .all(|(place, (from, _))| place == *from);
    if !is_same {
        report.add(
            Code::C118,
            format!("vertex_buffers[{place}]"),
            "places go first",
        );
    }
    if changed == 0 && is_same {
        return Ok(());
    }
    let bytes = reshape(buffer, &wanted);
    let elements: Vec<Element> = wanted.into_iter().map(|(_, element)| element).collect();
    buffer.vertices = declared(&elements, bytes, buffer.vertex_count as usize)?;
    buffer.elements = Some(elements);
    Ok(())
}

fn expected(mut element: Element) -> Element {
    element.r#type = match (element.semantic, element.r#type) {
        (Semantic::BLENDWEIGHTS, Type::UBYTE4_NORM) => Type::VECTOR4,
        (Semantic::COLOR, Type::VECTOR3 | Type::VECTOR4) => Type::UBYTE4_NORM,
        (_, other) => other,
    };
    element
}

/// The vertices of a buffer with these elements, each made of one of its own.
pub(super) fn reshape(buffer: &VertexBuffer, wanted: &[(usize, Element)]) -> Vec<u8> {
    let own = buffer.attributes();
    let (bytes, stride) = (buffer.bytes(), buffer.stride());
    let size: usize = wanted
        .iter()
        .map(|(_, element)| element.r#type.size())
        .sum();
    let count = bytes.len() / stride.max(1);
    let mut made = Vec::with_capacity(count * size);
    for vertex in bytes.chunks_exact(stride.max(1)) {
        for (from, to) in wanted {
            let from = own[*from];
            let value = &vertex[from.offset..from.offset + from.element.r#type.size()];
            convert(value, from.element.r#type, *to, &mut made);
        }
    }
    made
}

fn convert(value: &[u8], from: Type, to: Element, made: &mut Vec<u8>) {
    let floats = value
        .as_chunks::<4>()
        .0
        .iter()
        .map(|word| f32::from_le_bytes(*word));
    let mut put =
        |numbers: &[f32]| made.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
    match (from, to.r#type) {
        (from, to) if from == to => made.extend(value),
        (Type::UBYTE4_NORM, Type::VECTOR4) => put(&weights(value)),
        (Type::UBYTE4_NORM, Type::VECTOR3) => {
            let numbers = value
                .iter()
                .map(|byte| f32::from(*byte) / 255.0 * 2.0 - 1.0);
            put(&numbers.take(3).collect::<Vec<f32>>());
        }
        (Type::VECTOR4, Type::VECTOR3) => made.extend(&value[..12]),
        (Type::VECTOR3, Type::VECTOR4) => {
            made.extend(value);
            made.extend(1.0_f32.to_le_bytes());
        }
        (Type::VECTOR3 | Type::VECTOR4, Type::UBYTE4_NORM) => {
            let bytes = floats.map(|number| (number.clamp(0.0, 1.0) * 255.0).round() as u8);
            made.extend(bytes.chain([255]).take(4));
        }
        // No other pair is asked for.
        (_, to) => made.extend(vec![0; to.size()]),
    }
}

/// Bytes of sum 255 as numbers of sum 1: what rounding leaves goes to the greatest.
fn weights(bytes: &[u8]) -> [f32; 4] {
    let mut weights: [f32; 4] = std::array::from_fn(|place| f32::from(bytes[place]) / 255.0);
    let sum: u32 = bytes.iter().map(|byte| u32::from(*byte)).sum();
    if sum == 255 {
        let left = 1.0 - (((weights[0] + weights[1]) + weights[2]) + weights[3]);
        let greatest = (0..4)
            .rev()
            .max_by_key(|place| bytes[*place])
            .unwrap_or_default();
        weights[greatest] += left;
    }
    weights
}

#[cfg(test)]
mod tests {
    use super::weights;

    #[test]
    fn weights_add_up() {
        let found = weights(&[128, 127, 0, 0]);
        assert_eq!(found, [0.501_960_8, 0.498_039_22, 0.0, 0.0]);
        for first in 0..=255 {
            let [a, b, c, d] =
                weights(&[first, (255 - first) / 2, 255 - first - (255 - first) / 2, 0]);
            assert!((((a + b) + c) + d - 1.0).abs() <= f32::EPSILON);
        }
    }
}
