#![allow(unused_imports)]
use formwork_schema::{Remaining, Schema, wide};

/// A picture.
#[derive(Schema)]
#[rustfmt::binrw]
#[brw(little)]
struct Picture {
    #[br(temp)]
    #[bw(ignore)]
    size: Remaining,
    #[br(temp, restore_position, seek_before = SeekFrom::Start(wide(size) - 4))]
    #[bw(ignore)]
    last: u32,
    /// More.
    #[br(if(last == 1))]
    more: Option<u8>,
}

fn main() {}
