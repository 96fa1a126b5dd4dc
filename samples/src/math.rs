//! Vectors, rotations and angles whose every bit is the same on every machine.
//!
//! Only `+ - * /` and square roots, which IEEE 754 rounds in one way. The sines of the standard library
//! come from the platform, and two platforms may differ in the last bit.

/// Three numbers along the axes x, y and z.
pub type Vector = [f64; 3];

/// Adds two vectors.
#[must_use]
pub fn add(a: Vector, b: Vector) -> Vector {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

/// Stretches a vector.
#[must_use]
pub fn scale(a: Vector, factor: f64) -> Vector {
    a.map(|number| number * factor)
}

/// From the second point to the first.
#[must_use]
pub fn sub(a: Vector, b: Vector) -> Vector {
    add(a, scale(b, -1.0))
}

/// The product that is 0 for what stands upright on one another.
#[must_use]
pub fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// The product that stands upright on both.
#[must_use]
pub fn cross(a: Vector, b: Vector) -> Vector {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

/// How long a vector is.
#[must_use]
pub fn length(a: Vector) -> f64 {
    dot(a, a).sqrt()
}

/// The vector of length 1 in the same direction.
#[must_use]
pub fn unit(a: Vector) -> Vector {
    scale(a, 1.0 / length(a))
}

/// Sine and cosine of an angle in degrees.
#[must_use]
pub fn sin_cos(degrees: f64) -> (f64, f64) {
    // Quarter turns are exact, so only a part of one is left to the series.
    let quarters = (degrees / 90.0).round();
    let (sin, cos) = series((degrees - quarters * 90.0) * (std::f64::consts::PI / 180.0));
    match (quarters as i64).rem_euclid(4) {
        0 => (sin, cos),
        1 => (cos, -sin),
        2 => (-sin, -cos),
        _ => (-cos, sin),
    }
}

/// Taylor's series: exact to the last digits up to an eighth of a turn.
fn series(x: f64) -> (f64, f64) {
    let (mut sin, mut cos) = (0.0, 0.0);
    let mut term = 1.0;
    for power in 0..20 {
        let signed = if power % 4 < 2 { term } else { -term };
        if power % 2 == 0 {
            cos += signed;
        } else {
            sin += signed;
        }
        term *= x / f64::from(power + 1);
    }
    (sin, cos)
}

/// A rotation: a quaternion w, x, y, z of length 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rotation(pub [f64; 4]);

impl Rotation {
    /// Turns around z, then x, then y, by degrees around each axis: the order of Horde3D's scenes.
    #[must_use]
    pub fn from_degrees([x, y, z]: Vector) -> Self {
        let around = |axis: usize, degrees: f64| {
            let (sin, cos) = sin_cos(degrees / 2.0);
            let mut parts = [cos, 0.0, 0.0, 0.0];
            parts[axis + 1] = sin;
            Self(parts)
        };
        around(1, y).after(around(0, x)).after(around(2, z))
    }

    /// The other rotation first, then this one.
    #[must_use]
    pub fn after(self, first: Self) -> Self {
        let [a, b, c, d] = self.0;
        let [w, x, y, z] = first.0;
        Self([
            a * w - b * x - c * y - d * z,
            a * x + b * w + c * z - d * y,
            a * y - b * z + c * w + d * x,
            a * z + b * y - c * x + d * w,
        ])
    }

    /// Where a vector points after it.
    #[must_use]
    pub fn turn(self, vector: Vector) -> Vector {
        let [w, x, y, z] = self.0;
        let axis = [x, y, z];
        let twice = scale(cross(axis, vector), 2.0);
        add(vector, add(scale(twice, w), cross(axis, twice)))
    }
}

/// A place and a rotation there: from a space of its own into that around it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Transform {
    /// Where its origin is.
    pub position: Vector,
    /// How it is turned.
    pub rotation: Rotation,
}

impl Transform {
    /// Where a point of its space is.
    #[must_use]
    pub fn point(&self, point: Vector) -> Vector {
        add(self.position, self.rotation.turn(point))
    }

    /// A place in its space, seen from around it.
    #[must_use]
    pub fn child(&self, inner: &Self) -> Self {
        Self {
            position: self.point(inner.position),
            rotation: self.rotation.after(inner.rotation),
        }
    }
}

/// Rounds to a number of digits behind the point, so that files read well as text. Never gives -0.
#[must_use]
pub fn round(number: f64, digits: u32) -> f32 {
    let grid = f64::from(10_u32.pow(digits));
    ((number * grid).round() / grid + 0.0) as f32
}

/// [`round`] for each number.
#[must_use]
pub fn round_all<const N: usize>(numbers: [f64; N], digits: u32) -> [f32; N] {
    numbers.map(|number| round(number, digits))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn angles_are_those_of_the_standard_library() {
        for degrees in -720..=720 {
            let (sin, cos) = sin_cos(f64::from(degrees));
            let (want_sin, want_cos) = f64::from(degrees).to_radians().sin_cos();
            assert!((sin - want_sin).abs() < 1e-12 && (cos - want_cos).abs() < 1e-12);
        }
        assert_eq!(sin_cos(90.0), (1.0, 0.0));
    }

    #[test]
    fn rotations_turn_and_follow_one_another() {
        let quarter = Rotation::from_degrees([90.0, 0.0, 0.0]);
        assert!(length(sub(quarter.turn([0.0, 1.0, 0.0]), [0.0, 0.0, 1.0])) < 1e-12);
        let (first, second) = ([10.0, 20.0, 30.0], [-40.0, 5.0, 60.0]);
        let (first, second) = (
            Rotation::from_degrees(first),
            Rotation::from_degrees(second),
        );
        let both = second.after(first).turn([1.0, 2.0, 3.0]);
        assert!(length(sub(both, second.turn(first.turn([1.0, 2.0, 3.0])))) < 1e-12);
    }
}
