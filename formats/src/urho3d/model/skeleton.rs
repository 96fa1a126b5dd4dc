//! The skeleton: an order in which bones can be evaluated, and where they are.

use formwork_schema::{Quat, Vec3};

use super::{
    bone::{Bone, Matrix3x4},
    tree::Model,
};

/// An affine transform, by its rows; the last column is the translation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Affine(pub [[f32; 4]; 3]);

impl Affine {
    /// The transform that changes nothing.
    pub const IDENTITY: Self = Self([
        [1.0, 0.0, 0.0, 0.0],
        [0.0, 1.0, 0.0, 0.0],
        [0.0, 0.0, 1.0, 0.0],
    ]);

    /// Scales, then turns, then moves.
    #[must_use]
    pub fn from_pose(position: Vec3, rotation: Quat, scale: Vec3) -> Self {
        let Quat { w, x, y, z } = rotation;
        let turned = [
            [
                1.0 - 2.0 * (y * y + z * z),
                2.0 * (x * y - w * z),
                2.0 * (x * z + w * y),
            ],
            [
                2.0 * (x * y + w * z),
                1.0 - 2.0 * (x * x + z * z),
                2.0 * (y * z - w * x),
            ],
            [
                2.0 * (x * z - w * y),
                2.0 * (y * z + w * x),
                1.0 - 2.0 * (x * x + y * y),
            ],
        ];
        let moved = [position.x, position.y, position.z];
        Self(std::array::from_fn(|row| {
            let [a, b, c] = turned[row];
            [a * scale.x, b * scale.y, c * scale.z, moved[row]]
        }))
    }

    /// The other transform first, then this one.
    #[must_use]
    pub fn after(&self, first: &Self) -> Self {
        Self(self.0.map(|[a, b, c, d]| {
            let sum = |column: usize| {
                a * first.0[0][column] + b * first.0[1][column] + c * first.0[2][column]
            };
            [sum(0), sum(1), sum(2), sum(3) + d]
        }))
    }

    /// Where a point goes.
    #[must_use]
    pub fn point(&self, Vec3 { x, y, z }: Vec3) -> Vec3 {
        self.0.map(|[a, b, c, d]| a * x + b * y + c * z + d).into()
    }

    /// The transform back; `None` when this one flattens space.
    #[must_use]
    pub fn inverse(&self) -> Option<Self> {
        let [[a, b, c, x], [d, e, f, y], [g, h, i, z]] = self.0.map(|row| row.map(f64::from));
        let cofactors = [e * i - f * h, f * g - d * i, d * h - e * g];
        let determinant = a * cofactors[0] + b * cofactors[1] + c * cofactors[2];
        if determinant == 0.0 || !determinant.is_finite() {
            return None;
        }
        let rows = [
            [cofactors[0], c * h - b * i, b * f - c * e],
            [cofactors[1], a * i - c * g, c * d - a * f],
            [cofactors[2], b * g - a * h, a * e - b * d],
        ];
        Some(Self(rows.map(|row| {
            let [p, q, r] = row.map(|number| number / determinant);
            [p, q, r, -(p * x + q * y + r * z)].map(|number| number as f32)
        })))
    }
}

impl From<Affine> for Matrix3x4 {
    fn from(Affine(rows): Affine) -> Self {
        let [
            [m00, m01, m02, m03],
            [m10, m11, m12, m13],
            [m20, m21, m22, m23],
        ] = rows;
        Self {
            m00,
            m01,
            m02,
            m03,
            m10,
            m11,
            m12,
            m13,
            m20,
            m21,
            m22,
            m23,
        }
    }
}

impl From<Matrix3x4> for Affine {
    fn from(m: Matrix3x4) -> Self {
        Self([
            [m.m00, m.m01, m.m02, m.m03],
            [m.m10, m.m11, m.m12, m.m13],
            [m.m20, m.m21, m.m22, m.m23],
        ])
    }
}

