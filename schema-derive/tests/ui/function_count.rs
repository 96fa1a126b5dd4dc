use binrw::binrw;
use formwork_schema::{Blob, Result, Schema};

/// One less.
fn count(list: &Blob) -> Result<u8> {
    Ok(list.len() as u8 - 1)
}

/// A picture.
#[derive(Schema)]
#[binrw]
#[brw(little)]
struct Picture {
    #[br(temp)]
    #[bw(try_calc(count(pixels)))]
    pixel_count: u8,
    /// Pixels.
    #[br(count = pixel_count)]
    pixels: Blob,
}

fn main() {}
