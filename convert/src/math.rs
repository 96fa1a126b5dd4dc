//! Transforms and colours, in 64 bits and rounded once; weights as bytes.

use glam::{DMat3, DMat4, DQuat, DVec3, DVec4, Vec4};
use rayon::prelude::*;

use crate::scene::Trs;

/// The matrix of a transform.
#[must_use]
pub fn matrix(trs: &Trs) -> DMat4 {
    DMat4::from_scale_rotation_translation(
        DVec3::from_array(trs.scale.map(f64::from)),
        quaternion(trs.rotation),
        DVec3::from_array(trs.translation.map(f64::from)),
    )
}

/// A rotation of length 1; none for one without length.
#[must_use]
pub fn quaternion(xyzw: [f32; 4]) -> DQuat {
    let read = DQuat::from_array(xyzw.map(f64::from));
    let length = read.length();
    if length.is_finite() && length > 0.0 {
        read / length
    } else {
        DQuat::IDENTITY
    }
}

/// The transform of a matrix, and whether it is one: `false` for shear and perspective, which no transform has.
#[must_use]
pub fn decompose(matrix: DMat4) -> (Trs, bool) {
    let columns = [matrix.x_axis, matrix.y_axis, matrix.z_axis].map(|column| column.truncate());
    let mut scale = DVec3::new(
        columns[0].length(),
        columns[1].length(),
        columns[2].length(),
    );
    if DMat3::from_cols(columns[0], columns[1], columns[2]).determinant() < 0.0 {
        scale.x = -scale.x;
    }
    let axis = |place: usize, of: f64| {
        if of == 0.0 {
            DMat3::IDENTITY.col(place)
        } else {
            columns[place] / of
        }
    };
    let turned = DMat3::from_cols(axis(0, scale.x), axis(1, scale.y), axis(2, scale.z));
    let rotation = DQuat::from_mat3(&turned);
    let rotation = if rotation.is_finite() {
        rotation.normalize()
    } else {
        DQuat::IDENTITY
    };
    let exact = DMat4::from_scale_rotation_translation(scale, rotation, matrix.w_axis.truncate());
    // Rounding to 32 bits is far below that at every scale.
    let is_near = |place: usize| {
        let found = exact.col(place).truncate();
        found.distance(columns[place]) <= 1e-4 * columns[place].length()
    };
    let is_affine = matrix.row(3).abs_diff_eq(DVec4::W, 1e-4);
    let is_exact = is_affine && (0..3).all(is_near);
    let trs = Trs {
        translation: matrix.w_axis.truncate().as_vec3().to_array(),
        rotation: rotation.as_quat().to_array(),
        scale: scale.as_vec3().to_array(),
    };
    (trs, is_exact)
}

/// Whether all values are good. They are looked at by blocks without a way out, which processors do several at a time.
pub(crate) fn all<T: Sync>(values: &[T], is_good: impl Fn(&T) -> bool + Sync) -> bool {
    let good = |block: &[T]| block.iter().fold(true, |all, value| all & is_good(value));
    let each = |part: &[T]| part.chunks(1024).all(good);
    values.par_chunks(1 << 16).all(each)
}

/// The least and the greatest of each component; NaN counts nowhere. Without any, infinities the wrong way round.
#[must_use]
pub fn bounds(rows: &[[f32; 3]]) -> [[f32; 3]; 2] {
    /// Numbers of four rows: side by side they fill whole registers, which compilers do not find by themselves.
    const WIDE: usize = 12;
    let mut least = [Vec4::INFINITY; 3];
    let mut greatest = [Vec4::NEG_INFINITY; 3];
    let (fours, rest) = rows.as_flattened().as_chunks::<WIDE>();
    for rows in fours {
        for (place, numbers) in rows.as_chunks().0.iter().enumerate() {
            let found = Vec4::from_array(*numbers);
            least[place] = Vec4::select(found.cmplt(least[place]), found, least[place]);
            greatest[place] = Vec4::select(found.cmpgt(greatest[place]), found, greatest[place]);
        }
    }
    let rest: &[[f32; 3]] = rest.as_chunks().0;
    let mut ends = [[f32::INFINITY; 3], [f32::NEG_INFINITY; 3]];
    let [least, greatest] = [least, greatest].map(|wide| wide.map(|numbers| numbers.to_array()));
    for row in least.as_flattened().as_chunks().0.iter().chain(rest) {
        for (end, value) in ends[0].iter_mut().zip(row) {
            *end = if *value < *end { *value } else { *end };
        }
    }
    for row in greatest.as_flattened().as_chunks().0.iter().chain(rest) {
        for (end, value) in ends[1].iter_mut().zip(row) {
            *end = if *value > *end { *value } else { *end };
        }
    }
    ends
}

