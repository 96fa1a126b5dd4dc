use formwork_schema::Packed;
use formwork_schema_derive::Schema;

/// A clip.
#[derive(Schema)]
#[rustfmt::binrw]
pub struct Clip {
    /// The frames.
    #[br(count = 3)]
    pub frames: Packed<u16>,
    /// What they drive.
    #[br(args(frames))]
    pub target: u32,
}

fn main() {}
