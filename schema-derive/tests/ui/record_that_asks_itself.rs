use binrw::binrw;
use formwork_schema_derive::{Record, Schema};

/// A clip.
#[derive(Schema, Record)]
#[binrw]
pub struct Clip {
    /// How many.
    pub size: u32,
    /// The moment.
    #[br(if(size > 1))]
    pub time: Option<f32>,
}

fn main() {}
