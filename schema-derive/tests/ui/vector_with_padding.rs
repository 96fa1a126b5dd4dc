use binrw::binrw;
use formwork_schema::Padding;
use formwork_schema_derive::Schema;

/// A point.
#[derive(Schema)]
#[schema(vector)]
#[binrw]
#[brw(little)]
pub struct Point {
    /// To the right.
    pub x: f32,
    /// Room.
    pub room: Padding<4>,
}

fn main() {}
