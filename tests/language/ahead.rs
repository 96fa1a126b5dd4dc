//! Numbers further on, and how many bytes are left: what a tail, or an item of a list, is told by.

use binrw::binrw;
use formwork_schema::{
    Blob, Kind, Peek, Remaining, Schema, Text, Utf8, read, size, sized, until, until_eof, wide,
    write,
};
use serde::{Deserialize, Serialize};

use super::consumers::{Feature, ask};

/// Texts with their sizes, as far as they are some.
#[derive(Schema)]
#[schema(format = "test.notes", extension = "notes")]
#[binrw]
#[brw(big, magic = b"NOTE")]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Notes {
    /// One after another.
    #[br(parse_with = until_eof)]
    pub notes: Vec<Note>,
}

/// A text, or what is left of the file where a size leads behind its end.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Note {
    #[br(temp)]
    #[bw(ignore)]
    left: Remaining,
    #[br(temp)]
    #[bw(ignore)]
    ahead: Peek<0>,
    #[br(temp, if(left >= 4 && wide(ahead) <= wide(left) - 4))]
    #[bw(if(text.is_some()), try_calc(size(text)))]
    size: u32,
    /// What it says.
    #[br(if(left >= 4 && wide(ahead) <= wide(left) - 4), parse_with = sized(size))]
    pub text: Option<Said>,
    /// What is no text.
    #[br(if(left < 4 || wide(ahead) > wide(left) - 4), count = wide(left))]
    pub damaged: Option<Blob>,
}

/// What a note says.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Said {
    /// Up to its end.
    #[br(parse_with = until_eof)]
    pub words: Text<Utf8>,
}

const WHOLE: &[u8] = b"NOTE\0\0\0\x02ab\0\0\0\x01c\0\0\0\0";
const DAMAGED: &[u8] = b"NOTE\0\0\0\x02ab\0\0\0\x09c";

pub const FEATURE: Feature = Feature {
    name: "numbers further on, and how many bytes are left",
    spelled: "`Peek<0>`, `Remaining`, in the byte order in force",
    ask: || ask::<Notes>(&[WHOLE, DAMAGED]),
};

#[test]
fn what_is_no_item_is_told_by_a_number_ahead() {
    let tree: Notes = read::from_slice(WHOLE).expect("reads");
    assert_eq!(tree.notes.len(), 3);
    let tree: Notes = read::from_slice(DAMAGED).expect("reads");
    assert_eq!(tree.notes.len(), 2);
    let damaged = tree.notes[1].damaged.as_ref().expect("no text");
    assert_eq!(damaged.as_bytes(), b"\0\0\0\x09c");
}

/// Numbers up to the one before the last byte.
#[derive(Schema)]
#[schema(format = "test.numbers", extension = "nums")]
#[binrw]
#[brw(little, magic = b"NUMS")]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Numbers {
    /// One after another.
    #[br(parse_with = until(|number: &Number| number.is_last))]
    pub numbers: Vec<Number>,
    /// Of all.
    pub sum: u8,
}

/// A number.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Number {
    /// It.
    pub value: u8,
    #[br(temp)]
    #[bw(ignore)]
    left: Remaining,
    /// Whether only the sum follows.
    #[br(calc = left == 1)]
    #[bw(ignore)]
    pub is_last: bool,
}

const NUMBERS: &[u8] = b"NUMS\x01\x02\x03\x06";

pub const LAST: Feature = Feature {
    name: "lists that end where the bytes say so",
    spelled: "`until(|item: &Item| item.last)` where `last` is `br(calc = left == 1)` of a `Remaining`",
    ask: || ask::<Numbers>(&[NUMBERS]),
};

#[test]
fn a_typed_tree_that_would_read_otherwise_is_not_written() {
    let tree: Numbers = read::from_slice(NUMBERS).expect("reads");
    assert_eq!(write::to_bytes(&tree).expect("writes"), NUMBERS);
    let mut unsure = tree.clone();
    unsure.numbers[2].is_last = false;
    let error = write::to_bytes(&unsure).expect_err("no last one");
    assert_eq!(
        error.to_string(),
        "invalid: numbers: has no item that ends it"
    );
    let mut early = tree;
    early.numbers.truncate(2);
    early.numbers[0].is_last = true;
    let error = write::to_bytes(&early).expect_err("the first is the last");
    assert_eq!(error.to_string(), "invalid: numbers: would end with item 0");
    let mut notes: Notes = read::from_slice(DAMAGED).expect("reads");
    notes.notes[1].damaged = Some(b"\0\0\0\x01c".to_vec().into());
    let error = write::to_bytes(&notes).expect_err("that is a text");
    assert_eq!(error.kind(), Kind::Invalid);
    assert!(
        error
            .to_string()
            .starts_with("invalid: would read back as another tree; see what depends"),
        "{error}"
    );
}
