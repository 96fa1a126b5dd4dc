use formwork_schema::{Latin1, Padded, Remaining};
use formwork_schema_derive::Schema;

/// A clip.
#[derive(Schema)]
#[rustfmt::binrw]
#[brw(little)]
pub struct Clip {
    #[br(temp)]
    #[bw(try_calc(count(name)))]
    name_length: u32,
    /// Its length does not follow.
    #[br(count = name_length)]
    pub name: Padded<Latin1>,
    #[br(temp)]
    #[bw(ignore)]
    left: Remaining,
    /// A length that only a file tells.
    #[br(count = left)]
    pub title: Padded<Latin1>,
    /// No length at all.
    #[br(parse_with = until_eof)]
    pub rest: Padded<Latin1>,
}

fn main() {}
