use binrw::binrw;
use formwork_schema_derive::Schema;

/// A clip.
#[derive(Schema)]
#[binrw]
pub struct Clip {
    /// How it was read.
    #[schema(dialect)]
    pub reading: u8,
}

fn main() {}
