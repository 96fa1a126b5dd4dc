//! How long the file is, and what only the file tells.

use binrw::binrw;
use formwork_schema::{
    Blob, CString, FileLength, Format, Remaining, Schema, Value, count, read, read_file_length,
    wide, write, write_file_length,
};
use serde::{Deserialize, Serialize};

use super::consumers::{Feature, ask};

/// A file that may say at its end how long it is.
#[derive(Schema)]
#[schema(format = "test.tail", extension = "tail")]
#[binrw]
#[brw(big, magic = b"TAIL")]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Tail {
    /// How much there is up to here.
    #[br(parse_with = read_file_length(()))]
    #[bw(write_with = write_file_length(()))]
    pub so_far: FileLength,
    /// What does not count.
    pub note: CString,
    #[br(temp)]
    #[bw(try_calc(count(words)))]
    word_count: u8,
    /// The words.
    #[br(count = word_count)]
    pub words: Vec<CString>,
    #[br(temp)]
    #[bw(ignore)]
    left: Remaining,
    /// Whether the length is missing.
    #[schema(in_texts)]
    #[br(calc = left < 6)]
    #[bw(ignore)]
    pub without_length: bool,
    /// What else there is.
    #[br(count = if without_length { wide(left) } else { wide(left) - 4_u8 })]
    pub rest: Blob,
    /// How much there is without the note.
    #[br(parse_with = read_file_length(&note))]
    #[bw(write_with = write_file_length(note))]
    #[brw(if(!without_length))]
    pub length: FileLength,
}

const RIGHT: &[u8] = b"TAIL\0\0\0\x08note\0\x02ab\0c\0yz\0\0\0\x14";
const WRONG: &[u8] = b"TAIL\0\0\0\x09note\0\x02ab\0c\0yz\0\0\0\x13";
const SHORT: &[u8] = b"TAIL\0\0\0\x08note\0\x02ab\0c\0vwxyz";

pub const FEATURE: Feature = Feature {
    name: "how long the file is, and what only the file tells",
    spelled: "`FileLength` with `parse_with = read_file_length(&before)` and `write_with = write_file_length(before)`, and with \
              `brw(if(…))`; `schema(in_texts)` on a `bool` of a root with `br(calc = …)` and `bw(ignore)` that asks for `Remaining` and the like",
    ask: || ask::<Tail>(&[RIGHT, WRONG, SHORT]),
};

fn xml(bytes: &[u8]) -> String {
    let layout = Tail::layout();
    let tree = Value::read(layout, &bytes.to_vec().into()).expect("reads");
    let mut out = Vec::new();
    formwork_text::xml::print(layout, &tree, b"", &mut out).expect("prints");
    String::from_utf8(out).expect("text")
}

fn encode(text: &str) -> formwork_schema::Result<Vec<u8>> {
    formwork_text::xml::encode(Tail::layout(), text)
}

#[test]
fn right_ones_follow_and_are_in_no_text() {
    let text = xml(RIGHT);
    assert!(
        !text.contains("length") && !text.contains("so_far"),
        "{text}"
    );
    let longer = encode(
        &text
            .replace(">ab<", ">abcde<")
            .replace("note=\"note\"", "note=\"\""),
    )
    .expect("encodes");
    let tree: Tail = read::from_slice(&longer).expect("reads");
    assert_eq!((tree.so_far.wrong(), tree.length.wrong()), (None, None));
    assert_eq!(longer.last(), Some(&0x17));
    assert_eq!(write::to_bytes(&tree).expect("writes"), longer);
}

#[test]
fn wrong_ones_are_kept_and_told() {
    let text = xml(WRONG);
    assert!(
        text.contains("so_far=\"9\"") && text.contains("length=\"19\""),
        "{text}"
    );
    let tree: Tail = read::from_slice(WRONG).expect("reads");
    assert_eq!(
        (tree.so_far.wrong(), tree.length.wrong()),
        (Some(9), Some(19))
    );
    let mut dump = Vec::new();
    let options = formwork_text::dump::DumpOptions::default();
    formwork_text::dump::dump(Tail::layout(), WRONG, &options, &mut dump).expect("dumps");
    let dump = String::from_utf8(dump).expect("text");
    assert!(
        dump.contains("9 should be 8") && dump.contains("19 should be 20"),
        "{dump}"
    );
}

#[test]
fn a_text_may_say_what_follows() {
    let needless = "so_far=\"8\" length=\"20\" without_length=\"false\" note=";
    let text = xml(RIGHT).replace("note=", needless);
    assert_eq!(encode(&text).expect("encodes"), RIGHT);
}

#[test]
fn a_text_says_what_only_the_file_tells() {
    let text = xml(SHORT);
    assert!(text.contains("without_length=\"true\""), "{text}");
    // With three bytes more there is room for a length.
    let longer = text.replace("dnd4eXo=", "dnd4eXp6enp6");
    let error = encode(&longer).expect_err("has a length").to_string();
    assert!(error.contains("without_length"), "{error}");
    assert!(error.contains("`left < 6`"), "{error}");
    let both = text.replace("note=", "length=\"20\" note=");
    let error = encode(&both).expect_err("contradicts itself").to_string();
    assert!(
        error.contains("is there although `!without_length` does not hold"),
        "{error}"
    );
    let wrong = xml(RIGHT).replace("note=", "length=\"9\" without_length=\"true\" note=");
    assert!(encode(&wrong).is_err());
}

#[test]
fn a_tree_that_contradicts_itself_is_refused() {
    let mut tree: Tail = read::from_slice(SHORT).expect("reads");
    tree.length = FileLength::said(7);
    let error = write::to_bytes(&tree).expect_err("contradicts itself");
    assert_eq!(
        error.to_string(),
        "invalid: length: is said although `!without_length` does not hold"
    );
}
