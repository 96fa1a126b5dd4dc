use binrw::binrw;
use formwork_schema::Packed;
use formwork_schema_derive::{Record, Schema};

/// A frame.
#[derive(Schema, Record)]
#[binrw]
#[br(import(size: u32))]
#[derive(Debug, Clone, PartialEq)]
pub struct Frame {
    /// Its number.
    #[br(if(size > 1))]
    pub number: Option<u16>,
}

/// A clip.
#[derive(Schema)]
#[binrw]
#[brw(little)]
pub struct Clip {
    /// How many.
    pub size: u32,
    /// The frames.
    #[br(count = size, args(size))]
    pub frames: Packed<Frame>,
}

fn main() {}
