//! Angles of scenes: degrees around x, y and z, applied as `Ry · Rx · Rz`.

use glam::{DMat3, DQuat};

use crate::{math::quaternion, scene::Trs};

/// How near the pole the angles around y and z turn the same way.
const POLE: f64 = 1.0 - 1e-7;

/// The rotation of three angles, x y z w.
pub(super) fn rotation(degrees: [f32; 3]) -> [f32; 4] {
    if degrees == [0.0; 3] {
        return Trs::IDENTITY.rotation;
    }
    let [x, y, z] = degrees.map(|angle| f64::from(angle).to_radians());
    let turned = DQuat::from_rotation_y(y) * DQuat::from_rotation_x(x) * DQuat::from_rotation_z(z);
    turned.as_quat().to_array()
}

/// The angles of a rotation.
pub(super) fn degrees(rotation: [f32; 4]) -> [f32; 3] {
    let matrix = DMat3::from_quat(quaternion(rotation));
    let at = |row: usize, column: usize| matrix.col(column)[row];
    let sine = -at(1, 2);
    let x = sine.clamp(-1.0, 1.0).asin();
    let (y, z) = if sine.abs() > POLE {
        (0.0, (-at(0, 1)).atan2(at(0, 0)))
    } else {
        (at(0, 2).atan2(at(2, 2)), at(1, 0).atan2(at(1, 1)))
    };
    // No minus before a zero.
    [x, y, z].map(|angle| angle.to_degrees() as f32 + 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn angles_are_those_of_the_engine() {
        let found = rotation([30.0, 40.0, 50.0]);
        let wanted = [0.360_042, 0.196_628, 0.303_372, 0.860_042];
        for (found, wanted) in found.into_iter().zip(wanted) {
            assert!((found - wanted).abs() < 1e-6, "{found} {wanted}");
        }
    }

    #[test]
    fn angles_come_back() {
        for x in [-80.0, -30.0, 0.0, 45.0, 89.0] {
            for y in [-170.0, -60.0, 0.0, 100.0] {
                for z in [-120.0, 0.0, 15.0, 179.0] {
                    let back = degrees(rotation([x, y, z]));
                    for (back, wanted) in back.into_iter().zip([x, y, z]) {
                        assert!((back - wanted).abs() < 1e-3, "{back} {wanted}");
                    }
                }
            }
        }
        let pole = degrees(rotation([90.0, 20.0, 50.0]));
        let [a, b] = [rotation(pole), rotation([90.0, 20.0, 50.0])];
        let dot: f32 = a.iter().zip(b).map(|(a, b)| a * b).sum();
        assert!(dot.abs() > 0.999_999, "{pole:?}");
    }
}
