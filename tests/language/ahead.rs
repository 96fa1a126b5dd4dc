//! Numbers further on, and how many bytes are left: what a tail, or an item of a list, is told by.

use binrw::binrw;
use formwork_schema::{
    Blob, Peek, Remaining, Schema, Text, Utf8, read, size, sized, until_eof, wide,
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
