use binrw::binrw;
use formwork_schema_derive::Schema;

/// A file.
#[derive(Schema)]
#[rustfmt::binrw]
pub struct File {
    /// How many bytes the items take.
    pub size: u8,
    /// The items.
    #[br(parse_with = filling(size), args { inner: (size,) })]
    pub items: Vec<Item>,
}

/// An item.
#[derive(Schema)]
#[binrw]
#[br(import(size: u8))]
pub struct Item {
    /// There in large files.
    #[br(if(size > 9))]
    pub number: Option<u8>,
}

fn main() {}
