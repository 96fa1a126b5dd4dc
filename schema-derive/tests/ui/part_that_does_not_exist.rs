use binrw::binrw;
use formwork_schema::{Schema, bits};
use serde::{Deserialize, Serialize};

bits! {
    /// Two numbers.
    pub struct Info: u8, low first {
        /// The lower one.
        low: 4;
        /// The higher one.
        high: 4;
    }
}

impl Info {
    fn sum(self) -> u8 {
        self.low() + self.high()
    }
}

/// Asks for what no layout has.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Asks {
    /// Two numbers.
    pub info: Info,
    /// Only in some files.
    #[br(if(info.sum() == 1))]
    pub more: Option<u8>,
}

fn main() {}
