use binrw::binrw;
use formwork_schema_derive::Schema;

/// A picture.
#[derive(Schema)]
#[binrw]
#[brw(little)]
pub struct Picture {
    /// Width.
    pub width: u32,
    /// Bytes of a row.
    #[br(calc = width & 15)]
    #[bw(ignore)]
    pub row: u32,
}

fn main() {}
