use binrw::binrw;
use formwork_schema_derive::Schema;

/// A clip.
#[derive(Schema)]
#[binrw]
#[brw(little)]
pub struct Clip {
    /// How many.
    pub count: u8,
    /// All of it.
    #[br(args { large: count, small: 1 })]
    pub body: Body,
}

/// What a clip consists of.
#[derive(Schema)]
#[binrw]
#[br(import { small: u8, large: u8 })]
pub struct Body {
    /// There or not.
    #[br(if(small == large))]
    pub length: Option<u32>,
}

fn main() {}
