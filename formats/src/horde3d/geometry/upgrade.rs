//! A geometry of version 4 as one of version 5, to compare with others of that.

use bytes::Bytes;
use formwork_schema::{Blob, Packed, RecordField, Result, Vec2, read, write};

use super::{CoarseDirection, Direction, Elements, Geometry, Stream, StreamKind, Version, Vertex};

/// The file as version 5 would have it; `None` when it is not a readable file of version 4.
pub(super) fn upgrade(file: &Bytes) -> Option<Bytes> {
    let geometry: Geometry = read::from_bytes(file.clone()).ok()?;
    let vertices = geometry.vertices.as_ref()?;
    let upgraded = Geometry {
        version: Version {
            number: 5,
            ..geometry.version
        },
        streams: Some(streams(vertices).ok()?),
        vertices: None,
        ..geometry.clone()
    };
    Some(write::to_bytes(&upgraded).ok()?.into())
}

fn streams(vertices: &Packed<Vertex>) -> Result<Vec<Stream>> {
    let directions = |kind, field: RecordField<Vertex, CoarseDirection>| -> Result<Stream> {
        let finer = vertices.column(field).map(finer);
        let elements = Packed::from_records((), finer).map(Elements::Directions)?;
        Ok(stream(kind, 6, elements))
    };
    let positions = vertices.column(Vertex::FIELDS.position);
    let positions = Packed::from_records((), positions).map(Elements::Positions)?;
    let mut streams = vec![
        stream(StreamKind::POSITION, 12, positions),
        directions(StreamKind::NORMAL, Vertex::FIELDS.normal)?,
        directions(StreamKind::TANGENT, Vertex::FIELDS.tangent)?,
        directions(StreamKind::BITANGENT, Vertex::FIELDS.bitangent)?,
    ];
    for (number, field) in (0..).zip(Vertex::TEX_COORDS) {
        // Sets that say nothing have no stream in newer files.
        let mut set = vertices.column(field);
        if set.any(|place| place != Vec2::default()) {
            let kind = StreamKind(StreamKind::TEX_COORDS_0.0 + number);
            let places = Packed::from_records((), vertices.column(field))?;
            let elements = match number {
                0 | 1 => Elements::TexCoords(places),
                _ => Elements::Unknown(Blob::from(places.bytes().to_vec())),
            };
            streams.push(stream(kind, 8, elements));
        }
    }
    Ok(streams)
}

fn stream(kind: StreamKind, element_size: u32, elements: Elements) -> Stream {
    Stream {
        kind,
        element_size,
        elements,
    }
}

/// What stands for itself divided by 127, as what stands for itself divided by 32767.
fn finer(coarse: CoarseDirection) -> Direction {
    let finer = |number: i8| (f32::from(number) / 127.0 * 32767.0).round() as i16;
    Direction {
        x: finer(coarse.x),
        y: finer(coarse.y),
        z: finer(coarse.z),
    }
}
