//! Fields and bits inside items: of those that end lists, are added up and are handed down.

use binrw::binrw;
use formwork_export::descriptor;
use formwork_schema::{
    Blob, Bool, Each, Format, Schema, Zip, bits, each, is_set, item, read, sum, until, wide, write,
};
use serde::{Deserialize, Serialize};

use super::consumers::{Feature, ask};

bits! {
    /// What a block is.
    pub struct Info: u8, high first {
        /// Whether it is the last one.
        is_last: bool;
        /// How many bytes it has.
        length: 4;
        /// What is in it.
        number: 3;
    }
}

/// Blocks of several sorts.
#[derive(Schema)]
#[schema(format = "test.inside", extension = "ins")]
#[binrw]
#[brw(big, magic = b"INS")]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Inside {
    /// Up to the last one.
    #[br(parse_with = until(|block: &Block| block.header.info.is_last()))]
    pub blocks: Vec<Block>,
    /// As many as all blocks have.
    #[br(count = sum(&blocks, |block| block.header.info.length()))]
    pub all: Blob,
    /// Up to one that says so.
    #[br(parse_with = until(|mark: &Mark| is_set(mark.ends)))]
    pub marks: Vec<Mark>,
    /// Up to one whose flag holds.
    #[br(parse_with = until(|flag: &Flag| flag.holds))]
    pub flags: Vec<Flag>,
    /// What every block says of its bytes.
    #[br(args(each(&blocks, |block| block.header.info.number()), blocks.len()))]
    pub tails: Tails,
    /// What is said of all.
    pub info: Info,
    /// Of the bits that are handed down.
    #[br(args(info))]
    pub last: Last,
}

/// A header and what it says.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Block {
    /// What the block is.
    pub header: Header,
    /// What is in it.
    #[br(count = header.info.length())]
    pub content: Blob,
}

/// What a block is.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// In bits.
    pub info: Info,
}

/// A flag in a byte.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Mark {
    /// Whether it is the last one.
    pub ends: Bool,
}

/// A flag that follows from a number.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Flag {
    /// Any number.
    pub number: u8,
    /// Whether it is large.
    #[br(calc = number > 9)]
    #[bw(ignore)]
    pub holds: bool,
}

/// Something of every block.
#[derive(Schema)]
#[binrw]
#[br(import(numbers: Each<u8>, many: usize))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Tails {
    /// As long as the block of the same place says.
    #[br(count = many, args { inner: (item(&numbers),) })]
    pub tails: Zip<u8, Tail>,
}

/// Some bytes.
#[derive(Schema)]
#[binrw]
#[br(import(number: u8))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Tail {
    /// The bytes.
    #[br(count = number)]
    pub bytes: Blob,
}

/// What depends on bits of somebody else.
#[derive(Schema)]
#[binrw]
#[br(import(info: Info))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Last {
    /// Only in the last one.
    #[br(if(info.is_last() && wide(info.length()) + 1 > 2))]
    pub number: Option<u16>,
}

const FILE: &[u8] = b"INS\x11ab\x82ab\0\x01\x02\x0axyz\x91\0\x07";

pub const FEATURE: Feature = Feature {
    name: "fields and bits inside items",
    spelled: "`until(|block: &Block| block.header.info.is_last())`, and the same in `sum` and `each`",
    ask: || ask::<Inside>(&[FILE]),
};

#[test]
fn what_is_inside_items_is_asked() {
    let file = read::from_slice::<Inside>(FILE).expect("reads");
    let lists = [file.blocks.len(), file.marks.len(), file.flags.len()];
    assert_eq!(lists, [2, 2, 2]);
    assert_eq!((file.all.len(), file.last.number), (2, Some(7)));
    let mut endless = file;
    endless.blocks.pop();
    let error = write::to_bytes(&endless).expect_err("has no last block");
    assert_eq!(
        error.to_string(),
        "invalid: blocks: has no item that ends it"
    );
}

#[test]
fn bits_have_their_names_in_descriptors() {
    let layout = Inside::layout();
    let xml = descriptor::print(layout);
    for said in [
        r#"count="until header.info.is_last""#,
        r#"count="sum(blocks, header.info.length)""#,
        r#"count="header.info.length""#,
        r#"when="info.is_last &amp;&amp; info.length + 1 > 2""#,
    ] {
        assert!(xml.contains(said), "{said}: {xml}");
    }
    let unknown = xml.replace("until header.info.is_last", "until header.info.is_first");
    let error = descriptor::parse(&unknown).expect_err("there is no such part");
    let message = error.to_string();
    assert!(
        message.contains("`info` has no part `is_first`"),
        "{message}"
    );
}
