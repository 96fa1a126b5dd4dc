//! A class that a Java virtual machine loads: `.class`.
//!
//! The header. What follows stays bytes: a list of constants of which a wide one counts as two, so that its number says how
//! many places it has and not how many constants; only behind it stands the class itself.
//!
//! After "The Java Virtual Machine Specification", chapter 4.

use binrw::binrw;
use formwork_schema::{Blob, Schema, until_eof};
use serde::{Deserialize, Serialize};

/// A class.
#[derive(Schema)]
#[schema(format = "java.class", extension = "class")]
#[binrw]
#[brw(big, magic = 0xcafe_babe_u32)]
#[br(assert(major_version >= 45, "no Java is that old"))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Class {
    /// 0xffff: made for a preview of the next version.
    pub minor_version: u16,
    /// 44 more than the version of Java: 61 is Java 17.
    pub major_version: u16,
    /// How many places for constants there are, and one more.
    #[br(assert(constant_count >= 1))]
    pub constant_count: u16,
    /// Constants, then the class: its name, fields and methods.
    #[br(parse_with = until_eof)]
    pub rest: Blob,
}
