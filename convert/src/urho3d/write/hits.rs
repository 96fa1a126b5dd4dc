//! Shapes of bones, from the vertices that follow them.

use formwork_formats::urho3d::model::{
    Bone, BoneCollision, BoneExtents, BoundingBox, LEAST_WEIGHT,
};
use glam::{DMat4, DVec3};

use super::{limit::NO_BONE, vertices::Vertices};
use crate::{
    scene::Column,
    urho3d::{frame::Frame, target::Flavour},
};

/// Extents of the vertices that follow bones.
pub(super) struct Spans {
    offsets: Vec<DMat4>,
    extents: BoneExtents,
}

impl Spans {
    /// None yet, for bones with these offset matrices in the axes of the file.
    pub(super) fn new(offsets: Vec<DMat4>, flavour: Flavour) -> Self {
        // As the engines' own importers do.
        let least = match flavour {
            Flavour::Urho3d => LEAST_WEIGHT,
            Flavour::Rbfx => 5e-5,
        };
        Self {
            extents: BoneExtents::new(offsets.len(), least),
            offsets,
        }
    }

    pub(super) fn add(&mut self, vertices: &Vertices) {
        let Some(Column::Vec3(places)) = vertices.columns.first() else {
            return;
        };
        let weights = vertices.weights();
        for (vertex, (bones, place)) in vertices.bones.iter().zip(places).enumerate() {
            let place = DVec3::from_array(place.map(f64::from));
            for (slot, bone) in bones.iter().enumerate() {
                if *bone != NO_BONE {
                    let bone = *bone as usize;
                    let in_bone = || self.offsets[bone].transform_point3(place).to_array();
                    self.extents.add(bone, weights(vertex)[slot], in_bone);
                }
            }
        }
    }

    /// Gives a bone the shape that it is found to have.
    pub(super) fn shape(&self, place: usize, flavour: Flavour, bone: &mut Bone) {
        let zero = BoundingBox {
            min: [0.0; 3].into(),
            max: [0.0; 3].into(),
        };
        let extent = self.extents.get(place);
        (bone.collision, bone.radius, bone.bounding_box) = match (flavour, extent) {
            (Flavour::Urho3d, extent) => (
                BoneCollision::SPHERE | BoneCollision::BOX,
                Some(extent.map_or(0.0, |extent| extent.radius())),
                Some(extent.map_or(zero, |extent| extent.bounds())),
            ),
            (Flavour::Rbfx, Some(extent)) => (BoneCollision::BOX, None, Some(extent.bounds())),
            (Flavour::Rbfx, None) => (BoneCollision::empty(), None, None),
        };
    }
}

/// An offset matrix in the axes of a file.
pub(super) fn in_file(frame: Frame, offset: &DMat4) -> DMat4 {
    let columns = offset.to_cols_array().map(|number| number as f32);
    let m = frame.matrix_out(&columns);
    let rows = [
        [m.m00, m.m01, m.m02, m.m03],
        [m.m10, m.m11, m.m12, m.m13],
        [m.m20, m.m21, m.m22, m.m23],
        [0.0, 0.0, 0.0, 1.0],
    ];
    DMat4::from_cols_array_2d(&rows.map(|row| row.map(f64::from))).transpose()
}
