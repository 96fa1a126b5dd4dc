use binrw::binrw;
use formwork_schema::{Blob, Schema};

const LIMIT: u128 = 1 << 127;

/// A picture.
#[derive(Schema)]
#[binrw]
#[brw(little)]
struct Picture {
    /// Pixels.
    #[br(count = LIMIT)]
    pixels: Blob,
}

fn main() {}
