use binrw::binrw;
use formwork_schema::Blob;
use formwork_schema_derive::Schema;

/// A clip.
#[derive(Schema)]
#[binrw]
#[brw(little)]
pub struct Clip {
    /// Bits.
    pub bits: u32,
    /// Bytes.
    #[br(count = bits / 8)]
    pub bytes: Blob,
}

fn main() {}
