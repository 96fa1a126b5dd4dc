//! A step with each leg, in one second. The last pose is the first one again.

use super::skeleton::{self, BONES, index};
use crate::math::{Rotation, Transform, Vector, sin_cos};

/// How many poses there are.
pub const POSES: usize = 17;

/// How long the walk takes, in seconds.
pub const LENGTH: f64 = 1.0;

/// How the bones are at one of the poses, each in the space of its parent.
#[must_use]
pub fn pose(number: usize) -> Vec<Transform> {
    // Not 1 at the end: the last pose is the first one, bit for bit.
    let phase = (number % (POSES - 1)) as f64 / (POSES - 1) as f64;
    let mut pose = skeleton::rest();
    for (bone, place) in BONES.iter().zip(&mut pose) {
        place.rotation = Rotation::from_degrees(swing(bone.name, phase)).after(place.rotation);
    }
    pose[index("Hips")].position[0] = 0.015 * wave(phase - 0.25);
    pose[index("Hips")].position[1] -= lowest_sole(&pose);
    pose
}

/// When a pose comes, in seconds.
#[must_use]
pub fn time(number: usize) -> f64 {
    number as f64 * LENGTH / (POSES - 1) as f64
}

/// How far the lowest heel or toe is above the ground.
#[must_use]
pub fn lowest_sole(pose: &[Transform]) -> f64 {
    let places = skeleton::in_model(pose);
    let feet = ["LeftFoot", "RightFoot"].map(|foot| places[index(foot)]);
    let soles = feet
        .iter()
        .flat_map(|foot| SOLE.map(|point| foot.point(point)[1]));
    soles.fold(f64::MAX, f64::min)
}

/// Heel, ball and toe, in the space of a foot.
const SOLE: [Vector; 3] = [[0.0, -0.05, 0.08], [0.0, 0.1, 0.08], [0.0, 0.16, 0.079]];

/// The cosine of a part of a turn: 1 at whole turns, -1 between them.
fn wave(turns: f64) -> f64 {
    sin_cos(turns * 360.0).1
}

/// 1 at the moment `at`, 0 half a walk later; the sharper, the sooner it is over.
fn bump(phase: f64, at: f64, sharp: i32) -> f64 {
    (0..sharp).map(|_| 0.5 + 0.5 * wave(phase - at)).product()
}

/// How far a bone is turned from its rest, in degrees around the axes of its parent.
fn swing(bone: &str, phase: f64) -> Vector {
    // Each side does what the other did half a walk ago; what turns inwards is mirrored.
    let (bone, phase, mirror) = match (bone.strip_prefix("Left"), bone.strip_prefix("Right")) {
        (Some(bone), _) => (bone, phase, 1.0),
        (_, Some(bone)) => (bone, phase + 0.5, -1.0),
        _ => (bone, phase, 1.0),
    };
    match bone {
        // The left leg is in front at 0, and so is that side of the hips.
        "Hips" => [4.0, 7.0 * wave(phase), 3.0 * wave(phase + 0.25)],
        "Spine" => [-1.0, -6.0 * wave(phase), -2.5 * wave(phase + 0.25)],
        "Chest" => [0.0, -8.0 * wave(phase), -1.5 * wave(phase + 0.25)],
        "Neck" => [0.0, 3.0 * wave(phase), 1.0 * wave(phase + 0.25)],
        "Head" => [-3.0 + 1.5 * wave(2.0 * phase), 3.0 * wave(phase), 0.0],
        "UpperArm" => [-2.0 + 22.0 * wave(phase), 0.0, 6.0 * mirror],
        "Forearm" => [-20.0 + 12.0 * wave(phase), 0.0, 0.0],
        "Hand" => [-4.0 + 5.0 * wave(phase - 0.1), 0.0, 0.0],
        "Thigh" => [thigh(phase), 0.0, 0.0],
        "Shin" => [shin(phase), 0.0, 0.0],
        "Foot" => [foot(phase), 0.0, 0.0],
        _ => [0.0; 3],
    }
}

/// Forwards at 0, back half a walk later.
fn thigh(phase: f64) -> f64 {
    -8.0 - 21.0 * wave(phase)
}

/// Bends to swing forwards, and gives way a little under the weight.
fn shin(phase: f64) -> f64 {
    5.0 + 48.0 * bump(phase, 0.74, 3) + 7.0 * bump(phase, 0.14, 3)
}

/// Stays flat while it carries, then pushes off.
fn foot(phase: f64) -> f64 {
    let flat = -(thigh(phase) + shin(phase)) * bump(phase, 0.25, 1);
    flat - 4.0 + 22.0 * bump(phase, 0.56, 3)
}
