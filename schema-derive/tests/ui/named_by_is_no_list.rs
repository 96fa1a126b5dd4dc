//! `named_by` names a list and two fields of its items.

use binrw::binrw;
use formwork_schema::{Packed, Schema};

/// A vertex.
#[derive(Schema)]
#[binrw]
pub struct Vertex {
    /// How many numbers.
    pub count: u8,
    /// Its numbers.
    #[schema(named_by = "elements", words = "position normal")]
    #[br(count = count)]
    pub numbers: Packed<f32>,
}

fn main() {}
