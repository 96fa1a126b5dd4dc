use binrw::binrw;
use formwork_schema::{each, Each};
use formwork_schema_derive::Schema;

/// A part.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    /// How large.
    pub size: u8,
}

/// A whole.
#[derive(Schema)]
#[binrw]
#[brw(little)]
#[br(import(sizes: Each<u8>))]
pub struct Whole {
    /// The parts.
    #[br(count = sizes.len())]
    pub parts: Vec<Part>,
    /// What is left.
    #[br(if(each(&parts, |part| part.size) == sizes))]
    pub rest: Option<u8>,
}

fn main() {}
