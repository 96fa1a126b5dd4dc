use binrw::binrw;
use formwork_schema::{size, sized};
use formwork_schema_derive::Schema;

/// A line.
#[derive(Schema)]
#[binrw]
#[brw(little)]
pub struct Line {
    /// How wide numbers are.
    pub width: u8,
    #[br(temp)]
    #[bw(try_calc(size(body)))]
    body_size: u8,
    /// What it consists of.
    #[br(parse_with = sized(body_size), args(width))]
    #[bw(args(*width))]
    pub body: Body,
}

/// What a line consists of.
#[derive(Schema)]
#[binrw]
#[brw(import(width: u8))]
pub struct Body {
    /// A number.
    #[brw(if(width > 1))]
    pub number: Option<u8>,
}

fn main() {}
