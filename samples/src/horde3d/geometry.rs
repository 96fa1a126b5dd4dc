//! The figure as a geometry: its vertices as streams, and joint 0, which moves nothing.

use formwork_formats::{
    horde3d::geometry::{
        Direction, Elements, Geometry, Joint, JointIndices, JointWeights, Stream, StreamKind,
        Version,
    },
    urho3d::model::Affine,
};
use formwork_schema::{Packed, Quat, Result, Vec2, Vec3, Vec4};

use super::{
    morphs::morphs,
    values::{mirrored, quat, vec3},
};
use crate::{
    figure::{Part, skeleton, vertices},
    math::{Transform, round, round_all},
    mesh::Vertex,
};

pub(super) fn figure(parts: &[Part]) -> Result<Geometry> {
    Ok(Geometry {
        version: Version::new(b"H3DG", 5).expect("the version of every engine"),
        joints: joints()?,
        vertex_count: vertices(parts).count() as u32,
        streams: Some(streams(parts)?),
        vertices: None,
        indices: indices(parts)?,
        morph_targets: morphs(parts)?,
    })
}

fn streams(parts: &[Part]) -> Result<Vec<Stream>> {
    let all = vertices(parts);
    let positions = all.clone().map(|vertex| vec3(vertex.position));
    let normals = all.clone().map(|vertex| direction(vertex.normal));
    let joints = all.clone().map(joint_indices);
    let weights = all.clone().map(joint_weights);
    let tex_coords = all.map(tex_coord);
    let stream = |kind, element_size, elements| Stream {
        kind,
        element_size,
        elements,
    };
    let of = Packed::from_records((), positions)?;
    let positions = stream(StreamKind::POSITION, 12, Elements::Positions(of));
    let of = Packed::from_records((), normals)?;
    let normals = stream(StreamKind::NORMAL, 6, Elements::Directions(of));
    let of = Packed::from_records((), joints)?;
    let joints = stream(StreamKind::JOINT_INDICES, 4, Elements::Joints(of));
    let of = Packed::from_records((), weights)?;
    let weights = stream(StreamKind::JOINT_WEIGHTS, 4, Elements::Weights(of));
    let of = Packed::from_records((), tex_coords)?;
    let tex_coords = stream(StreamKind::TEX_COORDS_0, 8, Elements::TexCoords(of));
    Ok(vec![positions, normals, joints, weights, tex_coords])
}

fn direction(normal: [f64; 3]) -> Direction {
    let [x, y, z] = mirrored(normal).map(|number| (number * 32767.0).round() as i16);
    Direction { x, y, z }
}

/// Joint 0 is nobody's, so that each bone is the joint after its place.
fn joint_indices(vertex: &Vertex) -> JointIndices {
    let [first, second] = vertex
        .bones
        .map(|(bone, weight)| if weight > 0.0 { bone as u8 + 1 } else { 0 });
    JointIndices {
        first,
        second,
        third: 0,
        fourth: 0,
    }
}

/// They add up to 255: the engine does not see to that.
fn joint_weights(vertex: &Vertex) -> JointWeights {
    let second = (vertex.bones[1].1 * 255.0).round() as u8;
    JointWeights {
        first: 255 - second,
        second,
        third: 0,
        fourth: 0,
    }
}

fn tex_coord(vertex: &Vertex) -> Vec2 {
    let [u, v] = vertex.tex_coord;
    let [x, y] = round_all([u, 1.0 - v], 4);
    Vec2 { x, y }
}

/// A mirrored triangle faces the other way, unless it is drawn the other way round.
fn indices(parts: &[Part]) -> Result<Packed<u32>> {
    let mut first = 0;
    let mut indices = Vec::new();
    for Part { mesh, .. } in parts {
        let corners = mesh.triangles.iter().flat_map(|[a, b, c]| [*a, *c, *b]);
        indices.extend(corners.map(|corner| (corner + first) as u32));
        first += mesh.vertices.len();
    }
    Packed::from_records((), indices)
}

fn joints() -> Result<Packed<Joint>> {
    let rest = skeleton::in_model(&skeleton::rest());
    let bones = rest.iter().map(|place| joint(&inverse(place)));
    Packed::from_records((), std::iter::once(joint(&Affine::IDENTITY)).chain(bones))
}

/// From model space into the space of a bone.
fn inverse(place: &Transform) -> Affine {
    let position = mirrored(place.position).map(|number| number as f32);
    let one = Vec3 {
        x: 1.0,
        y: 1.0,
        z: 1.0,
    };
    let place = Affine::from_pose(position.into(), Quat::from(quat(place.rotation)), one);
    place.inverse().expect("a rotation can be undone")
}

fn joint(Affine(rows): &Affine) -> Joint {
    let column = |column: usize, w| {
        let [x, y, z] = rows.map(|row| round(row[column].into(), 6));
        Vec4 { x, y, z, w }
    };
    Joint {
        x_axis: column(0, 0.0),
        y_axis: column(1, 0.0),
        z_axis: column(2, 0.0),
        translation: column(3, 1.0),
    }
}
