use binrw::binrw;
use formwork_schema_derive::Schema;

/// A clip.
#[derive(Schema)]
#[binrw]
pub struct Clip {
    /// The frames.
    #[schema(itm = "frame")]
    pub frames: u32,
}

fn main() {}
