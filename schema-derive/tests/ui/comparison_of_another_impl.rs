use binrw::binrw;
use formwork_schema::{Schema, enums};

enums! {
    /// What it is.
    pub struct Kind: u8 {
        /// Something.
        SOME = 1;
    }
}

impl PartialEq<u8> for Kind {
    fn eq(&self, other: &u8) -> bool {
        self.0 != *other
    }
}

/// A picture.
#[derive(Schema)]
#[binrw]
#[brw(little)]
struct Picture {
    /// What it is.
    kind: Kind,
    /// More.
    #[br(if(kind == 1))]
    more: Option<u8>,
}

fn main() {}
