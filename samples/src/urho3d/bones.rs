//! The bones of the figure, with the shapes that ray casts use.

use formwork_formats::urho3d::model::{Affine, Bone, BoneCollision, BoundingBox, Matrix3x4};
use formwork_schema::{Quat, Vec3};

use super::values::{quat, vec3};
use crate::{
    figure::skeleton::{self, BONES, index},
    math::{Vector, length, round},
    mesh::{Mesh, bounds},
};

/// A vertex counts for the shapes of a bone that moves it at least this much.
const COUNTS: f64 = 0.25;

/// The bones of what `mesh` shows.
pub(super) fn bones(mesh: &Mesh) -> Vec<Bone> {
    let offsets = offsets();
    let bones = BONES.iter().enumerate();
    bones
        .map(|(number, bone)| {
            let rest = bone.rest();
            let near = points(mesh, number, &offsets[number]);
            let radius = near.iter().map(|point| length(*point)).fold(0.0, f64::max);
            let [min, max] = bounds(near.into_iter()).map(vec3);
            Bone {
                name: bone.name.into(),
                // The root says its own place.
                parent: bone.parent.map_or(number, index) as u32,
                position: vec3(rest.position),
                rotation: quat(rest.rotation),
                scale: ONE,
                offset_matrix: matrix(&offsets[number]),
                collision: BoneCollision::SPHERE | BoneCollision::BOX,
                radius: Some(round(radius, 4)),
                bounding_box: Some(BoundingBox { min, max }),
            }
        })
        .collect()
}

const ONE: Vec3 = Vec3 {
    x: 1.0,
    y: 1.0,
    z: 1.0,
};

/// From model space into the space of each bone at rest.
fn offsets() -> Vec<Affine> {
    let rest = skeleton::in_model(&skeleton::rest());
    let places = rest.iter().map(|place| {
        let [w, x, y, z] = place.rotation.0.map(|part| part as f32);
        let position = place.position.map(|number| number as f32).into();
        Affine::from_pose(position, Quat { w, x, y, z }, ONE)
    });
    places
        .map(|place| place.inverse().expect("a rotation can be undone"))
        .collect()
}

/// The vertices that a bone moves, in its space.
fn points(mesh: &Mesh, bone: usize, offset: &Affine) -> Vec<Vector> {
    let moved = mesh.vertices.iter().filter(|vertex| {
        vertex
            .bones
            .iter()
            .any(|(other, weight)| *other == bone && *weight >= COUNTS)
    });
    moved
        .map(|vertex| {
            let Vec3 { x, y, z } = offset.point(vec3(vertex.position));
            [x, y, z].map(f64::from)
        })
        .collect()
}

fn matrix(offset: &Affine) -> Matrix3x4 {
    let short = offset
        .0
        .map(|row| row.map(|number| round(number.into(), 6)));
    Affine(short).into()
}
