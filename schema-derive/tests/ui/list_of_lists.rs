use binrw::binrw;
use formwork_schema::count;
use formwork_schema_derive::Schema;

/// A clip.
#[derive(Schema)]
#[binrw]
#[brw(little)]
#[derive(Debug, Clone, PartialEq)]
pub struct Clip {
    #[br(temp)]
    #[bw(try_calc(count(frames)))]
    frame_count: u32,
    /// Frames.
    #[br(count = frame_count)]
    pub frames: Vec<Vec<f32>>,
}

fn main() {}
