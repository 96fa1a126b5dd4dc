use binrw::binrw;
use formwork_schema::{Packed, count};
use formwork_schema_derive::Schema;

/// A clip.
#[derive(Schema)]
#[binrw]
pub struct Clip {
    /// The frames.
    #[br(count = 3)]
    pub frames: Packed<u16>,
    #[br(temp)]
    #[bw(try_calc(count(frames)))]
    frame_count: u32,
}

fn main() {}
