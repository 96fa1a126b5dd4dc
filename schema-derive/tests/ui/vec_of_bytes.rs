use binrw::binrw;
use formwork_schema::count;
use formwork_schema_derive::Schema;

/// A clip.
#[derive(Schema)]
#[binrw]
pub struct Clip {
    #[br(temp)]
    #[bw(try_calc(count(data)))]
    size: u32,
    /// The code.
    #[br(count = size)]
    pub data: Vec<u8>,
}

fn main() {}
