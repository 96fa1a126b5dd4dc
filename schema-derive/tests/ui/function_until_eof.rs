use binrw::binrw;
use formwork_schema::{Schema};

use binrw::helpers::until_eof;

/// A part.
#[derive(Schema)]
#[binrw]
struct Part {
    /// Its bytes.
    size: u16,
}

/// A picture.
#[derive(Schema)]
#[binrw]
#[brw(little)]
struct Picture {
    /// Parts.
    #[br(parse_with = until_eof)]
    parts: Vec<Part>,
}

fn main() {}
