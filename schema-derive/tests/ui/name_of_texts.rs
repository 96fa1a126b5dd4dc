use binrw::binrw;
use formwork_schema_derive::Schema;
use serde::{Deserialize, Serialize};

/// A file.
#[derive(Schema)]
#[schema(format = "my.file", extension = "file")]
#[binrw]
#[brw(little, magic = b"FILE")]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct File {
    /// What stands at the end.
    pub trailing: u32,
}

fn main() {}
