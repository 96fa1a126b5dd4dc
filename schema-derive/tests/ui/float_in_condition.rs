use binrw::binrw;
use formwork_schema_derive::Schema;

/// A clip.
#[derive(Schema)]
#[binrw]
pub struct Clip {
    /// Speed.
    pub speed: f32,
    /// Playing time.
    #[br(if(speed > 1.0))]
    pub length: Option<f32>,
}

fn main() {}
