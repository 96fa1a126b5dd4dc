//! A geometry of version 4 as one of version 5.

use formwork_schema::{Blob, Packed, Record, RecordField, Result, Vec2};

use super::{CoarseDirection, Direction, Elements, Geometry, Stream, StreamKind, Version, Vertex};

impl Geometry {
    /// The geometry in version 5, in which engines read it; `None` where it is of that version.
    ///
    /// The first set of texture coordinates stays whatever it says; of the others those that are not zero. The last two sets have no
    /// kind in version 5 and get the next numbers, which engines skip.
    ///
    /// # Errors
    /// More vertices than a file can have.
    pub fn upgraded(&self) -> Result<Option<Self>> {
        let Some(vertices) = &self.vertices else {
            return Ok(None);
        };
        Ok(Some(Self {
            version: Version {
                number: 5,
                ..self.version
            },
            streams: Some(streams(vertices)?),
            vertices: None,
            ..self.clone()
        }))
    }
}

fn streams(vertices: &Packed<Vertex>) -> Result<Vec<Stream>> {
    let fields = Vertex::FIELDS;
    let positions = column(vertices, fields.position)?;
    let mut streams = vec![stream(
        StreamKind::POSITION,
        12,
        Elements::Positions(positions),
    )];
    for (kind, field) in [
        (StreamKind::NORMAL, fields.normal),
        (StreamKind::TANGENT, fields.tangent),
        (StreamKind::BITANGENT, fields.bitangent),
    ] {
        let finer = vertices.column(field).map(Direction::from);
        let finer = Packed::from_records((), finer)?;
        streams.push(stream(kind, 6, Elements::Directions(finer)));
    }
    for (number, field) in (0..).zip(Vertex::TEX_COORDS) {
        let set: Packed<Vec2> = column(vertices, field)?;
        // Sets that say nothing have no stream in newer files.
        if number > 0 && set.bytes().iter().all(|byte| *byte == 0) {
            continue;
        }
        let elements = match number {
            0 | 1 => Elements::TexCoords(set),
            _ => Elements::Unknown(Blob::from(set.bytes().clone())),
        };
        let kind = StreamKind(StreamKind::TEX_COORDS_0.0 + number);
        streams.push(stream(kind, 8, elements));
    }
    Ok(streams)
}

fn column<T: Record<Args = ()>>(
    vertices: &Packed<Vertex>,
    field: RecordField<Vertex, T>,
) -> Result<Packed<T>> {
    Packed::from_records((), vertices.column(field))
}

fn stream(kind: StreamKind, element_size: u32, elements: Elements) -> Stream {
    Stream {
        kind,
        element_size,
        elements,
    }
}

/// What stands for itself divided by 127, as what stands for itself divided by 32767.
impl From<CoarseDirection> for Direction {
    fn from(coarse: CoarseDirection) -> Self {
        let finer = |number: i8| (f32::from(number) / 127.0 * 32767.0).round() as i16;
        Self {
            x: finer(coarse.x),
            y: finer(coarse.y),
            z: finer(coarse.z),
        }
    }
}

#[cfg(test)]
mod tests {
    use formwork_schema::Vec3;

    use super::*;

    fn geometry(sets: [Vec2; 4]) -> Geometry {
        let direction = CoarseDirection { x: 0, y: 127, z: 0 };
        let vertex = Vertex {
            position: Vec3::default(),
            normal: direction,
            tangent: direction,
            bitangent: direction,
            tex_coords_0: sets[0],
            tex_coords_1: sets[1],
            tex_coords_2: sets[2],
            tex_coords_3: sets[3],
        };
        Geometry {
            version: Version::new(b"H3DG", 4).expect("a version"),
            joints: Packed::default(),
            vertex_count: 1,
            streams: None,
            vertices: Some(Packed::from_records((), [vertex]).expect("a vertex")),
            indices: Packed::default(),
            morph_targets: Vec::new(),
        }
    }

    /// Zeros with a sign are something to keep, and engines need the first set.
    #[test]
    fn sets_stay_that_say_something() {
        let zero = Vec2::default();
        let signed = Vec2 { x: -0.0, ..zero };
        let old = geometry([zero, zero, signed, zero]);
        let new = old.upgraded().expect("few vertices").expect("version 4");
        let streams = new.streams.as_ref().expect("streams");
        let kinds: Vec<u32> = streams.iter().map(|stream| stream.kind.0).collect();
        assert_eq!(kinds, [0, 1, 2, 3, 6, 8]);
        assert_eq!(new.upgraded().expect("version 5"), None);
    }
}