impl Model {
    /// The parent of a bone; `None` for a root, which is its own parent or hangs on nothing that exists.
    #[must_use]
    pub fn parent(&self, bone: usize) -> Option<usize> {
        let parent = self.bones.get(bone)?.parent as usize;
        (parent != bone && parent < self.bones.len()).then_some(parent)
    }

    /// The bones in an order in which every parent comes before its children, otherwise as in the file. Bones
    /// that hang on one another in a circle come last.
    ///
    /// ```
    /// use formwork_formats::urho3d::Model;
    /// # let file = include_bytes!(concat!(
    /// #     env!("CARGO_MANIFEST_DIR"),
    /// #     "/../tests/fixtures/urho3d/model/umd2-skinned.mdl"
    /// # ));
    /// let model: Model = formwork_schema::read::from_slice(file)?;
    /// let order = model.bone_order();
    /// assert_eq!(model.bones[order[0]].name, "hip");
    /// assert_eq!(model.bones[order[1]].name, "head");
    /// # Ok::<(), formwork_schema::Error>(())
    /// ```
    #[must_use]
    pub fn bone_order(&self) -> Vec<usize> {
        let mut order = Vec::with_capacity(self.bones.len());
        let mut is_placed = vec![false; self.bones.len()];
        let mut chain = Vec::new();
        for bone in 0..self.bones.len() {
            let mut next = Some(bone);
            while let Some(bone) = next.filter(|bone| !is_placed[*bone]) {
                chain.push(bone);
                is_placed[bone] = true;
                next = self.parent(bone);
            }
            order.extend(chain.drain(..).rev());
        }
        let (mut circles, sound) = self.split_circles(&order);
        let mut order = sound;
        order.append(&mut circles);
        order
    }

    /// Those whose parents do not come before them, and all others.
    fn split_circles(&self, order: &[usize]) -> (Vec<usize>, Vec<usize>) {
        let mut is_sound = vec![false; self.bones.len()];
        order.iter().partition(|bone| {
            let sound = self.parent(**bone).is_none_or(|parent| is_sound[parent]);
            is_sound[**bone] = sound;
            !sound
        })
    }

    /// Where each bone rests, in model space: from the space of the bone into that of the model. In a
    /// circle of bones, one whose parent is not known yet counts as a root.
    #[must_use]
    pub fn rest_matrices(&self) -> Vec<Affine> {
        let mut world: Vec<Option<Affine>> = vec![None; self.bones.len()];
        for bone in self.bone_order() {
            let Bone {
                position,
                rotation,
                scale,
                ..
            } = self.bones[bone];
            let own = Affine::from_pose(position, rotation, scale);
            let parent = self.parent(bone).and_then(|parent| world[parent]);
            world[bone] = Some(parent.map_or(own, |parent| parent.after(&own)));
        }
        world
            .into_iter()
            .map(|matrix| matrix.unwrap_or(Affine::IDENTITY))
            .collect()
    }

    /// Where each bone was when vertices were bound to it, from its space into that of the model: the
    /// inverse of its offset matrix. `None` for a bone whose offset matrix has no inverse.
    ///
    /// ```
    /// use formwork_formats::urho3d::Model;
    /// # let file = include_bytes!(concat!(
    /// #     env!("CARGO_MANIFEST_DIR"),
    /// #     "/../tests/fixtures/urho3d/model/umd2-skinned.mdl"
    /// # ));
    /// let model: Model = formwork_schema::read::from_slice(file)?;
    /// let head = model.bind_matrices()[0].unwrap();
    /// assert_eq!(head.point([0.0, 0.0, 0.0].into()), [0.0, 2.0, 0.0].into());
    /// # Ok::<(), formwork_schema::Error>(())
    /// ```
    #[must_use]
    pub fn bind_matrices(&self) -> Vec<Option<Affine>> {
        let offsets = self.bones.iter().map(|bone| bone.offset_matrix);
        offsets
            .map(|offset| Affine::from(offset).inverse())
            .collect()
    }
}
