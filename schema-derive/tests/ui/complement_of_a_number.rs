use binrw::binrw;
use formwork_schema::{Schema};


/// A picture.
#[derive(Schema)]
#[binrw]
#[brw(little)]
struct Picture {
    /// Columns.
    width: u32,
    /// Rows.
    height: u32,
    /// More.
    #[br(if(!width == 0))]
    more: Option<u8>,
}

fn main() {}
