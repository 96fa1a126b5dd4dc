use binrw::binrw;
use formwork_schema::Record;
use formwork_schema_derive::Schema;

/// Of which only the reader turns the bytes.
#[derive(Schema)]
#[rustfmt::binrw]
#[brw(import(is_big: bool))]
#[br(is_big = is_big)]
pub struct Read {
    /// A number.
    pub number: u16,
}

/// With two orders.
#[derive(Schema)]
#[rustfmt::binrw]
#[brw(little, import(is_big: bool), is_big = is_big)]
pub struct Both {
    /// A number.
    pub number: u16,
}

/// By a field of its own.
#[derive(Schema)]
#[rustfmt::binrw]
#[brw(is_big = order == 2)]
pub struct Own {
    /// 1 or 2.
    pub order: u8,
    /// A number.
    pub number: u16,
}

/// Packed, in an order that is handed down.
#[derive(Schema, Record)]
#[binrw]
#[brw(import(is_big: bool), is_big = is_big)]
pub struct Packed {
    /// A number.
    pub number: u16,
}

/// A file.
#[derive(Schema)]
#[rustfmt::binrw]
pub struct File {
    /// 1 or 2.
    pub order: u8,
    /// Told another thing.
    #[br(args(order == 2))]
    #[bw(args(*order == 1))]
    pub read: Read,
}

fn main() {}
