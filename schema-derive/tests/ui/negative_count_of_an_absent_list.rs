use binrw::binrw;
use formwork_schema::{Blob, Schema};


/// A picture.
#[derive(Schema)]
#[binrw]
#[brw(little)]
struct Picture {
    /// How many pixels.
    size: i32,
    /// Pixels.
    #[br(if(size > 0), count = size)]
    pixels: Option<Blob>,
}

fn main() {}
