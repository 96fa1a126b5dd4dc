use binrw::binrw;
use formwork_schema::{Packed, count};
use formwork_schema_derive::Schema;

/// A clip.
#[derive(Schema)]
#[binrw]
pub struct Clip {
    /// How many.
    pub size: u32,
    #[br(temp, if(size > 1))]
    #[bw(try_calc(count(frames)))]
    frame_count: u32,
    /// The frames.
    #[br(count = frame_count)]
    pub frames: Packed<u16>,
}

fn main() {}
