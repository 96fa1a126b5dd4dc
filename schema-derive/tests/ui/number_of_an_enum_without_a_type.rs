use binrw::binrw;
use formwork_schema_derive::Schema;

/// What it is.
#[derive(Schema)]
#[binrw]
#[brw(repr = f32)]
pub enum Kind {
    /// The first.
    First = 1,
}

fn main() {}
