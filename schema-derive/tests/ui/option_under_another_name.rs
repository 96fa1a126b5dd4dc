use binrw::binrw;
use formwork_schema_derive::Schema;

/// Perhaps a number.
type Maybe = Option<f32>;

/// A clip.
#[derive(Schema)]
#[binrw]
#[brw(little)]
#[derive(Debug, Clone, PartialEq)]
pub struct Clip {
    /// The speed.
    pub speed: Maybe,
}

fn main() {}
