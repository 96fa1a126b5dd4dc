#![allow(unused_imports)]
use formwork_schema::{Blob, Schema, sum};

/// A part.
#[derive(Schema)]
#[rustfmt::binrw]
struct Part {
    /// Its bytes.
    size: u8,
}

/// A picture.
#[derive(Schema)]
#[rustfmt::binrw]
#[brw(little)]
struct Picture {
    #[br(temp)]
    #[bw(try_calc(formwork_schema::count(parts)))]
    part_count: u8,
    /// Parts.
    #[br(count = part_count)]
    parts: Vec<Part>,
    /// Bytes.
    #[br(count = sum(&parts, |part| part.size.into()))]
    bytes: Blob,
}

fn main() {}
