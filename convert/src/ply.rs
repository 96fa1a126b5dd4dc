//! Stanford PLY: all triangles of a scene as one shape.

use bytes::Bytes;
use formwork_schema::Result;

use crate::{
    Code, Options, Output, Report, Scene, Target,
    scene::{Column, Semantic, Stream, Topology},
    still::{self, Shape},
};

/// Makes a binary PLY file of a scene's nearest levels of detail.
///
/// # Errors
///
/// None yet: what the format cannot hold is in the report.
pub fn write(
    scene: &Scene,
    name: &str,
    _: Target,
    _: bool,
    _: &Options,
    report: &mut Report,
) -> Result<Vec<Output>> {
    report.add_many(Code::C508, scene.materials.len(), "materials", "");
    let mut shapes = still::shapes(scene, report);
    shapes.retain(|shape| {
        let is_drawn = shape.level.triangles().is_some();
        if !is_drawn {
            let what = format!("{}.parts[{}]", shape.name, shape.number);
            report.add(Code::C104, what, "only triangles");
        } else if shape.level.topology != Topology::Triangles {
            report.add(Code::C105, shape.name.clone(), "");
        }
        is_drawn
    });
    Ok(vec![Output {
        path: format!("{name}.ply"),
        format: "ply".into(),
        bytes: Bytes::from(file(&shapes)),
    }])
}

fn file(shapes: &[Shape<'_>]) -> Vec<u8> {
    let normals = shapes.iter().any(|shape| shape.normals.is_some());
    let coordinates = shapes.iter().any(|shape| shape.coordinates.is_some());
    let colors = shapes
        .iter()
        .any(|shape| self::colors(shape.stream).is_some());
    let vertices: usize = shapes.iter().map(|shape| shape.positions.len()).sum();
    let triangles: Vec<_> = shapes
        .iter()
        .map(|shape| shape.level.triangles().unwrap_or_default())
        .collect();
    let faces: usize = triangles.iter().map(Vec::len).sum();

    let mut head = format!(
        "ply\nformat binary_little_endian 1.0\ncomment formwork {}\nelement vertex {vertices}\n",
        env!("CARGO_PKG_VERSION")
    );
    let mut properties = |kind: &str, names: &[&str]| {
        for name in names {
            head.push_str(&format!("property {kind} {name}\n"));
        }
    };
    properties("float", &["x", "y", "z"]);
    if normals {
        properties("float", &["nx", "ny", "nz"]);
    }
    if coordinates {
        properties("float", &["s", "t"]);
    }
    if colors {
        properties("uchar", &["red", "green", "blue", "alpha"]);
    }
    head.push_str(&format!(
        "element face {faces}\nproperty list uchar uint vertex_indices\nend_header\n"
    ));

    let mut out = head.into_bytes();
    let numbers = |values: &[f32], out: &mut Vec<u8>| {
        values
            .iter()
            .for_each(|value| out.extend(value.to_le_bytes()));
    };
    for shape in shapes {
        let of_shape = self::colors(shape.stream);
        for (place, position) in shape.positions.iter().enumerate() {
            numbers(position, &mut out);
            if normals {
                let all = shape.normals.as_ref();
                numbers(&all.map_or([0.0; 3], |all| all[place]), &mut out);
            }
            if coordinates {
                let all = shape.coordinates.as_ref();
                numbers(&all.map_or([0.0; 2], |all| all[place]), &mut out);
            }
            if colors {
                out.extend(of_shape.as_ref().map_or([255; 4], |all| all[place]));
            }
        }
    }
    let mut first = 0;
    for (shape, triangles) in shapes.iter().zip(triangles) {
        for [a, b, c] in triangles {
            let corners = if shape.is_mirrored {
                [a, c, b]
            } else {
                [a, b, c]
            };
            out.push(3);
            corners
                .iter()
                .for_each(|it| out.extend((it + first).to_le_bytes()));
        }
        first += shape.positions.len() as u32;
    }
    out
}

fn colors(stream: &Stream) -> Option<Vec<[u8; 4]>> {
    let byte = |value: f32| (value.clamp(0.0, 1.0) * 255.0).round() as u8;
    Some(match stream.get(&Semantic::Color, 0)? {
        Column::Unorm8x4(rows) => rows.clone(),
        Column::Vec3(rows) => rows
            .iter()
            .map(|[red, green, blue]| [byte(*red), byte(*green), byte(*blue), 255])
            .collect(),
        Column::Vec4(rows) => rows.iter().map(|row| row.map(byte)).collect(),
        _ => return None,
    })
}
