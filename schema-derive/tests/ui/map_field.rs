use binrw::binrw;
use std::collections::HashMap;
use formwork_schema_derive::Schema;

/// A clip.
#[derive(Schema)]
#[binrw]
#[brw(little)]
#[derive(Debug, Clone, PartialEq)]
pub struct Clip {
    /// Frames.
    pub frames: HashMap<u32, f32>,
}

fn main() {}
