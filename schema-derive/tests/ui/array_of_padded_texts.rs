use binrw::binrw;
use formwork_schema::FixedString;
use formwork_schema_derive::Schema;

/// A clip.
#[derive(Schema)]
#[binrw]
#[brw(little)]
#[derive(Debug, Clone, PartialEq)]
pub struct Clip {
    /// Names.
    pub names: [FixedString<8>; 3],
}

fn main() {}
