//! Values that are a few numbers.

use binrw::binrw;
use formwork_schema::{Packed, Schema};
use serde::{Deserialize, Serialize};

/// Two numbers of double precision.
#[derive(Schema)]
#[schema(vector)]
#[binrw]
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct DoubleVector2 {
    /// Along the x axis.
    pub x: f64,
    /// Along the y axis.
    pub y: f64,
}

/// Three numbers of double precision.
#[derive(Schema)]
#[schema(vector)]
#[binrw]
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct DoubleVector3 {
    /// Along the x axis.
    pub x: f64,
    /// Along the y axis.
    pub y: f64,
    /// Along the z axis.
    pub z: f64,
}

/// A colour: linear factors, usually from 0 to 1.
#[derive(Schema)]
#[schema(tuple)]
#[binrw]
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Color {
    /// Red.
    pub r: f32,
    /// Green.
    pub g: f32,
    /// Blue.
    pub b: f32,
    /// Opacity.
    pub a: f32,
}

/// Two whole numbers.
#[derive(Schema)]
#[schema(vector)]
#[binrw]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct IntVector2 {
    /// Along the x axis.
    pub x: i32,
    /// Along the y axis.
    pub y: i32,
}

/// Three whole numbers.
#[derive(Schema)]
#[schema(vector)]
#[binrw]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct IntVector3 {
    /// Along the x axis.
    pub x: i32,
    /// Along the y axis.
    pub y: i32,
    /// Along the z axis.
    pub z: i32,
}

/// A rectangle.
#[derive(Schema)]
#[schema(tuple)]
#[binrw]
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Rect {
    /// Smallest x.
    pub min_x: f32,
    /// Smallest y.
    pub min_y: f32,
    /// Greatest x.
    pub max_x: f32,
    /// Greatest y.
    pub max_y: f32,
}

/// A rectangle of whole numbers.
#[derive(Schema)]
#[schema(tuple)]
#[binrw]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct IntRect {
    /// Smallest x.
    pub left: i32,
    /// Smallest y.
    pub top: i32,
    /// Greatest x.
    pub right: i32,
    /// Greatest y.
    pub bottom: i32,
}

/// A matrix of 3 rows and 3 columns.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Matrix3 {
    /// The numbers, row by row.
    #[br(count = 9)]
    pub numbers: Packed<f32>,
}

/// A matrix of 3 rows and 4 columns; the last column is the translation.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Matrix3x4 {
    /// The numbers, row by row.
    #[br(count = 12)]
    pub numbers: Packed<f32>,
}

/// A matrix of 4 rows and 4 columns.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Matrix4 {
    /// The numbers, row by row.
    #[br(count = 16)]
    pub numbers: Packed<f32>,
}
