use binrw::binrw;
use formwork_schema_derive::Schema;

/// A clip.
#[derive(Schema)]
#[binrw]
pub union Clip {
    /// Playing time.
    pub length: f32,
}

fn main() {}
