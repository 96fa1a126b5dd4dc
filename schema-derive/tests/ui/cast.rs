use binrw::binrw;
use formwork_schema_derive::Schema;

/// A clip.
#[derive(Schema)]
#[binrw]
pub struct Clip {
    /// How many.
    pub size: u32,
    /// Playing time.
    #[br(if(size as u64 == 0))]
    pub length: Option<f32>,
}

fn main() {}
