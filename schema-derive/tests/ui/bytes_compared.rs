use formwork_schema_derive::Schema;

/// A chunk.
#[derive(Schema)]
#[rustfmt::binrw]
#[brw(little)]
pub struct Chunk {
    /// What it is.
    pub kind: [u8; 4],
    /// Bytes are equal or not.
    #[br(if(kind < *b"data"))]
    pub size: Option<u32>,
    /// Numbers are no bytes.
    pub version: u32,
    /// What is compared with bytes is bytes.
    #[br(if(kind == version))]
    pub a: Option<u32>,
    /// No range of bytes.
    #[br(if(matches!(kind, [0, ..])))]
    pub b: Option<u32>,
}

/// A file.
#[derive(Schema)]
#[rustfmt::binrw]
#[brw(little)]
pub struct File {
    /// What it is.
    pub kind: [u8; 4],
    /// What it may be.
    #[br(if(kind == *b"data"))]
    pub other: Option<[u8; 4]>,
    /// What may be absent equals nothing.
    #[br(assert(other == *b"data"))]
    pub size: u32,
}

fn main() {}
