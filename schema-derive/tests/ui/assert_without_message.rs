use binrw::binrw;
use formwork_schema_derive::Schema;

/// A clip.
#[derive(Schema)]
#[binrw]
pub struct Clip {
    /// Playing time.
    #[br(assert(length == 0))]
    pub length: u32,
}

fn main() {}
