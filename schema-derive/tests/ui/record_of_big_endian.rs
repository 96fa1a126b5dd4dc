use binrw::binrw;
use formwork_schema_derive::{Record, Schema};

/// A clip.
#[derive(Schema, Record)]
#[binrw]
#[brw(big)]
pub struct Clip {
    /// The moment.
    pub time: f32,
}

fn main() {}
