//! Items that take arguments, in lists that a function reads.

use binrw::{args, binrw};
use formwork_schema::{Blob, Packed, Record, Schema, count, filling, read, size, until, until_eof};
use serde::{Deserialize, Serialize};

use super::consumers::{Feature, ask};

/// Lists whose items are as wide as the file says.
#[derive(Schema)]
#[schema(format = "test.handed", extension = "hnd")]
#[binrw]
#[brw(big, magic = b"HND")]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Handed {
    /// Whether items have a height.
    pub has_height: u8,
    #[br(temp)]
    #[bw(try_calc(size(filled)))]
    filled_size: u8,
    /// As many as fit.
    #[br(parse_with = filling(filled_size), args(has_height))]
    pub filled: Vec<Item>,
    /// Up to one that is not wide.
    #[br(parse_with = until(|item: &Item| item.width == 0), args(has_height))]
    pub ended: Vec<Item>,
    #[br(temp)]
    #[bw(try_calc(size(packed)))]
    packed_size: u8,
    /// Of one stride.
    #[br(parse_with = filling(packed_size), args(has_height))]
    pub packed: Packed<Item>,
    /// All that are left.
    #[br(parse_with = until_eof, args(has_height))]
    pub rest: Vec<Item>,
}

/// Values that are imported by name.
#[derive(Schema)]
#[schema(format = "test.named", extension = "nmd")]
#[binrw]
#[brw(big, magic = b"NMD")]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ByName {
    /// How many numbers a row has.
    pub wide: u8,
    /// One row; of no list, `count` is a name like others.
    #[br(args { wide, count: 2 })]
    pub one: Row,
    #[br(temp)]
    #[bw(try_calc(count(rows)))]
    row_count: u8,
    /// As many as there are.
    #[br(count = row_count, args { inner: args! { wide: wide, count: 1 } })]
    pub rows: Vec<Row>,
    /// All that are left.
    #[br(parse_with = until_eof, args { wide, count: 1 })]
    pub rest: Vec<Row>,
}

/// Numbers beside each other.
#[derive(Schema)]
#[binrw]
#[br(import { wide: u8, count: u8 })]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The numbers.
    #[br(count = wide)]
    pub numbers: Blob,
    /// More of them.
    #[br(count = count)]
    pub more: Packed<u16>,
}

/// Something with a size.
#[derive(Schema, Record)]
#[binrw]
#[br(import(has_height: u8))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Item {
    /// How wide it is.
    pub width: u8,
    /// How high it is.
    #[br(if(has_height == 1))]
    pub height: Option<u16>,
}

const FLAT: &[u8] = b"HND\0\x02ab\x01\0\x03abcde";
const HIGH: &[u8] = b"HND\x01\x06a\0\x01b\0\x02\0\0\x03\x03c\0\x04d\0\x05";

const NAMED: &[u8] = b"NMD\x02ab\0\x01\0\x02\x01cd\0\x03ef\0\x04";

pub const FEATURE: Feature = Feature {
    name: "arguments of items that a function reads",
    spelled: "`br(parse_with = filling(n), args(a))`, with `until(…)` and `until_eof` as well",
    ask: || ask::<Handed>(&[FLAT, HIGH]),
};

pub const BY_NAME: Feature = Feature {
    name: "arguments with names",
    spelled: "`br(import { a: u8 })`, `args { a: x }`; of the items of a counted list `args { inner: args! { a: x } }`",
    ask: || ask::<ByName>(&[NAMED]),
};

#[test]
fn each_item_gets_the_arguments() {
    let [flat, high] = [FLAT, HIGH].map(|file| read::from_slice::<Handed>(file).expect("reads"));
    assert_eq!(
        (flat.filled.len(), flat.ended.len(), flat.rest.len()),
        (2, 2, 2)
    );
    assert_eq!(
        (high.filled[1].height, high.ended[0].height),
        (Some(2), Some(3))
    );
    assert_eq!((high.packed.len(), high.rest[0].height), (1, Some(5)));
    let error = read::from_slice::<Handed>(&HIGH[..HIGH.len() - 1]).expect_err("is cut");
    assert_eq!(
        error.to_string(),
        "malformed: rest[0].height at 0x13: the file ends, 1 more byte needed"
    );
}
