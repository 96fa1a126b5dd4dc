//! Vectors and rotations.

use binrw::binrw;
use serde::{Deserialize, Serialize};

use crate::{Record, Schema};

/// Two numbers along the axes x and y.
#[derive(Schema, Record)]
#[schema(vector)]
#[binrw]
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Vec2 {
    /// Along the x axis.
    pub x: f32,
    /// Along the y axis.
    pub y: f32,
}

/// Three numbers along the axes x, y and z.
#[derive(Schema, Record)]
#[schema(vector)]
#[binrw]
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Vec3 {
    /// Along the x axis.
    pub x: f32,
    /// Along the y axis.
    pub y: f32,
    /// Along the z axis.
    pub z: f32,
}

/// Four numbers along the axes x, y, z and w.
#[derive(Schema, Record)]
#[schema(vector)]
#[binrw]
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Vec4 {
    /// Along the x axis.
    pub x: f32,
    /// Along the y axis.
    pub y: f32,
    /// Along the z axis.
    pub z: f32,
    /// The fourth number.
    pub w: f32,
}

/// A rotation as a quaternion stored with the real part first: w, x, y, z.
#[derive(Schema, Record)]
#[schema(tuple)]
#[binrw]
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Quat {
    /// Real part: the cosine of half the angle.
    pub w: f32,
    /// First imaginary part: x of the axis times the sine of half the angle.
    pub x: f32,
    /// Second imaginary part: y of the axis times the sine of half the angle.
    pub y: f32,
    /// Third imaginary part: z of the axis times the sine of half the angle.
    pub z: f32,
}

/// A rotation as a quaternion stored with the real part last: x, y, z, w.
#[derive(Schema, Record)]
#[schema(tuple)]
#[binrw]
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct QuatXyzw {
    /// First imaginary part: x of the axis times the sine of half the angle.
    pub x: f32,
    /// Second imaginary part: y of the axis times the sine of half the angle.
    pub y: f32,
    /// Third imaginary part: z of the axis times the sine of half the angle.
    pub z: f32,
    /// Real part: the cosine of half the angle.
    pub w: f32,
}

impl Default for Quat {
    /// No rotation.
    fn default() -> Self {
        Self {
            w: 1.0,
            x: 0.0,
            y: 0.0,
            z: 0.0,
        }
    }
}

impl Default for QuatXyzw {
    /// No rotation.
    fn default() -> Self {
        Self {
            x: 0.0,
            y: 0.0,
            z: 0.0,
            w: 1.0,
        }
    }
}

impl From<Quat> for QuatXyzw {
    fn from(Quat { w, x, y, z }: Quat) -> Self {
        Self { x, y, z, w }
    }
}

impl From<QuatXyzw> for Quat {
    fn from(QuatXyzw { x, y, z, w }: QuatXyzw) -> Self {
        Self { w, x, y, z }
    }
}

impl From<[f32; 3]> for Vec3 {
    fn from([x, y, z]: [f32; 3]) -> Self {
        Self { x, y, z }
    }
}

impl From<Vec3> for [f32; 3] {
    fn from(Vec3 { x, y, z }: Vec3) -> Self {
        [x, y, z]
    }
}
