use binrw::binrw;
use formwork_schema_derive::Schema;

/// A clip.
#[derive(Schema)]
#[binrw]
pub struct Clip {
    /// Playing time.
    pub length: Option<f32>,
}

fn main() {}
