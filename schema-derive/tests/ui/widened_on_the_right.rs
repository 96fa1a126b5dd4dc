#![allow(unused_imports)]
use formwork_schema::{Schema, wide};


/// A picture.
#[derive(Schema)]
#[rustfmt::binrw]
#[brw(little)]
struct Picture {
    /// Columns.
    width: u32,
    /// Rows.
    height: u32,
    /// More.
    #[br(if(width < wide(height) * 2))]
    more: Option<u8>,
}

fn main() {}
