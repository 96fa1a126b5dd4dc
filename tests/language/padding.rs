//! Bytes that mean nothing, and are kept where they are not zero.

use binrw::binrw;
use formwork_schema::{
    Aligned, Blob, CString, Format, Kind, Padding, Schema, Slack, Value, count, read, write,
};
use serde::{Deserialize, Serialize};

use super::consumers::{Feature, ask};

/// A file with room between its values.
#[derive(Schema)]
#[schema(format = "test.padded", extension = "padded")]
#[binrw]
#[brw(little, magic = b"PADS")]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Padded {
    /// How many parts there are.
    pub kind: u8,
    /// Once reserved.
    pub reserved: Padding<3>,
    #[br(temp)]
    #[bw(try_calc(count(entries)))]
    entry_count: u16,
    /// Each at a multiple of four.
    #[br(count = entry_count)]
    pub entries: Vec<Entry>,
    /// Only in some files.
    #[br(if(kind == 2))]
    pub tail: Option<Padding<2>>,
    /// As many as the kind says.
    #[br(count = kind)]
    pub slack: Slack,
}

/// A name and its bytes.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// What stands before it.
    pub before: Aligned<4>,
    /// What it is called.
    pub name: CString,
    #[br(temp)]
    #[bw(try_calc(count(data)))]
    size: u8,
    /// What it holds.
    #[br(count = size)]
    pub data: Blob,
}

const ZEROS: &[u8] = b"PADS\x02\0\0\0\x02\0\0\0ab\0\x02xy\0\0c\0\0\0\0\0\0";

const ODD: &[u8] = b"PADS\x02\x01\0\x02\x02\0\xcc\xddab\0\x02xy\0\x07c\0\0\xff\xfe\0\x09";

const NONE: &[u8] = b"PADS\x01\0\0\x05\0\0\0";

pub const FEATURE: Feature = Feature {
    name: "padding that is kept where it is not zero",
    spelled: "`Padding<3>`, so many bytes; `Aligned<4>`, up to a multiple from the start of the file; `Slack` with `br(count = n)`",
    ask: || ask::<Padded>(&[ZEROS, ODD, NONE]),
};

fn xml(file: &[u8]) -> String {
    let value = Value::read(Padded::layout(), &file.to_vec().into()).expect("reads");
    let mut out = Vec::new();
    formwork_text::xml::print(Padded::layout(), &value, b"", &mut out).expect("prints");
    String::from_utf8(out).expect("text")
}

#[test]
fn zeros_are_in_no_text() {
    let text = xml(ZEROS);
    assert!(
        !text.contains("before") && !text.contains("reserved"),
        "{text}"
    );
    let text = xml(ODD);
    assert!(text.contains("<reserved>AQAC</reserved>"), "{text}");
    let tree: Padded = read::from_slice(ODD).expect("reads");
    assert_eq!(tree.reserved.odd(), Some(&b"\x01\0\x02"[..]));
    assert_eq!(tree.entries[1].before.odd(), Some(&b"\0\x07"[..]));
}

#[test]
fn alignment_follows_an_edit() {
    let layout = Padded::layout();
    let text = xml(ZEROS).replace("name=\"ab\"", "name=\"abcde\"");
    let bytes = formwork_text::xml::encode(layout, &text).expect("encodes");
    assert_eq!(
        bytes,
        b"PADS\x02\0\0\0\x02\0\0\0abcde\0\x02xy\0\0\0c\0\0\0\0\0\0"
    );
    let mut tree: Padded = read::from_slice(ZEROS).expect("reads");
    tree.entries[0].name = "abcde".into();
    assert_eq!(write::to_bytes(&tree).expect("writes"), bytes);
}

#[test]
fn slack_follows_what_counts_it() {
    let layout = Padded::layout();
    let text = xml(NONE);
    assert!(!text.contains("slack"), "{text}");
    let text = text.replace("kind=\"1\"", "kind=\"4\"");
    let bytes = formwork_text::xml::encode(layout, &text).expect("encodes");
    assert_eq!(bytes, b"PADS\x04\0\0\x05\0\0\0\0\0\0");
    let mut tree: Padded = read::from_slice(NONE).expect("reads");
    tree.kind = 4;
    let error = write::to_bytes(&tree).expect_err("too few").to_string();
    assert_eq!(error, "invalid: slack: has 1 items, but `kind` says 4");
    tree.slack = Slack::zeros(4);
    assert_eq!(write::to_bytes(&tree).expect("writes"), bytes);
    let text = xml(ODD);
    assert!(text.contains("<slack>AAk=</slack>"), "{text}");
    let text = text
        .replace("kind=\"2\"", "kind=\"3\"")
        .replace("<tail>//4=</tail>", "");
    let error = formwork_text::xml::encode(layout, &text).expect_err("too few");
    let said = "slack at line";
    assert!(error.to_string().contains(said), "{error}");
    assert!(
        error
            .to_string()
            .contains("has 2 bytes of padding, and 3 stand here"),
        "{error}"
    );
}

#[test]
fn odd_padding_that_does_not_fit_is_refused() {
    let text = xml(ODD).replace("name=\"ab\"", "name=\"abcde\"");
    let error = formwork_text::xml::encode(Padded::layout(), &text).expect_err("another place");
    assert!(
        error
            .to_string()
            .contains("has 2 bytes of padding, and 3 stand here"),
        "{error}"
    );
    let mut tree: Padded = read::from_slice(ODD).expect("reads");
    tree.entries[0].name = "abcde".into();
    let error = write::to_bytes(&tree).expect_err("another place");
    assert_eq!(error.kind(), Kind::Invalid);
    tree.reserved = Padding::from(&b"ab"[..]);
    let error = write::to_bytes(&tree).expect_err("three bytes");
    assert_eq!(
        error.to_string(),
        "invalid: reserved: has 2 bytes of padding, and 3 stand here"
    );
}
