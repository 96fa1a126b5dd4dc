use binrw::binrw;
use formwork_schema::{Schema};

type Real = f32;

/// A picture.
#[derive(Schema)]
#[binrw]
#[brw(little)]
struct Picture {
    /// How long.
    length: Real,
    /// How long again.
    again: Real,
    /// More.
    #[br(if(length == again))]
    more: Option<u8>,
}

fn main() {}
