//! Values that have so many bytes, lists that end with an item, padding.

use binrw::binrw;
use formwork_schema::{
    Blob, CString, Kind, Nested, Schema, count, filling, plus, read, size, sized, until, until_eof,
    wide,
};
use serde::{Deserialize, Serialize};

use super::consumers::{Feature, ask};

/// A file whose sizes count more than what they stand in front of.
#[derive(Schema)]
#[schema(format = "test.counting", extension = "cnt")]
#[binrw]
#[brw(little, magic = b"CNT")]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Counting {
    /// Of the file.
    #[br(temp)]
    #[bw(try_calc(plus(size(head), 7)))]
    size: u32,
    /// All else.
    #[br(parse_with = sized(wide(size) - 7))]
    pub head: Last,
}

/// A list by its last index.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Last {
    #[br(temp)]
    #[bw(try_calc(plus(count(steps), -1)))]
    last: u8,
    /// At least one, at most 256.
    #[br(count = wide(last) + 1)]
    pub steps: Vec<Step>,
    /// Whatever is left.
    #[br(parse_with = until_eof)]
    pub rest: Blob,
}

/// A file of chunks.
#[derive(Schema)]
#[schema(format = "test.chunks", extension = "chk")]
#[binrw]
#[brw(big, magic = b"CHNK")]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Chunks {
    #[br(temp)]
    #[bw(try_calc(size(head)))]
    head_size: u32,
    /// What it is about.
    #[br(parse_with = sized(head_size))]
    pub head: Head,
    /// How many bytes the marks take.
    pub mark_size: u8,
    /// As many as fit.
    #[br(parse_with = filling(mark_size))]
    pub marks: Vec<Mark>,
    /// Up to the one that is the last.
    #[br(parse_with = until(|step: &Step| step.kind == 0))]
    pub steps: Vec<Step>,
    /// Stands at a multiple of eight.
    #[brw(align_before = 8, pad_after = 2)]
    pub aligned: u16,
    /// In five bytes, whatever it takes.
    #[brw(pad_size_to = 5, align_after = 4)]
    pub padded: CString,
    /// Behind as many bytes as it says, twice.
    #[br(pad_before = aligned & 3)]
    #[bw(pad_before = *aligned & 3)]
    pub last: u8,
}

/// What a file is about.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Head {
    /// Its name.
    pub name: CString,
    /// What newer writers say.
    #[br(parse_with = until_eof)]
    pub rest: Blob,
}

/// A mark, as long as it says.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Mark {
    #[br(temp)]
    #[bw(try_calc(size(text)))]
    length: u8,
    /// What it says.
    #[br(parse_with = sized(length))]
    pub text: CString,
}

/// A step of something.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// 0: the last one.
    pub kind: u8,
    /// How far.
    #[br(if(kind != 0))]
    pub length: Option<u16>,
}

const FILE: &[u8] = b"CHNK\0\0\0\x06abc\0\x01\x02\x07\x02a\0\x03bc\0\x01\x01\x02\x02\0\x03\0\
    \0\0\0\0\x02\0\0ab\0\0\0\0\0\0\0\0\x09";

pub const FEATURE: Feature = Feature {
    name: "sizes, lists that end with an item, padding",
    spelled: "`parse_with = sized(n)`, `filling(n)`, `until(|item: &Item| …)`, `bw(try_calc(size(value)))`, `pad_before`, \
              `pad_after`, `pad_size_to`, `align_before`, `align_after`",
    ask: || ask::<Chunks>(&[FILE]),
};

#[test]
fn a_value_takes_all_of_its_bytes() {
    let mut file = FILE.to_vec();
    file[12..14].copy_from_slice(b"\0\0");
    let read: Chunks = read::from_slice(&file).expect("reads");
    assert_eq!(read.head.rest.as_bytes(), b"\0\0");
    // One byte more than the text has.
    file[15] = 3;
    let error = read::from_slice::<Chunks>(&file).expect_err("a byte is left over");
    assert_eq!(
        error.to_string(),
        "malformed: marks[0].text at 0x12: ends 1 byte before its 3 do; a last field up to the end would keep them"
    );
}

pub const COUNTING_MORE: Feature = Feature {
    name: "counts and sizes of more than what follows",
    spelled: "`bw(try_calc(plus(size(value), 12)))` with `parse_with = sized(wide(n) - 12)`, `plus(count(list), -1)`",
    ask: || ask::<Counting>(&[COUNTING]),
};

