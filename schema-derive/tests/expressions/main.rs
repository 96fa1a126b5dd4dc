//! Both readers calculate the same: schemas with every shape of expression, read with extreme numbers by binrw and by
//! the walker. What one reads the other reads, and what one refuses the other refuses.

#![allow(missing_docs)]

mod ask;
mod known;
mod shapes;

use formwork_schema::{Blob, Bool, Wide, enums, flags, versions};
use formwork_schema_derive::Schema;

versions! {
    /// Version.
    pub struct Version {
        /// The only magic.
        b"X" followed by 1..=3;
    }
    milestones {
        /// Something new.
        NEW = 2;
    }
}

flags! {
    /// Parts.
    pub struct Mask: u64 {
        /// The lowest bit.
        LOW = 1;
        /// The highest bit.
        HIGH = 0x8000_0000_0000_0000;
    }
}

enums! {
    /// Kinds.
    pub struct Kind: u64 {
        /// The first.
        FIRST = 0;
        /// The last.
        LAST = 0xffff_ffff_ffff_ffff;
    }
}

/// An item of a list.
#[derive(Schema)]
#[binrw::binrw]
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Item {
    /// A large number.
    pub size: u64,
    /// A signed one.
    pub step: i64,
}

/// What is handed a number.
#[derive(Schema)]
#[binrw::binrw]
#[br(import(total: Wide, small: u32))]
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Child {
    /// Whether the number is asked for.
    pub asks: Bool,
    /// Where it is.
    #[br(if(asks.0 != 0 && total > 4))]
    pub more: Option<u8>,
    /// As many bytes.
    #[br(if(asks == Bool::TRUE), count = total - small)]
    pub bytes: Option<Blob>,
}
