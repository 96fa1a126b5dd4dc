use binrw::binrw;
use formwork_schema::Record;

/// A frame.
#[derive(Record)]
#[binrw]
#[derive(Debug, Clone, PartialEq)]
pub struct Frame {
    /// When.
    pub time: f32,
}

fn main() {}
