use binrw::binrw;
use formwork_schema_derive::Schema;

/// A value.
#[derive(Schema)]
#[binrw]
#[br(import(kind: u8))]
pub enum Value {
    /// Anything.
    Any(u32),
    /// A short one.
    #[br(pre_assert(kind == 1))]
    Short(u16),
}

fn main() {}
