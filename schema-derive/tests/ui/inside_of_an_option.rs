use binrw::binrw;
use formwork_schema::{Blob, Schema, or_zero, wide};

/// What newer files say.
#[derive(Schema)]
#[binrw]
#[derive(Clone, Copy)]
struct Newer {
    /// How many.
    count: u8,
}

/// A picture.
#[derive(Schema)]
#[binrw]
#[brw(little)]
struct Picture {
    /// Whether it is newer.
    is_newer: u8,
    /// Only then.
    #[br(if(is_newer == 1))]
    newer: Option<Newer>,
    /// Rows.
    #[br(count = or_zero(newer.map(|newer| newer.count + 1)))]
    rows: Blob,
    /// More.
    #[br(count = wide(newer.map(|newer| newer.count)))]
    more: Blob,
}

fn main() {}
