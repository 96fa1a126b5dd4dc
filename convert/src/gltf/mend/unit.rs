//! Finite numbers, and directions and rotations of length 1.

use glam::Vec3;

pub(super) fn or_zero(value: f32) -> f32 {
    if value.is_finite() { value } else { 0.0 }
}

/// Squares of lengths that are 1 to within 0.005: less than what validators grant.
const UNIT: std::ops::RangeInclusive<f32> = 0.9901..=1.01;

pub(super) fn is_unit(row: [f32; 3]) -> bool {
    let [x, y, z] = row;
    UNIT.contains(&(x * x + y * y + z * z))
}

/// The same direction with length 1; `None` for one without.
pub(super) fn direction(row: [f32; 3]) -> Option<[f32; 3]> {
    let wide = Vec3::from(row).as_dvec3();
    let length = wide.length();
    (length.is_finite() && length > 1e-12).then(|| (wide / length).as_vec3().to_array())
}

/// Any unit vector at a right angle to a unit vector.
pub(crate) fn perpendicular([x, y, z]: [f32; 3]) -> [f32; 3] {
    let crossed = if x.abs() < 0.9 {
        [0.0, z, -y]
    } else {
        [-z, 0.0, x]
    };
    direction(crossed).unwrap_or([1.0, 0.0, 0.0])
}

/// A rotation of length 1: as it is where that is so to within a millionth.
pub(super) fn rotation(xyzw: [f32; 4]) -> [f32; 4] {
    let wide = xyzw.map(f64::from);
    let length = wide.iter().map(|value| value * value).sum::<f64>().sqrt();
    if (length - 1.0).abs() <= 1e-6 {
        xyzw
    } else if length.is_finite() && length > 1e-6 {
        wide.map(|value| (value / length) as f32)
    } else {
        [0.0, 0.0, 0.0, 1.0]
    }
}
