use binrw::binrw;
use formwork_schema_derive::Schema;

/// A clip.
#[binrw]
#[derive(Schema)]
pub struct Clip {
    #[br(temp)]
    #[bw(try_calc(u8::try_from(frames.len())))]
    frame_count: u8,
    /// The frames.
    #[br(count = frame_count)]
    pub frames: Vec<u8>,
}

fn main() {}
