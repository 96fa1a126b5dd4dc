//! The scene: what the joints are called, and what is drawn with which material.

use formwork_formats::horde3d::{
    Scene,
    scene::{Joint, Mesh, Model, Node, Placement},
};

use super::values::mirrored;
use crate::{
    figure::{Part, lathe::Detail, skeleton::BONES},
    math::{Vector, round_all},
};

/// From how many units on the second level of detail is drawn.
const FAR: f32 = 12.0;

/// A model with its joints and a mesh for each part.
pub(super) fn figure(parts: &[Part]) -> Scene {
    let mut children = joints(None);
    let (mut vertex, mut index) = (0, 0);
    for part in parts {
        let (vertices, indices) = (part.mesh.vertices.len(), part.mesh.triangles.len() * 3);
        children.push(mesh(
            part,
            vertex..vertex + vertices,
            index..index + indices,
        ));
        vertex += vertices;
        index += indices;
    }
    Node::Model(Box::new(Model {
        placement: named("Figure"),
        geometry: "figure.geo".into(),
        lod_dist1: FAR,
        children,
        ..Model::default()
    }))
}

/// The joints below a bone, each with those below it. Joint 0 of the geometry has no node: it stays at rest.
fn joints(parent: Option<&str>) -> Vec<Node> {
    let bones = BONES.iter().enumerate();
    let below = bones.filter(|(_, bone)| bone.parent == parent);
    let joint = below.map(|(place, bone)| {
        let [x, y, z] = bone.degrees;
        let placement = place_at(bone.name, mirrored(bone.position), [x, -y, -z]);
        Node::Joint(Joint {
            placement,
            joint_index: number(place + 1),
            children: joints(Some(bone.name)),
            ..Joint::default()
        })
    });
    joint.collect()
}

fn mesh(part: &Part, vertices: std::ops::Range<usize>, indices: std::ops::Range<usize>) -> Node {
    let material = if part.name == "Face" {
        "face.material.xml"
    } else {
        "figure.material.xml"
    };
    Node::Mesh(Mesh {
        placement: named(part.name),
        material: material.into(),
        batch_start: number(indices.start),
        batch_count: number(indices.len()),
        vert_r_start: number(vertices.start),
        vert_r_end: number(vertices.end) - 1,
        lod_level: i32::from(part.detail == Detail::Far),
        ..Mesh::default()
    })
}

fn named(name: &str) -> Placement {
    Placement {
        name: name.into(),
        ..Placement::default()
    }
}

fn place_at(name: &str, position: Vector, degrees: Vector) -> Placement {
    let [tx, ty, tz] = round_all(position, 4);
    let [rx, ry, rz] = round_all(degrees, 4);
    Placement {
        tx,
        ty,
        tz,
        rx,
        ry,
        rz,
        ..named(name)
    }
}

/// The figure is small, so that all its numbers fit.
fn number(count: usize) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}
