//! Values as the files have them: rounded.

use formwork_schema::{Quat, Vec2, Vec3};

use crate::math::{Rotation, round_all};

/// Tenths of millimetres are fine enough.
pub(super) fn vec3(vector: [f64; 3]) -> Vec3 {
    round_all(vector, 4).into()
}

pub(super) fn vec2(vector: [f64; 2]) -> Vec2 {
    let [x, y] = round_all(vector, 4);
    Vec2 { x, y }
}

pub(super) fn quat(Rotation(parts): Rotation) -> Quat {
    let [w, x, y, z] = round_all(parts, 6);
    Quat { w, x, y, z }
}
