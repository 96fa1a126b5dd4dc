//! Bones in the axes of a file.

use formwork_formats::urho3d::model::{self, BoundingBox};

use super::{
    hits::Spans,
    skeleton::{self, Skeleton},
    vertices::Maker,
};
use crate::scene::BoneShape;

/// The bones of a skeleton as a file has them: with the shapes that it says, or those that vertices span.
pub(super) fn bones(skeleton: &Skeleton, spans: &Spans, maker: &Maker<'_>) -> Vec<model::Bone> {
    let frame = maker.frame;
    let bone = |(place, bone): (usize, &skeleton::Bone)| {
        let mut made = model::Bone {
            name: bone.name.clone(),
            parent: bone.parent as u32,
            position: frame.vector_out(bone.transform.translation),
            rotation: frame.rotation_out(bone.transform.rotation),
            scale: bone.transform.scale.into(),
            offset_matrix: frame
                .matrix_out(&bone.offset.to_cols_array().map(|number| number as f32)),
            collision: model::BoneCollision::empty(),
            radius: None,
            bounding_box: None,
        };
        match bone.shape.filter(is_whole) {
            Some(shape) => {
                made.collision = model::BoneCollision::from_bits_retain(shape.mask);
                made.radius = shape.radius;
                let corners = shape.bounds.map(|corners| frame.bounds(corners));
                made.bounding_box = corners.map(|[min, max]| BoundingBox {
                    min: min.into(),
                    max: max.into(),
                });
            }
            None => spans.shape(place, maker.flavour, &mut made),
        }
        made
    };
    skeleton.bones.iter().enumerate().map(bone).collect()
}

const fn is_whole(shape: &BoneShape) -> bool {
    (shape.mask & 1 != 0) == shape.radius.is_some()
        && (shape.mask & 2 != 0) == shape.bounds.is_some()
}
