use binrw::binrw;
use formwork_schema::CString;
use formwork_schema_derive::Schema;

/// A part of a file.
#[derive(Schema)]
#[binrw]
pub enum Part {
    /// A number.
    #[brw(magic = b"NUM ")]
    Number(u8),
    /// Anything else.
    Other {
        /// What it is called.
        name: CString,
    },
}

/// A code in no byte order.
#[derive(Schema)]
#[binrw]
pub enum Code {
    /// The usual one.
    #[brw(magic = b"\x01\0")]
    Usual,
    /// Another one.
    Other(u16),
}

/// A part without content.
#[derive(Schema)]
#[binrw]
pub enum Short {
    /// A number.
    #[brw(magic = b"NUM ")]
    Number(u8),
    /// Nothing.
    Nothing,
}

fn main() {}
