use binrw::binrw;
use formwork_schema_derive::Schema;

/// A clip.
#[derive(Schema)]
#[binrw]
#[brw(little)]
pub struct Clip {
    /// Playing time.
    #[br(pad_after = 2)]
    pub length: u32,
}

fn main() {}
