use binrw::binrw;
use formwork_schema::{Each, Schema, Zip, count, item};

/// A part.
#[derive(Schema)]
#[binrw]
#[derive(Clone)]
struct Part {
    /// Its bytes.
    size: u8,
}

/// Parts again.
#[derive(Schema)]
#[binrw]
#[br(import(size: u8))]
struct Again {
    /// One more.
    #[br(if(size > 1))]
    more: Option<u8>,
}

/// Parts again.
#[derive(Schema)]
#[binrw]
#[br(import(sizes: Each<u8>))]
struct All {
    /// Each once more.
    #[br(count = sizes.len(), args { inner: (item(&sizes),) })]
    all: Zip<u8, Again>,
}

/// From the last to the first.
fn each<T, K>(list: &[T], item: impl Fn(&T) -> K) -> Each<K> {
    list.iter().rev().map(item).collect()
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
    /// Parts again.
    #[br(args(each(&parts, |part| part.size)))]
    again: All,
}

fn main() {}
