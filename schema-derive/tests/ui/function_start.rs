use binrw::binrw;
use formwork_schema::{Remaining, Schema, wide};

use binrw::io::SeekFrom;

struct Places;

impl Places {
    #[allow(non_snake_case)]
    fn Start(place: u64) -> SeekFrom {
        SeekFrom::Start(place / 2)
    }
}

/// A picture.
#[derive(Schema)]
#[binrw]
#[brw(little)]
struct Picture {
    #[br(temp)]
    #[bw(ignore)]
    size: Remaining,
    #[br(temp, restore_position, seek_before = Places::Start((wide(size) - 4).place()))]
    #[bw(ignore)]
    last: u32,
    /// More.
    #[br(if(last == 1))]
    more: Option<u8>,
}

fn main() {}
