use binrw::binrw;
use formwork_schema_derive::Schema;

/// A clip.
#[derive(Schema)]
#[binrw]
#[brw(little)]
#[derive(Debug, Clone, PartialEq)]
pub struct Clip {
    /// How many.
    pub size: u32,
    /// The speeds.
    #[br(count = size)]
    pub speeds: Vec<Option<f32>>,
}

fn main() {}
