use binrw::binrw;
use formwork_schema_derive::Schema;

#[derive(Schema)]
#[binrw]
#[br(import(kind: u8))]
pub enum Clip {
    #[br(pre_assert(kind == 0))]
    Short,
    /// A long one.
    #[brw(magic = b"L")]
    Long { length: f32 },
}

#[derive(Schema)]
#[binrw]
pub struct Frame {
    pub time: f32,
}

fn main() {}
