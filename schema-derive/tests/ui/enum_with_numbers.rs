use binrw::binrw;
use formwork_schema_derive::Schema;

/// What to do.
#[derive(Schema)]
#[binrw]
#[brw(repr = u8)]
pub enum Action {
    /// Nothing.
    Wait,
}

fn main() {}
