//! Values as the files have them: mirrored, and rounded.

use formwork_schema::{FixedString, QuatXyzw, Result, Vec3};

use crate::math::{Rotation, Vector, round_all};

pub(super) fn mirrored([x, y, z]: Vector) -> Vector {
    [-x, y, z]
}

pub(super) fn vec3(vector: Vector) -> Vec3 {
    round_all(mirrored(vector), 4).into()
}

pub(super) fn quat(Rotation([w, x, y, z]): Rotation) -> QuatXyzw {
    let [x, y, z, w] = round_all([x, -y, -z, w], 6);
    QuatXyzw { x, y, z, w }
}

pub(super) fn name(text: &str) -> Result<FixedString<256>> {
    FixedString::new(text.as_bytes())
}
