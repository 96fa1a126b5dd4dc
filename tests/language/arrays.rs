//! Arrays: so many items, always.

use binrw::binrw;
use formwork_schema::{CString, Packed, Record, Schema, count};
use serde::{Deserialize, Serialize};

use super::consumers::{Feature, ask};

/// Arrays of numbers, of arrays, of structs and of texts.
#[derive(Schema)]
#[schema(format = "test.arrays", extension = "arr")]
#[binrw]
#[brw(big, magic = b"ARR")]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Arrays {
    /// Nobody knows.
    pub reserved: [u32; 3],
    /// Rows of a matrix.
    pub matrix: [[f32; 2]; 2],
    /// Corners.
    pub corners: [Corner; 2],
    /// Two names.
    pub names: [CString; 2],
    #[br(temp)]
    #[bw(try_calc(count(faces)))]
    face_count: u16,
    /// Triangles.
    #[br(count = face_count)]
    pub faces: Packed<Face>,
}

/// Where two edges meet.
#[derive(Schema, Record)]
#[binrw]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Corner {
    /// Its place.
    pub place: [i16; 2],
    /// What it is.
    pub kind: u8,
}

/// A triangle.
#[derive(Schema, Record)]
#[binrw]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Face {
    /// Places of its corners.
    pub corners: [Corner; 3],
    /// What it is painted with.
    pub color: [u8; 4],
}

fn file() -> Vec<u8> {
    let mut bytes = b"ARR".to_vec();
    bytes.extend([0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3]);
    [1.0_f32, 0.5, -0.5, 2.0]
        .iter()
        .for_each(|number| bytes.extend(number.to_be_bytes()));
    bytes.extend([0, 1, 0, 2, 9, 0xff, 0xff, 0, 4, 8]);
    bytes.extend(b"one\0two\0");
    bytes.extend([0, 2]);
    bytes.extend(0..38);
    bytes
}

pub const FEATURE: Feature = Feature {
    name: "arrays",
    spelled: "`[T; N]`, also in one another",
    ask: || ask::<Arrays>(&[&file()]),
};
