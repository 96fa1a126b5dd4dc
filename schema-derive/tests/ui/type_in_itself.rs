use binrw::binrw;
use formwork_schema::count;
use formwork_schema_derive::Schema;
use serde::Serialize;

/// A tree that may be as deep as its file is long.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Tree {
    #[br(temp)]
    #[bw(try_calc(count(inner)))]
    inner_count: u8,
    /// More of them.
    #[br(count = inner_count)]
    pub inner: Vec<Tree>,
}

fn main() {}
