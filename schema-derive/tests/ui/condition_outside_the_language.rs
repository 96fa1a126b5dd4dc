use binrw::binrw;
use formwork_schema_derive::Schema;

/// A clip.
#[derive(Schema)]
#[binrw]
pub struct Clip {
    /// Bits.
    pub mask: u32,
    /// Playing time.
    #[br(if(mask & 1 != 0))]
    pub length: Option<f32>,
}

fn main() {}
