use binrw::binrw;
use formwork_schema::{CString, size};
use formwork_schema_derive::Schema;

/// A clip.
#[derive(Schema)]
#[binrw]
#[brw(little)]
pub struct Clip {
    #[br(temp)]
    #[bw(try_calc(size(name)))]
    length: u32,
    /// Its name.
    pub name: CString,
}

fn main() {}
