use binrw::binrw;
use formwork_schema::CString;
use formwork_schema_derive::Schema;

/// A clip.
#[derive(Schema)]
#[binrw]
#[schema(format = "test.clip", extension = "clip", recognised_if(name == 1))]
#[brw(little)]
#[derive(Debug, Clone, PartialEq)]
pub struct Clip {
    /// Size.
    pub size: u32,
    /// Name.
    pub name: CString,
}

fn main() {}
