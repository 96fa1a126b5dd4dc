use binrw::binrw;
use formwork_schema::{Blob, Schema, count};

/// A part.
#[derive(Schema)]
#[binrw]
struct Part {
    /// Its bytes.
    size: u8,
}

/// One less.
fn sum<T>(list: &[T], item: impl Fn(&T) -> u8) -> u64 {
    list.iter().skip(1).map(|one| u64::from(item(one))).sum()
}

/// A picture.
#[derive(Schema)]
#[binrw]
#[brw(little)]
struct Picture {
    #[br(temp)]
    #[bw(try_calc(count(parts)))]
    part_count: u8,
    /// Parts.
    #[br(count = part_count)]
    parts: Vec<Part>,
    /// Bytes.
    #[br(count = sum(&parts, |part| part.size))]
    bytes: Blob,
}

fn main() {}
