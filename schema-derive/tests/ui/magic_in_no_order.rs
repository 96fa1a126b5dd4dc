use binrw::binrw;
use formwork_schema_derive::Schema;

/// A clip.
#[derive(Schema)]
#[binrw]
#[brw(magic = 7u32)]
pub struct Clip {
    /// Playing time.
    pub length: u32,
}

fn main() {}
