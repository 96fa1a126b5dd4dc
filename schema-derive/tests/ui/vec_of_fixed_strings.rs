use binrw::binrw;
use formwork_schema::{FixedString, count};
use formwork_schema_derive::Schema;

/// A clip.
#[derive(Schema)]
#[binrw]
pub struct Clip {
    #[br(temp)]
    #[bw(try_calc(count(names)))]
    name_count: u32,
    /// The names.
    #[br(count = name_count)]
    pub names: Vec<FixedString<16>>,
}

fn main() {}
