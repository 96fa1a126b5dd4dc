use binrw::binrw;
use formwork_schema::{Check, Path, Result, Schema};

/// Something else.
#[binrw]
#[derive(Clone, Copy, PartialEq, PartialOrd)]
struct Remaining(u8);

impl PartialEq<u8> for Remaining {
    fn eq(&self, other: &u8) -> bool {
        self.0 == *other
    }
}

impl Check for Remaining {
    type Args = ();

    fn check<'a>(&'a self, (): (), _: &mut Path<'a>) -> Result<()> {
        Ok(())
    }
}

impl Schema for Remaining {
    const TYPE: formwork_schema::layout::Type = formwork_schema::layout::Type::Remaining;
}

/// A picture.
#[derive(Schema)]
#[binrw]
#[brw(little)]
struct Picture {
    #[br(temp)]
    #[bw(ignore)]
    left: Remaining,
    /// More.
    #[br(if(left == 4))]
    more: Option<u32>,
}

fn main() {}
