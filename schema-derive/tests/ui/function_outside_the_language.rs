use binrw::binrw;
use formwork_schema_derive::Schema;

/// A clip.
#[derive(Schema)]
#[binrw]
pub struct Clip {
    /// How many.
    pub size: u32,
    /// Playing time.
    #[br(if(half(size) > 1))]
    pub length: Option<f32>,
}

fn half(size: u32) -> u32 {
    size / 2
}

fn main() {}
