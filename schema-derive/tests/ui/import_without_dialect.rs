use binrw::binrw;
use formwork_schema::dialects;
use formwork_schema_derive::Schema;

dialects! {
    /// How to read.
    pub enum Reading {
        /// The only way.
        Current = "current",
    }
}

/// A clip.
#[derive(Schema)]
#[binrw]
#[schema(format = "test.clip", extension = "clip")]
#[brw(little)]
#[br(import(reading: Reading))]
#[derive(Debug, Clone, PartialEq)]
pub struct Clip {
    /// Version.
    pub version: u32,
}

fn main() {}
