use binrw::binrw;
use formwork_schema::versions;
use formwork_schema_derive::Schema;

versions! {
    /// Layout of a clip.
    pub struct Version {
        /// All.
        b"CLIP" followed by 1..=2;
    }
    milestones {}
}

/// A clip.
#[derive(Schema)]
#[binrw]
#[schema(format = "test.clip", extension = "clip")]
#[brw(little)]
#[derive(Debug, Clone, PartialEq)]
pub struct Clip {
    /// Size.
    pub size: u32,
    /// Layout.
    pub version: Version,
}

fn main() {}