const COUNTING: &[u8] = b"CNT\x10\0\0\0\x01\x01\x02\0\0ab\0\x07";

#[test]
fn numbers_that_count_more_are_held_to_it() {
    let mut tree: Counting = read::from_slice(COUNTING).expect("reads");
    assert_eq!(tree.head.steps.len(), 2);
    // One byte less than the file before it has.
    let mut file = COUNTING.to_vec();
    file[3] = 6;
    let error = read::from_slice::<Counting>(&file).expect_err("fewer bytes than none");
    assert_eq!(error.kind(), Kind::Malformed);
    let error = error.to_string();
    assert!(error.contains(": a negative size: -1"), "{error}");
    tree.head.steps.clear();
    let error = formwork_schema::write::to_bytes(&tree).expect_err("no last index");
    assert_eq!(
        error.to_string(),
        "invalid: head.last: is -1, which its field cannot say"
    );
    tree.head.steps = vec![
        Step {
            kind: 0,
            length: None
        };
        256
    ];
    let bytes = formwork_schema::write::to_bytes(&tree).expect("writes");
    assert_eq!(read::from_slice::<Counting>(&bytes).expect("reads"), tree);
}

#[test]
fn sizes_follow_an_edit() {
    let layout = <Chunks as formwork_schema::Format>::layout();
    let tree = formwork_schema::Value::read(layout, &FILE.to_vec().into()).expect("reads");
    let mut xml = Vec::new();
    formwork_text::xml::print(layout, &tree, b"", &mut xml).expect("prints");
    let xml = String::from_utf8(xml).expect("text");
    assert!(!xml.contains("head_size"), "{xml}");
    let edited = xml.replace("name=\"abc\"", "name=\"longer\"");
    let bytes = formwork_text::xml::encode(layout, &edited).expect("encodes");
    assert_eq!(&bytes[..15], b"CHNK\0\0\0\x09longer\0");
}

/// Something in itself, each level with its size in front.
#[derive(Schema)]
#[schema(format = "test.boxes", extension = "box", recognised = "on request")]
#[binrw]
#[brw(little)]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Boxes {
    #[br(temp)]
    #[bw(try_calc(size(content)))]
    length: u32,
    /// What is in it.
    #[br(parse_with = sized(length))]
    pub content: Boxed,
}

/// What is in a box.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Boxed {
    #[br(temp)]
    #[bw(try_calc(count(inner)))]
    count: u8,
    /// More of them.
    #[br(count = count)]
    pub inner: Vec<Nested<Boxes>>,
}

#[test]
fn sizes_within_sizes_cost_no_more_than_the_tree() {
    let mut tree = Boxes {
        content: Boxed { inner: Vec::new() },
    };
    // Were each counted anew by what is around it, it would be 2 to the power of this.
    for _ in 0..40 {
        let inner = vec![Nested(tree)];
        tree = Boxes {
            content: Boxed { inner },
        };
    }
    let bytes = formwork_schema::write::to_bytes(&tree).expect("writes");
    assert_eq!(bytes.len(), 41 * 5);
    assert_eq!(read::from_slice::<Boxes>(&bytes).expect("reads"), tree);
}

/// A value with a size at an odd place, and padding in it that asks for the place.
#[derive(Schema)]
#[schema(format = "test.crooked", extension = "crk", recognised = "on request")]
#[binrw]
#[brw(little)]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Crooked {
    #[br(temp)]
    #[bw(try_calc(size(content)))]
    length: u8,
    /// What has it.
    #[br(parse_with = sized(length))]
    pub content: Straight,
}

/// A number at a multiple of four.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Straight {
    /// What stands there.
    #[brw(align_before = 4)]
    pub number: u32,
}

#[test]
fn a_size_that_its_place_changes_is_not_written_wrongly() {
    let file = b"\x07\0\0\0\x2a\0\0\0";
    let tree: Crooked = read::from_slice(file).expect("reads");
    // The number is counted without the padding that only its place demands.
    let error = formwork_schema::write::to_bytes(&tree).expect_err("the size would be wrong");
    assert!(
        error
            .to_string()
            .starts_with("invalid: would not read back"),
        "{error}"
    );
}
