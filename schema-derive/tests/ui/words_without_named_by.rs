//! Words belong beside `named_by`.

use binrw::binrw;
use formwork_schema::{Packed, Schema};

/// A vertex.
#[derive(Schema)]
#[binrw]
pub struct Vertex {
    /// How many numbers.
    pub count: u8,
    /// Its numbers.
    #[schema(words = "position normal")]
    #[br(count = count)]
    pub numbers: Packed<f32>,
}

fn main() {}
