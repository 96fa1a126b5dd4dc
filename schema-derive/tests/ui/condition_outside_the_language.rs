use binrw::binrw;
use formwork_schema_derive::Schema;

/// A clip.
#[derive(Schema)]
#[binrw]
pub struct Clip {
    /// Bits.
    pub mask: u32,
    /// Playing time.
    #[br(if(mask.count_ones() == 1))]
    pub length: Option<f32>,
}

fn main() {}
