use binrw::binrw;
use formwork_schema_derive::Schema;

/// A clip.
#[derive(Schema)]
#[binrw]
pub struct Clip {
    /// Playing time.
    #[brw(pad_before = 2)]
    pub length: f32,
    /// Frames per second.
    #[br(map = |raw: u8| f32::from(raw))]
    #[bw(map = |speed: &f32| *speed as u8)]
    pub speed: f32,
}

fn main() {}
