use binrw::binrw;
use formwork_schema_derive::Schema;

/// A clip.
#[derive(Schema)]
#[binrw]
pub struct Clip {
    /// The frames.
    #[br(coutn = 3)]
    pub frames: u32,
}

fn main() {}
