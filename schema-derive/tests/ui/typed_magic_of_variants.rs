use binrw::binrw;
use formwork_schema_derive::Schema;

/// A value.
#[derive(Schema)]
#[binrw]
#[brw(little)]
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// A number.
    #[brw(magic = 1u8)]
    Number(u32),
    /// A factor.
    #[brw(magic = 2u8)]
    Factor(f32),
}

/// A wide one.
#[derive(Schema)]
#[binrw]
#[brw(little)]
#[derive(Debug, Clone, PartialEq)]
pub enum Wide {
    /// A number.
    #[brw(magic = 1u32)]
    Number(u32),
    /// A factor.
    #[brw(magic = 2u32)]
    Factor(f32),
}

fn main() {}
