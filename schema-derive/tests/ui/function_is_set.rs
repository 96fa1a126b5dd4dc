use binrw::binrw;
use formwork_schema::{Bool, Schema};

/// The opposite.
fn is_set(flag: Bool) -> bool {
    flag.0 == 0
}

/// A picture.
#[derive(Schema)]
#[binrw]
#[brw(little)]
struct Picture {
    /// Whether there is more.
    flag: Bool,
    /// More.
    #[br(if(is_set(flag)))]
    more: Option<u8>,
}

fn main() {}
