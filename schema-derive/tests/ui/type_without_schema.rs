use formwork_schema_derive::Schema;

pub struct Frame;

/// A clip.
#[derive(Schema)]
#[rustfmt::binrw]
pub struct Clip {
    /// The only frame.
    pub frame: Frame,
}

fn main() {}
