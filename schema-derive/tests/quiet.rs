//! What the derives write earns no warning of its own, whatever the fields are called.
#![deny(warnings, missing_docs, unreachable_pub, unused)]

use binrw::binrw;
use formwork_schema::{Packed, count};
use formwork_schema_derive::{Record, Schema};

/// A raw name and those of the derive's own locals.
#[derive(Schema)]
#[binrw]
#[brw(little)]
#[derive(Debug, Clone, PartialEq)]
pub struct Odd {
    /// A keyword.
    pub r#type: u8,
    /// A local of the check.
    #[br(if(r#type == 1))]
    pub path: Option<u8>,
    /// Another one.
    pub args: u8,
    #[br(temp)]
    #[bw(try_calc(count(inner)))]
    said: u8,
    /// A list.
    #[br(count = said, args { inner: (args,) })]
    pub inner: Packed<Pair>,
}

/// Two numbers, or one.
#[derive(Schema, Record)]
#[binrw]
#[brw(little)]
#[br(import(at: u8))]
#[derive(Debug, Clone, PartialEq)]
pub struct Pair {
    /// The first.
    #[br(if(at == 1))]
    pub bytes: Option<u16>,
    /// The second.
    pub shape: u16,
}

/// A number with names, which nobody else sees.
#[derive(Schema)]
#[binrw]
#[brw(repr = u8)]
#[derive(Debug, Clone, Copy, PartialEq)]
enum Kind {
    /// The only one.
    Only,
}

#[test]
fn derives_earn_no_warning() {
    assert_eq!(Kind::Only.value(), 0);
}
