use binrw::binrw;
use formwork_schema::Packed;
use formwork_schema_derive::{Record, Schema};

/// A clip.
#[derive(Schema, Record)]
#[binrw]
#[schema(vektor)]
#[brw(little)]
pub struct Clip {
    pub mask: u32,
    /// Size of the code.
    pub code_size: u32,
    /// Playing time.
    #[br(if(mask & 1 == 1))]
    pub length: f32,
    /// The frames.
    #[br(count = mask as u8)]
    pub frames: Packed<u16>,
    /// The code.
    #[br(count = code_sise)]
    pub code: Vec<u8>,
}

fn main() {}
