use binrw::binrw;
use formwork_schema::{Indexed, Schema, index};

/// A level.
#[derive(Schema)]
#[binrw]
#[br(import(level: u32, width: u8))]
struct Level {
    /// Only in the first.
    #[br(if(level == 0))]
    note: Option<u8>,
    /// Only in wide ones.
    #[br(if(width > 1))]
    more: Option<u8>,
}

/// A picture.
#[derive(Schema)]
#[binrw]
#[brw(little)]
struct Picture {
    /// How wide.
    width: u8,
    /// Levels.
    #[br(count = 2, args { inner: (index(), width) })]
    levels: Vec<Level>,
    /// More of them.
    #[br(count = 2, args { inner: (width, index()) })]
    more: Indexed<Level>,
}

fn main() {}
