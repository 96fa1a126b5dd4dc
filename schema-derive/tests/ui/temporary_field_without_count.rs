use binrw::binrw;
use formwork_schema_derive::Schema;

/// A clip.
#[derive(Schema)]
#[binrw]
pub struct Clip {
    /// How many.
    pub size: u32,
    #[br(temp)]
    #[bw(calc(size + 1))]
    twice: u32,
}

fn main() {}
