use binrw::binrw;
use formwork_schema::CString;
use formwork_schema_derive::Schema;

/// A clip.
#[derive(Schema)]
#[binrw]
#[schema(format = "test.clip", extension = "clip", recognised_if(weight == 1))]
#[brw(little)]
#[derive(Debug, Clone, PartialEq)]
pub struct Clip {
    /// Name.
    pub name: CString,
    /// Weight.
    pub weight: u32,
}

fn main() {}
