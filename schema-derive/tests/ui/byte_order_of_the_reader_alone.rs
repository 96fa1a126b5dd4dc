use binrw::binrw;
use formwork_schema_derive::Schema;

/// A clip.
#[derive(Schema)]
#[binrw]
#[brw(little)]
pub struct Clip {
    /// Which order.
    pub order: u8,
    /// Playing time.
    #[br(is_big = order == 2)]
    pub length: u32,
}

fn main() {}
