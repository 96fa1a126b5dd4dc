use formwork_schema::Packed;
use formwork_schema_derive::Schema;

/// A clip.
#[derive(Schema)]
#[rustfmt::binrw]
pub struct Clip {
    /// The frames.
    pub frames: Packed<u16>,
}

fn main() {}