/// A linear value of light as sRGB stores it.
#[must_use]
pub fn to_srgb(linear: f64) -> f64 {
    if linear <= 0.003_130_8 {
        linear * 12.92
    } else {
        1.055 * linear.powf(1.0 / 2.4) - 0.055
    }
}

/// The linear value of light that sRGB stores so.
#[must_use]
pub fn to_linear(srgb: f64) -> f64 {
    if srgb <= 0.040_45 {
        srgb / 12.92
    } else {
        ((srgb + 0.055) / 1.055).powf(2.4)
    }
}

/// Weights of sum 1 as bytes of sum 255: what is left over goes to the largest fractions, zeros stay.
#[must_use]
pub fn quantize_weights(weights: [f32; 4]) -> [u8; 4] {
    let exact = weights.map(|weight| weight.clamp(0.0, 1.0) * 255.0);
    let mut bytes = exact.map(|weight| weight.floor() as u8);
    let mut left = 255_usize.saturating_sub(bytes.iter().map(|byte| usize::from(*byte)).sum());
    let mut order = [0, 1, 2, 3];
    order.sort_by(|a, b| {
        let fraction = |place: &usize| exact[*place] - exact[*place].floor();
        fraction(b).total_cmp(&fraction(a)).then(a.cmp(b))
    });
    for place in order {
        if left > 0 && exact[place] > 0.0 && bytes[place] < 255 {
            bytes[place] += 1;
            left -= 1;
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_keep_their_sum() {
        assert_eq!(quantize_weights([0.5, 0.3, 0.2, 0.0]), [128, 76, 51, 0]);
        assert_eq!(quantize_weights([1.0, 0.0, 0.0, 0.0]), [255, 0, 0, 0]);
    }

    #[test]
    fn bounds_are_those_of_all_rows() {
        let rows: Vec<[f32; 3]> = (0..11)
            .map(|row| [row as f32, -2.0 * row as f32, f32::NAN])
            .collect();
        for count in 1..=rows.len() {
            let last = (count - 1) as f32;
            let [least, greatest] = bounds(&rows[..count]);
            assert_eq!([least[0], greatest[0]], [0.0, last]);
            assert_eq!([least[1], greatest[1]], [-2.0 * last, 0.0]);
            assert!(least[2] > greatest[2]);
        }
    }

    #[test]
    fn colours_come_back() {
        assert!((to_srgb(0.5) - 0.735_356_983).abs() < 1e-9);
        for step in 0..=255 {
            let value = f64::from(step) / 255.0;
            assert!((to_linear(to_srgb(value)) - value).abs() < 1e-12);
        }
    }

    #[test]
    fn mirrored_transforms_are_transforms() {
        let trs = Trs {
            translation: [1.0, 2.0, 3.0],
            rotation: [0.0, 0.6, 0.0, 0.8],
            scale: [-1.0, 2.0, 0.5],
        };
        let (found, is_exact) = decompose(matrix(&trs));
        assert!(is_exact);
        assert!(matrix(&found).abs_diff_eq(matrix(&trs), 1e-6));
    }

    #[test]
    fn shear_counts_at_every_scale_and_rounding_does_not() {
        for scale in [1e-6, 0.01, 1.0, 1e6] {
            let trs = Trs {
                translation: [1.0, 2.0, 3.0],
                rotation: [0.0, 0.6, 0.0, 0.8],
                scale: [-scale, scale * 2.0, scale * 0.5],
            };
            let rounded = matrix(&trs).as_mat4().as_dmat4();
            assert!(decompose(rounded).1, "{scale}");
            for (column, row) in [(0, 1), (1, 0), (1, 2), (2, 1)] {
                let mut sheared = rounded;
                sheared.col_mut(column)[row] += 0.05 * f64::from(scale);
                assert!(!decompose(sheared).1, "{scale}: {column}, {row}");
            }
            let mut projected = rounded;
            projected.z_axis.w = -1.0;
            assert!(!decompose(projected).1, "{scale}");
        }
        assert!(decompose(DMat4::from_scale(DVec3::ZERO)).1);
    }
}
