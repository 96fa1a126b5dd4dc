use binrw::binrw;
use formwork_schema::{Padding, Schema, count};

/// A clip.
#[derive(Schema)]
#[binrw]
pub struct Clip {
    #[br(temp)]
    #[bw(try_calc(count(gaps)))]
    gap_count: u32,
    /// Room.
    #[br(count = gap_count)]
    pub gaps: Vec<Padding<16>>,
}

fn main() {}
