use binrw::binrw;
use formwork_schema::{Schema, bits};
use serde::{Deserialize, Serialize};

bits! {
    /// Two numbers.
    pub struct Info: u8, low first {
        /// May be negative.
        shift: 4 as i8;
        /// Never is.
        scale: 4;
    }
}

/// Asks for what expressions take as a number without a sign.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Asks {
    /// Two numbers.
    pub info: Info,
    /// Only in some files.
    #[br(if(info.shift() == 1))]
    pub more: Option<u8>,
}

fn main() {}
