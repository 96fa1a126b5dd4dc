use binrw::binrw;
use formwork_schema::{Blob, Schema, wide};


/// A picture.
#[derive(Schema)]
#[binrw]
#[brw(little)]
struct Picture {
    /// How many pixels.
    size: u64,
    /// Pixels.
    #[br(if(size == 7), count = if wide(size) * size * size > 4 { 1 } else { 2 })]
    pixels: Option<Blob>,
}

fn main() {}
