//! The axes: left-handed in this family, right-handed in a scene. One axis changes its sign, the same on both ways.

use formwork_formats::urho3d::model::{Affine, Matrix3x4};
use formwork_schema::{Quat, Vec3};

use crate::{
    Mirror,
    scene::{Column, Semantic, Topology},
};

/// Which axis changes its sign. Signs change as bits, so twice is nothing, whatever the number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Frame(Mirror);

/// The other sign, of NaN as well.
const fn flipped(number: f32) -> f32 {
    f32::from_bits(number.to_bits() ^ 0x8000_0000)
}

impl Frame {
    pub(crate) const fn new(mirror: Mirror) -> Self {
        Self(mirror)
    }

    const fn axis(self) -> usize {
        match self.0 {
            Mirror::X => 0,
            Mirror::Z => 2,
        }
    }

    /// A place or a direction.
    pub(crate) const fn vector(self, mut vector: [f32; 3]) -> [f32; 3] {
        vector[self.axis()] = flipped(vector[self.axis()]);
        vector
    }

    /// x y z w of a rotation.
    pub(crate) const fn rotation(self, [x, y, z, w]: [f32; 4]) -> [f32; 4] {
        match self.0 {
            Mirror::X => [x, flipped(y), flipped(z), w],
            Mirror::Z => [flipped(x), flipped(y), z, w],
        }
    }

    /// x y z w of a rotation of a file.
    pub(crate) const fn rotation_in(self, Quat { w, x, y, z }: Quat) -> [f32; 4] {
        self.rotation([x, y, z, w])
    }

    /// A rotation as a file has it.
    pub(crate) const fn rotation_out(self, xyzw: [f32; 4]) -> Quat {
        let [x, y, z, w] = self.rotation(xyzw);
        Quat { w, x, y, z }
    }

    pub(crate) const fn vector_in(self, Vec3 { x, y, z }: Vec3) -> [f32; 3] {
        self.vector([x, y, z])
    }

    pub(crate) const fn vector_out(self, vector: [f32; 3]) -> Vec3 {
        let [x, y, z] = self.vector(vector);
        Vec3 { x, y, z }
    }

    /// A matrix of a file by its columns.
    pub(crate) fn matrix_in(self, matrix: Matrix3x4) -> [f32; 16] {
        let rows = self.rows(rows(matrix));
        std::array::from_fn(|place| match (place % 4, place / 4) {
            (3, 3) => 1.0,
            (3, _) => 0.0,
            (row, column) => rows[row][column],
        })
    }

    /// A matrix by its columns as a file has it.
    pub(crate) fn matrix_out(self, matrix: &[f32; 16]) -> Matrix3x4 {
        let rows = self.rows(std::array::from_fn(|row| {
            std::array::from_fn(|column| matrix[column * 4 + row])
        }));
        Affine(rows).into()
    }

    fn rows(self, mut rows: [[f32; 4]; 3]) -> [[f32; 4]; 3] {
        let axis = self.axis();
        for (row, numbers) in rows.iter_mut().enumerate() {
            for (column, number) in numbers.iter_mut().enumerate() {
                if (row == axis) != (column == axis) {
                    *number = flipped(*number);
                }
            }
        }
        rows
    }

    /// Least and greatest corner of a box.
    pub(crate) const fn bounds(self, [mut min, mut max]: [[f32; 3]; 2]) -> [[f32; 3]; 2] {
        let axis = self.axis();
        (min[axis], max[axis]) = (flipped(max[axis]), flipped(min[axis]));
        [min, max]
    }

    /// All values of an attribute from this place on.
    pub(crate) fn column(self, semantic: &Semantic, column: &mut Column, start: usize) {
        let is_place = *semantic == Semantic::Position;
        let is_direction = matches!(
            semantic,
            Semantic::Normal | Semantic::Tangent | Semantic::Bitangent
        );
        let axis = self.axis();
        match column {
            Column::Vec3(values) if is_place || is_direction => {
                for value in &mut values[start..] {
                    value[axis] = flipped(value[axis]);
                }
            }
            Column::Vec4(values) if is_place || is_direction => {
                for value in &mut values[start..] {
                    value[axis] = flipped(value[axis]);
                }
            }
            // These stand for -1 to 1.
            Column::Unorm8x4(values) if is_direction => {
                for value in &mut values[start..] {
                    value[axis] = 255 - value[axis];
                }
            }
            _ => {}
        }
    }

    /// Vectors of morphs.
    pub(crate) fn vectors(self, vectors: &mut [[f32; 3]]) {
        for vector in vectors {
            *vector = self.vector(*vector);
        }
    }
}

fn rows(m: Matrix3x4) -> [[f32; 4]; 3] {
    [
        [m.m00, m.m01, m.m02, m.m03],
        [m.m10, m.m11, m.m12, m.m13],
        [m.m20, m.m21, m.m22, m.m23],
    ]
}

/// Indices of a file with the other winding. Those at the end that make no whole triangle stay.
pub(crate) fn indices_in(topology: Topology, indices: &mut Vec<u32>) {
    match topology {
        Topology::TriangleStrip => {
            if let Some(first) = indices.first().copied() {
                indices.insert(0, first);
            }
        }
        _ => turn(topology, indices),
    }
}

/// Indices of a scene with the winding of a file.
pub(crate) fn indices_out(topology: Topology, indices: &mut Vec<u32>) {
    match topology {
        Topology::TriangleStrip => match indices[..] {
            [first, second, ..] if first == second => {
                indices.remove(0);
            }
            [first, ..] => indices.insert(0, first),
            [] => {}
        },
        _ => turn(topology, indices),
    }
}

