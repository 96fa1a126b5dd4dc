use binrw::binrw;
use formwork_schema::{Blob, Schema};


/// A picture.
#[derive(Schema)]
#[binrw]
#[brw(little)]
struct Picture {
    /// Columns.
    width: u32,
    /// Rows.
    height: u32,
    /// Pixels.
    #[br(count = width * height)]
    pixels: Blob,
}

fn main() {}
