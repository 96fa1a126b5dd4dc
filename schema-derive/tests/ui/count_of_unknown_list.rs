use binrw::binrw;
use formwork_schema::{Packed, count};
use formwork_schema_derive::Schema;

/// A clip.
#[derive(Schema)]
#[binrw]
pub struct Clip {
    #[br(temp)]
    #[bw(try_calc(count(frame)))]
    frame_count: u32,
    /// The frames.
    #[br(count = frame_count)]
    pub frames: Packed<u16>,
}

fn main() {}
