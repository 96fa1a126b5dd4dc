use binrw::binrw;
use formwork_schema::Packed;
use formwork_schema_derive::{Record, Schema};

/// A clip.
#[derive(Schema, Record)]
#[binrw]
pub struct Clip {
    /// The moments.
    #[br(count = 3)]
    pub times: Packed<f32>,
}

fn main() {}
