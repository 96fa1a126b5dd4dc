use binrw::binrw;
use formwork_schema_derive::Schema;

/// A place.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, PartialEq)]
pub struct Place {
    /// To the right.
    pub x: u32,
}

/// A clip.
#[derive(Schema)]
#[binrw]
#[schema(format = "test.clip", extension = "clip", recognised_if(place == 1))]
#[brw(little)]
#[derive(Debug, Clone, PartialEq)]
pub struct Clip {
    /// Where.
    pub place: Place,
}

fn main() {}
