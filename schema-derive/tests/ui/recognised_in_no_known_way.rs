use binrw::binrw;
use formwork_schema_derive::Schema;

/// A clip.
#[derive(Schema)]
#[binrw]
#[schema(format = "test.clip", extension = "clip", recognised = "by luck")]
#[brw(little)]
#[derive(Debug, Clone, PartialEq)]
pub struct Clip {
    /// Size.
    pub size: u32,
}

fn main() {}
