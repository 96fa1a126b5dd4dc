use binrw::binrw;
use formwork_schema::{Schema};

/// Something else.
fn or_zero(value: Option<u8>) -> u8 {
    value.map_or(7, |value| value)
}

/// A picture.
#[derive(Schema)]
#[binrw]
#[brw(little)]
struct Picture {
    /// Whether there is more.
    flag: u8,
    /// More.
    #[br(if(flag == 1))]
    more: Option<u8>,
    /// Even more.
    #[br(if(or_zero(more) == 7))]
    most: Option<u8>,
}

fn main() {}
