use binrw::binrw;
use formwork_schema::Packed;
use formwork_schema_derive::Schema;

type Frames = Packed<u16>;

/// A clip.
#[derive(Schema)]
#[binrw]
#[brw(little)]
pub struct Clip {
    /// The frames.
    #[br(count = 3)]
    pub frames: Frames,
}

fn main() {}
