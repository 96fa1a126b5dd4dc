//! Geometries of version 5 as those of version 4.

use formwork_formats::horde3d::{
    Geometry,
    geometry::{CoarseDirection, Direction, Elements, Stream, StreamKind, Version, Vertex},
};
use formwork_schema::{Packed, RecordField, Result, Vec2, layout::Endian};

use crate::error::invalid;

type Coarse = RecordField<Vertex, CoarseDirection>;

/// The geometry in version 4: what [`Geometry::upgraded`] made of one, with other values perhaps. Joints and morph targets have no known
/// place there.
pub(super) fn downgrade(geometry: Geometry) -> Result<Geometry> {
    if !geometry.joints.is_empty() || !geometry.morph_targets.is_empty() {
        return Err(invalid(
            "how version 4 of geometries stores joints and morph targets is not known",
        ));
    }
    let count = geometry.vertex_count as usize;
    let is_whole = |stream: &Stream| matches!(&stream.elements, Elements::Positions(places) if places.len() == count);
    if count > 0 && !geometry.streams.iter().flatten().any(is_whole) {
        return Err(invalid(
            "version 4 of geometries has vertices with positions only",
        ));
    }
    let zeros = Packed::from_bytes((), Endian::Little, count, vec![0; count * STRIDE])?;
    let mut vertices: Packed<Vertex> = zeros;
    let fields = Vertex::FIELDS;
    for stream in geometry.streams.iter().flatten() {
        match (&stream.elements, stream.kind) {
            (Elements::Positions(places), _) => vertices.set_column(fields.position, places)?,
            (Elements::Directions(directions), kind) => {
                let coarser = directions.iter().map(coarser);
                vertices.set_column(direction(kind), coarser)?;
            }
            (Elements::TexCoords(places), kind) => {
                if let Some(field) = set(kind) {
                    vertices.set_column(field, places)?;
                }
            }
            (Elements::Unknown(bytes), kind) if stream.element_size == 8 => {
                if let Some(field) = set(kind) {
                    let bytes = bytes.bytes().clone();
                    let places: Packed<Vec2> =
                        Packed::from_bytes((), Endian::Little, count, bytes)?;
                    vertices.set_column(field, &places)?;
                }
            }
            _ => {}
        }
    }
    let version = Version::new(b"H3DG", 4);
    Ok(Geometry {
        version: version.ok_or_else(|| invalid("no such version of geometries"))?,
        streams: None,
        vertices: Some(vertices),
        ..geometry
    })
}

/// Bytes of a vertex of version 4.
const STRIDE: usize = 12 + 3 * 3 + 4 * 8;

fn direction(kind: StreamKind) -> Coarse {
    match kind {
        StreamKind::TANGENT => Vertex::FIELDS.tangent,
        StreamKind::BITANGENT => Vertex::FIELDS.bitangent,
        _ => Vertex::FIELDS.normal,
    }
}

/// The field of a set of texture coordinates.
fn set(kind: StreamKind) -> Option<RecordField<Vertex, Vec2>> {
    let number = kind.0.checked_sub(StreamKind::TEX_COORDS_0.0)?;
    Vertex::TEX_COORDS.get(number as usize).copied()
}

/// What stands for itself divided by 32767, as what stands for itself divided by 127. The least number is that of the least coarse one, which is too small to be told.
fn coarser(finer: Direction) -> CoarseDirection {
    let coarser = |number: i16| match number {
        i16::MIN => i8::MIN,
        _ => (f32::from(number) / 32767.0 * 127.0).round() as i8,
    };
    CoarseDirection {
        x: coarser(finer.x),
        y: coarser(finer.y),
        z: coarser(finer.z),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coarse_directions_come_back() {
        for number in i8::MIN..=i8::MAX {
            let coarse = CoarseDirection {
                x: number,
                y: 0,
                z: !number,
            };
            assert_eq!(coarser(coarse.into()), coarse);
        }
    }
}
