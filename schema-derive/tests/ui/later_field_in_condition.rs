use binrw::binrw;
use formwork_schema_derive::Schema;

/// A clip.
#[derive(Schema)]
#[binrw]
pub struct Clip {
    /// Playing time.
    #[br(if(size > 1))]
    pub length: Option<f32>,
    /// How many.
    pub size: u32,
}

fn main() {}
