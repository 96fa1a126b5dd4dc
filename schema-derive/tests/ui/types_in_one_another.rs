use binrw::binrw;
use formwork_schema::count;
use formwork_schema_derive::Schema;
use serde::Serialize;

/// A tree that may be as deep as its file is long.
#[derive(Schema)]
#[schema(format = "test.trees", extension = "tree", recognised = "on request")]
#[binrw]
#[brw(little)]
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Tree {
    #[br(temp)]
    #[bw(try_calc(count(inner)))]
    inner_count: u8,
    /// What it holds.
    #[br(count = inner_count)]
    pub inner: Vec<Branch>,
}

/// A part of one.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Branch {
    /// What it holds.
    pub tree: Tree,
}

fn main() {}
