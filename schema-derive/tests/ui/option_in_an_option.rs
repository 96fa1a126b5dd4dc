use binrw::binrw;
use formwork_schema_derive::Schema;

/// A clip.
#[derive(Schema)]
#[binrw]
#[brw(little)]
#[derive(Debug, Clone, PartialEq)]
pub struct Clip {
    /// Whether there is a speed.
    pub flag: u32,
    /// The speed.
    #[br(if(flag == 1))]
    pub speed: Option<Option<f32>>,
}

fn main() {}
