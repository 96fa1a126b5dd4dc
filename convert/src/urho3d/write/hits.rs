//! Shapes of bones, from the vertices that follow them.

use formwork_formats::urho3d::model::{Bone, BoneCollision, BoundingBox};
use glam::{DMat4, DVec3};

use super::{limit::NO_BONE, vertices::Vertices};
use crate::{
    scene::Column,
    urho3d::{frame::Frame, target::Flavour},
};

/// What the vertices that follow a bone span, in its space.
#[derive(Clone, Copy)]
struct Span {
    radius: f64,
    min: DVec3,
    max: DVec3,
}

/// The spans of all bones.
pub(super) struct Spans {
    offsets: Vec<DMat4>,
    spans: Vec<Option<Span>>,
    least: f32,
}

impl Spans {
    /// None yet, for bones with these offset matrices in the axes of the file.
    pub(super) fn new(offsets: Vec<DMat4>, flavour: Flavour) -> Self {
        Self {
            spans: vec![None; offsets.len()],
            offsets,
            // As the engines' own importers do.
            least: match flavour {
                Flavour::Urho3d => 0.33,
                Flavour::Rbfx => 5e-5,
            },
        }
    }

    pub(super) fn add(&mut self, vertices: &Vertices) {
        let Some(Column::Vec3(places)) = vertices.columns.first() else {
            return;
        };
        let weights = vertices.weights();
        for (vertex, (bones, place)) in vertices.bones.iter().zip(places).enumerate() {
            for (slot, bone) in bones.iter().enumerate() {
                if *bone != NO_BONE && weights(vertex)[slot] > self.least {
                    self.grow(*bone as usize, *place);
                }
            }
        }
    }

    fn grow(&mut self, bone: usize, place: [f32; 3]) {
        let found = self.offsets[bone].transform_point3(DVec3::from_array(place.map(f64::from)));
        let span = self.spans[bone].get_or_insert(Span {
            radius: 0.0,
            min: found,
            max: found,
        });
        span.radius = span.radius.max(found.length());
        span.min = span.min.min(found);
        span.max = span.max.max(found);
    }

    /// Gives a bone the shape that it is found to have.
    pub(super) fn shape(&self, place: usize, flavour: Flavour, bone: &mut Bone) {
        let corners = |span: Span| BoundingBox {
            min: span.min.as_vec3().to_array().into(),
            max: span.max.as_vec3().to_array().into(),
        };
        let zero = BoundingBox {
            min: [0.0; 3].into(),
            max: [0.0; 3].into(),
        };
        let span = self.spans[place];
        (bone.collision, bone.radius, bone.bounding_box) = match (flavour, span) {
            (Flavour::Urho3d, span) => (
                BoneCollision::SPHERE | BoneCollision::BOX,
                Some(span.map_or(0.0, |span| span.radius as f32)),
                Some(span.map_or(zero, corners)),
            ),
            (Flavour::Rbfx, Some(span)) => (BoneCollision::BOX, None, Some(corners(span))),
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
