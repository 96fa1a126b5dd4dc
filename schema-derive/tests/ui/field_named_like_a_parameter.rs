use binrw::binrw;
use formwork_schema_derive::Schema;

/// A clip.
#[derive(Schema)]
#[binrw]
#[br(import(size: u32))]
#[brw(little)]
pub struct Clip {
    /// How many.
    pub size: u32,
}

fn main() {}
