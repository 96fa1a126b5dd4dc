// What works on the reader, or hides what is stored, is refused with what to write in its place.

use binrw::binrw;
use formwork_schema_derive::Schema;

/// A file.
#[derive(Schema)]
#[binrw]
#[br(stream = reader)]
pub struct File {
    /// Its size.
    #[br(try_map = |raw: u32| u16::try_from(raw))]
    pub size: u16,
    /// What is in it.
    #[br(map_stream = |reader| reader.take_seek(4), try)]
    pub content: Option<u32>,
    /// Written by a function.
    #[bw(write_with = own)]
    pub last: u8,
}

fn main() {}
