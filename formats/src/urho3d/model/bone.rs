//! Bones.

use binrw::binrw;
use formwork_schema::{CString, Quat, Schema, Vec3, flags};
use serde::{Deserialize, Serialize};

use super::bounds::BoundingBox;

flags! {
    /// The shapes of a bone for ray casts.
    pub struct BoneCollision: u8 {
        /// A sphere around the origin of the bone.
        SPHERE = 1;
        /// A box.
        BOX = 2;
    }
}

/// A bone: where it rests, and where it was when vertices were bound to it. The two may differ.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Bone {
    /// Name by which animations find it.
    pub name: CString,
    /// Which bone it hangs on; a root says its own index.
    #[schema(index_of = "bones")]
    pub parent: u32,
    /// Where it rests, in the space of its parent.
    #[schema(unit = "world units")]
    pub position: Vec3,
    /// How it is turned at rest.
    pub rotation: Quat,
    /// How it is scaled at rest.
    pub scale: Vec3,
    /// From model space into the space of the bone when vertices were bound to it.
    pub offset_matrix: Matrix3x4,
    /// Its shapes for ray casts.
    pub collision: BoneCollision,
    /// Radius of the sphere, in world units: 1 unit is 1 metre by convention.
    #[schema(unit = "world units")]
    #[br(if(collision.contains(BoneCollision::SPHERE)))]
    pub radius: Option<f32>,
    /// The box, in the space of the bone.
    #[br(if(collision.contains(BoneCollision::BOX)))]
    pub bounding_box: Option<BoundingBox>,
}

/// A matrix of 3 rows and 4 columns, row by row; the last column is the translation.
#[derive(Schema)]
#[schema(vector)]
#[binrw]
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Matrix3x4 {
    /// First row, first column.
    pub m00: f32,
    /// First row, second column.
    pub m01: f32,
    /// First row, third column.
    pub m02: f32,
    /// First row, fourth column.
    pub m03: f32,
    /// Second row, first column.
    pub m10: f32,
    /// Second row, second column.
    pub m11: f32,
    /// Second row, third column.
    pub m12: f32,
    /// Second row, fourth column.
    pub m13: f32,
    /// Third row, first column.
    pub m20: f32,
    /// Third row, second column.
    pub m21: f32,
    /// Third row, third column.
    pub m22: f32,
    /// Third row, fourth column.
    pub m23: f32,
}
