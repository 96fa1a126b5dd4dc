use binrw::binrw;
use formwork_schema::Record;
use formwork_schema_derive::Schema;

/// A place.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, PartialEq)]
pub struct Place {
    /// To the right.
    pub x: f32,
}

/// A frame.
#[derive(Schema, Record)]
#[binrw]
#[derive(Debug, Clone, PartialEq)]
pub struct Frame {
    /// Where.
    pub position: Place,
}

fn main() {}
