use formwork_schema::CString;
use formwork_schema_derive::Schema;

/// A clip.
#[derive(Schema)]
#[rustfmt::binrw]
pub struct Clip {
    /// Where its name is.
    pub place: u32,
    /// Its name.
    #[br(offset = 4)]
    pub name: CString,
}

fn main() {}
