//! Byte orders that a value decides, magics that are numbers or stand before a field, arguments with names.

use binrw::binrw;
use formwork_schema::{Packed, Schema, count, read};
use serde::{Deserialize, Serialize};

use super::consumers::{Feature, ask};

/// A file in either byte order.
#[derive(Schema)]
#[schema(format = "test.either", extension = "eth")]
#[binrw]
#[brw(big, magic = 0x1234u16)]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Either {
    /// 1: least significant byte first, 2: most.
    #[br(assert(matches!(order, 1 | 2)))]
    pub order: u8,
    /// All that has an order.
    #[br(is_big = order == 2, args { scale: order, is_little: order == 1 })]
    #[bw(is_big = *order == 2)]
    pub body: Body,
    /// Behind a mark.
    #[brw(little, magic = 7u32)]
    pub marked: u16,
    /// Behind letters.
    #[brw(magic = b"end")]
    #[br(args_raw = order)]
    pub last: Last,
    /// Told its order.
    #[br(args(order == 2))]
    #[bw(args(*order == 2))]
    pub told: Told,
}

/// Numbers in an order that is handed down.
#[derive(Schema)]
#[binrw]
#[brw(import(is_big: bool), is_big = is_big)]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Told {
    /// A number in that order.
    pub number: u16,
    /// One that has its own.
    #[brw(big)]
    pub big: u16,
    /// In the order of this.
    #[brw(args(is_big))]
    pub way: Way,
}

/// Which way a number goes.
#[derive(Schema)]
#[binrw]
#[brw(import(goes_up: bool))]
#[br(is_big = !goes_up)]
#[bw(is_big = !goes_up)]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Way {
    /// Up.
    #[br(pre_assert(goes_up))]
    Up(u16),
    /// Down.
    Down {
        /// How far.
        far: u16,
        /// How fast.
        fast: u8,
    },
}

/// Numbers in the order of the file.
#[derive(Schema)]
#[binrw]
#[br(import { scale: u8, is_little: bool })]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Body {
    #[br(temp)]
    #[bw(try_calc(count(numbers)))]
    number_count: u16,
    /// Some numbers.
    #[br(count = number_count)]
    pub numbers: Packed<u32>,
    /// As many as the file says.
    #[br(if(scale == 2))]
    pub scaled: Option<u16>,
    /// There in files of the one order.
    #[br(if(is_little))]
    pub more: Option<u16>,
}

/// Takes a value as it is.
#[derive(Schema)]
#[binrw]
#[br(import_raw(order: u8))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Last {
    /// There in files of the other order.
    #[br(if(order == 2))]
    pub value: Option<u8>,
}

const LITTLE: &[u8] =
    b"\x12\x34\x01\x02\0\x01\0\0\0\x02\0\0\0\x05\x06\x07\0\0\0\x08\0end\x01\0\0\x02\0\x03\x04";
const BIG: &[u8] =
    b"\x12\x34\x02\0\x02\0\0\0\x01\0\0\0\x02\x05\x06\x07\0\0\0\x08\0end\x09\0\x01\0\x02\x03\0";

pub const FEATURE: Feature = Feature {
    name: "byte orders by a value, magics of numbers and fields, arguments with names",
    spelled: "`br(is_big = …)` with `bw(is_big = …)` on fields, and on structs by a parameter, `brw(magic = 7u32)` also on fields, \
              `import { a: u8 }`, `import_raw(a: u8)`",
    ask: || ask::<Either>(&[LITTLE, BIG]),
};

#[test]
fn both_orders_say_the_same() {
    let [little, big] =
        [LITTLE, BIG].map(|bytes| read::from_slice::<Either>(bytes).expect("reads"));
    assert_eq!(little.body.numbers, big.body.numbers);
    assert_eq!(
        (little.body.more, big.body.scaled),
        (Some(0x0605), Some(0x0506))
    );
    assert_eq!((little.marked, big.marked), (8, 8));
    assert_eq!((little.told.number, little.told.big), (1, 2));
    assert_eq!((big.told.number, big.told.big), (1, 2));
    assert_eq!(little.told.way, Way::Down { far: 3, fast: 4 });
    assert_eq!(big.told.way, Way::Up(3));
}
