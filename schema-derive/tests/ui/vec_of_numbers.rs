use binrw::binrw;
use formwork_schema::count;
use formwork_schema_derive::Schema;

/// A clip.
#[derive(Schema)]
#[binrw]
pub struct Clip {
    #[br(temp)]
    #[bw(try_calc(count(frames)))]
    frame_count: u32,
    /// The frames.
    #[br(count = frame_count)]
    pub frames: Vec<u16>,
}

fn main() {}
