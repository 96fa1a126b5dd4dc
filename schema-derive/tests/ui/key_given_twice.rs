use binrw::binrw;
use formwork_schema::Packed;
use formwork_schema_derive::Schema;

/// A clip.
#[derive(Schema)]
#[binrw]
#[brw(little)]
#[brw(big)]
pub struct Clip {
    /// The frames.
    #[br(count = 3)]
    #[br(count = 4)]
    pub frames: Packed<u16>,
}

fn main() {}
