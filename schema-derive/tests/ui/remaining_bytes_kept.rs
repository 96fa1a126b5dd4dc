use formwork_schema::Remaining;
use formwork_schema_derive::Schema;

/// A clip.
#[derive(Schema)]
#[rustfmt::binrw]
pub struct Clip {
    /// What is left.
    pub left: Remaining,
}

fn main() {}
