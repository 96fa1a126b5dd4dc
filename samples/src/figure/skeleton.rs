//! The bones of the figure. Each lies along the y axis of its own space and bends around the x axis.

use crate::math::{Rotation, Transform, Vector};

/// A bone, and how it rests in the space of its parent.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bone {
    /// Its name.
    pub name: &'static str,
    /// The bone that it hangs on; none for the root.
    pub parent: Option<&'static str>,
    /// Where it begins, in metres.
    pub position: Vector,
    /// How it is turned around x, y and z, in degrees; around z first, then x, then y.
    pub degrees: Vector,
}

const STRAIGHT: Vector = [0.0; 3];
const DOWN: Vector = [180.0, 0.0, 0.0];
const FORWARD: Vector = [-90.0, 0.0, 0.0];

/// Every bone, parents before their children.
pub const BONES: [Bone; 17] = [
    Bone {
        name: "Hips",
        parent: None,
        position: [0.0, 0.95, 0.0],
        degrees: STRAIGHT,
    },
    on("Hips", "Spine", [0.0, 0.1, 0.0], STRAIGHT),
    on("Spine", "Chest", [0.0, 0.17, 0.0], STRAIGHT),
    on("Chest", "Neck", [0.0, 0.25, 0.0], STRAIGHT),
    on("Neck", "Head", [0.0, 0.07, 0.0], STRAIGHT),
    on(
        "Chest",
        "LeftUpperArm",
        [-0.205, 0.19, 0.0],
        [180.0, 0.0, 14.0],
    ),
    on("LeftUpperArm", "LeftForearm", [0.0, 0.27, 0.0], STRAIGHT),
    on("LeftForearm", "LeftHand", [0.0, 0.25, 0.0], STRAIGHT),
    on(
        "Chest",
        "RightUpperArm",
        [0.205, 0.19, 0.0],
        [180.0, 0.0, -14.0],
    ),
    on("RightUpperArm", "RightForearm", [0.0, 0.27, 0.0], STRAIGHT),
    on("RightForearm", "RightHand", [0.0, 0.25, 0.0], STRAIGHT),
    on("Hips", "LeftThigh", [-0.095, -0.04, 0.0], DOWN),
    on("LeftThigh", "LeftShin", [0.0, 0.42, 0.0], STRAIGHT),
    on("LeftShin", "LeftFoot", [0.0, 0.41, 0.0], FORWARD),
    on("Hips", "RightThigh", [0.095, -0.04, 0.0], DOWN),
    on("RightThigh", "RightShin", [0.0, 0.42, 0.0], STRAIGHT),
    on("RightShin", "RightFoot", [0.0, 0.41, 0.0], FORWARD),
];

const fn on(parent: &'static str, name: &'static str, position: Vector, degrees: Vector) -> Bone {
    Bone {
        name,
        parent: Some(parent),
        position,
        degrees,
    }
}

/// Where a bone stands in [`BONES`].
///
/// # Panics
/// When there is none of that name: the shapes below name no others.
#[must_use]
pub fn index(name: &str) -> usize {
    let found = BONES.iter().position(|bone| bone.name == name);
    found.unwrap_or_else(|| panic!("no bone {name}"))
}

impl Bone {
    /// How it rests in the space of its parent.
    #[must_use]
    pub fn rest(&self) -> Transform {
        Transform {
            position: self.position,
            rotation: Rotation::from_degrees(self.degrees),
        }
    }
}

/// Every bone at rest, in the space of its parent.
#[must_use]
pub fn rest() -> Vec<Transform> {
    BONES.iter().map(Bone::rest).collect()
}

/// Where bones are in the space of the model when each is so in the space of its parent.
#[must_use]
pub fn in_model(pose: &[Transform]) -> Vec<Transform> {
    let mut places: Vec<Transform> = Vec::with_capacity(pose.len());
    for (bone, own) in BONES.iter().zip(pose) {
        let parent = bone.parent.map(|parent| places[index(parent)]);
        places.push(parent.map_or(*own, |parent| parent.child(own)));
    }
    places
}
