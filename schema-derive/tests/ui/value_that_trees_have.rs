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
    pub row: u32,
    /// Halves of a row.
    #[br(calc = 1.5)]
    #[bw(ignore)]
    pub half: f32,
}

fn main() {}
