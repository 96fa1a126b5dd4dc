use binrw::binrw;
use formwork_schema::{Packed, Record, count};
use formwork_schema_derive::Schema;

/// A frame.
#[derive(Schema, Record)]
#[binrw]
#[derive(Debug, Clone, PartialEq)]
pub struct Frame<T> {
    /// When.
    pub time: T,
}

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
    pub frames: Packed<Frame<f32>>,
}

fn main() {}
