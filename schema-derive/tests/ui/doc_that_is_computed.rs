use binrw::binrw;
use formwork_schema_derive::Schema;

/// A clip.
#[derive(Schema)]
#[binrw]
pub struct Clip {
    #[doc = concat!("Playing", " time.")]
    pub length: f32,
}

fn main() {}
