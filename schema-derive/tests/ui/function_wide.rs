use binrw::binrw;
use formwork_schema::{Blob, Schema, Wide};

/// One more.
fn wide(number: u32) -> Wide {
    formwork_schema::wide(number) + 1
}

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
    #[br(count = wide(width) * height)]
    pixels: Blob,
}

fn main() {}
