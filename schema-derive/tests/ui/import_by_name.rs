use binrw::binrw;
use formwork_schema_derive::Schema;

/// A clip.
#[derive(Schema)]
#[binrw]
#[br(import { channels: u8 })]
pub struct Clip {
    /// Playing time.
    pub length: f32,
}

fn main() {}
