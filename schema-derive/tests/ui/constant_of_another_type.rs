use binrw::binrw;
use formwork_schema::{Schema};

#[derive(Clone, Copy)]
struct Limit;

impl Limit {
    const LOW: Self = Self;

    const fn value(self) -> i128 {
        7
    }
}

impl PartialEq<Limit> for u32 {
    fn eq(&self, _: &Limit) -> bool {
        *self == 8
    }
}

/// A picture.
#[derive(Schema)]
#[binrw]
#[brw(little)]
struct Picture {
    /// Columns.
    width: u32,
    /// Rows.
    height: u32,
    /// More.
    #[br(if(width == Limit::LOW))]
    more: Option<u8>,
}

fn main() {}