/// Whole indices with the other winding: those of triangles, or of a fan.
pub(crate) fn turn(topology: Topology, indices: &mut [u32]) {
    match topology {
        Topology::Triangles => {
            for triangle in indices.as_chunks_mut::<3>().0 {
                triangle.swap(1, 2);
            }
        }
        Topology::TriangleFan => {
            if let [_, rest @ ..] = indices {
                rest.reverse();
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const X: Frame = Frame::new(Mirror::X);
    const Z: Frame = Frame::new(Mirror::Z);

    fn bits<const N: usize>(numbers: [f32; N]) -> [u32; N] {
        numbers.map(f32::to_bits)
    }

    #[test]
    fn places_and_boxes() {
        assert_eq!(X.vector([1.0, 2.0, 3.0]), [-1.0, 2.0, 3.0]);
        assert_eq!(Z.vector([1.0, 2.0, 3.0]), [1.0, 2.0, -3.0]);
        let bounds = [[-1.0, 0.0, 2.0], [4.0, 5.0, 6.0]];
        assert_eq!(X.bounds(bounds), [[-4.0, 0.0, 2.0], [1.0, 5.0, 6.0]]);
        assert_eq!(Z.bounds(bounds), [[-1.0, 0.0, -6.0], [4.0, 5.0, -2.0]]);
        assert_eq!(X.vector([0.1, -0.2, 0.3]), [-0.1, -0.2, 0.3]);
    }

    #[test]
    fn rotations() {
        let [w, y] = [std::f32::consts::FRAC_1_SQRT_2; 2];
        let turned = Quat {
            w,
            x: 0.0,
            y,
            z: 0.0,
        };
        assert_eq!(bits(X.rotation_in(turned)), bits([0.0, -y, -0.0, w]));
        assert_eq!(bits(Z.rotation_in(turned)), bits([-0.0, -y, 0.0, w]));
    }

    #[test]
    fn matrices() {
        let offset = Matrix3x4 {
            m00: 0.0,
            m01: -0.0,
            m02: -1.0,
            m03: 3.0,
            m10: 0.0,
            m11: 1.0,
            m12: 0.0,
            m13: -2.0,
            m20: 0.5,
            m21: 0.0,
            m22: 0.0,
            m23: -0.5,
        };
        let columns = [
            0.0, 0.0, -0.5, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, -3.0, -2.0, -0.5, 1.0,
        ];
        assert_eq!(X.matrix_in(offset), columns);
        assert_eq!(X.matrix_out(&columns), offset);
    }

    #[test]
    fn winding() {
        let turned = |topology, indices: &[u32]| {
            let mut indices = indices.to_vec();
            indices_in(topology, &mut indices);
            indices
        };
        assert_eq!(turned(Topology::Triangles, &[0, 1, 2, 7]), [0, 2, 1, 7]);
        assert_eq!(turned(Topology::TriangleFan, &[0, 1, 2, 3]), [0, 3, 2, 1]);
        assert_eq!(
            turned(Topology::TriangleStrip, &[4, 1, 2, 3]),
            [4, 4, 1, 2, 3]
        );
        assert_eq!(turned(Topology::LineStrip, &[4, 1, 2]), [4, 1, 2]);
    }

    fn topologies() -> impl Strategy<Value = Topology> {
        prop::sample::select(vec![
            Topology::Triangles,
            Topology::TriangleStrip,
            Topology::TriangleFan,
            Topology::Lines,
            Topology::LineStrip,
            Topology::Points,
        ])
    }

    proptest! {
        #[test]
        fn twice_is_nothing(numbers in any::<[u32; 12]>(), is_x in any::<bool>()) {
            let frame = if is_x { X } else { Z };
            let n = numbers.map(f32::from_bits);
            let vector = [n[0], n[1], n[2]];
            prop_assert_eq!(bits(frame.vector(frame.vector(vector))), bits(vector));
            let quat = Quat { w: n[0], x: n[1], y: n[2], z: n[3] };
            let again = frame.rotation_out(frame.rotation_in(quat));
            let wxyz = |q: Quat| bits([q.w, q.x, q.y, q.z]);
            prop_assert_eq!(wxyz(again), wxyz(quat));
            let matrix = Matrix3x4 {
                m00: n[0], m01: n[1], m02: n[2], m03: n[3],
                m10: n[4], m11: n[5], m12: n[6], m13: n[7],
                m20: n[8], m21: n[9], m22: n[10], m23: n[11],
            };
            let again = frame.matrix_out(&frame.matrix_in(matrix));
            prop_assert_eq!(rows(again).map(bits), rows(matrix).map(bits));
            let bounds = [vector, [n[3], n[4], n[5]]];
            prop_assert_eq!(frame.bounds(frame.bounds(bounds)).map(bits), bounds.map(bits));
            for semantic in [Semantic::Position, Semantic::Tangent] {
                let mut column = Column::Vec4(vec![[n[0], n[1], n[2], n[3]]; 2]);
                frame.column(&semantic, &mut column, 0);
                frame.column(&semantic, &mut column, 0);
                let Column::Vec4(values) = column else { unreachable!() };
                prop_assert_eq!(bits(values[1]), bits([n[0], n[1], n[2], n[3]]));
            }
        }

        #[test]
        fn winding_comes_back(topology in topologies(), indices in prop::collection::vec(any::<u32>(), 0..9)) {
            let mut turned = indices.clone();
            indices_in(topology, &mut turned);
            indices_out(topology, &mut turned);
            prop_assert_eq!(turned, indices);
        }
    }
}
