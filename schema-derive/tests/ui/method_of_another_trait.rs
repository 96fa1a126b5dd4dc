use binrw::binrw;
use formwork_schema::{Schema, flags};

flags! {
    /// Parts.
    pub struct Parts: u8 {
        /// More.
        MORE = 1;
    }
}

trait Opposite {
    fn contains(self, other: Parts) -> bool;
}

impl Opposite for Parts {
    fn contains(self, other: Parts) -> bool {
        self.bits() & other.bits() == 0
    }
}

/// A picture.
#[derive(Schema)]
#[binrw]
#[brw(little)]
struct Picture {
    /// What there is.
    parts: Parts,
    /// More.
    #[br(if(parts.contains(Parts::MORE)))]
    more: Option<u8>,
}

fn main() {}
