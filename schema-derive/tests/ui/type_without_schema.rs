use binrw::binrw;
use formwork_schema_derive::Schema;

#[binrw]
pub struct Frame;

/// A clip.
#[derive(Schema)]
#[binrw]
pub struct Clip {
    /// The only frame.
    pub frame: Frame,
}

fn main() {}
