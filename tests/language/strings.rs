//! Strings in encodings, of as many bytes as they are given.

use binrw::binrw;
use formwork_schema::{
    Charset, Ended, Format, Kind, Latin1, Packed, Schema, ShiftJis, Text, TextEncoding, Utf8,
    Utf16Be, Utf16Le, Value, count, read, sized, until_eof, write,
};
use serde::{Deserialize, Serialize};

use super::consumers::{Feature, ask};

/// Names in many encodings.
#[derive(Schema)]
#[schema(format = "test.strings", extension = "str")]
#[binrw]
#[brw(little, magic = b"STRS")]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Strings {
    #[br(temp)]
    #[bw(try_calc(count(title)))]
    title_length: u16,
    /// With its length in front.
    #[br(count = title_length)]
    pub title: Text<Utf8>,
    /// Always four bytes.
    #[br(count = 4)]
    pub tag: Text<Latin1>,
    /// How many bytes the names take.
    pub size: u8,
    /// As many of them as fit.
    #[br(parse_with = sized(size))]
    pub names: Names,
    /// Numbers, which other lists stand beside.
    #[br(count = 2)]
    pub numbers: Packed<u16>,
    /// Only in some files.
    #[br(if(size > 3), count = 2)]
    pub sign: Option<Text<Utf16Be>>,
    /// Up to the end.
    #[br(parse_with = until_eof)]
    pub rest: Text<Cyrillic>,
}

/// Two names.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Names {
    #[br(temp)]
    #[bw(try_calc(count(first)))]
    first_length: u8,
    /// Japanese.
    #[br(count = first_length)]
    pub first: Text<ShiftJis>,
    /// Whatever is left.
    #[br(parse_with = until_eof)]
    pub second: Text<Utf16Le>,
}

/// Lines and words.
#[derive(Schema)]
#[schema(format = "test.lines", extension = "lin")]
#[binrw]
#[brw(little, magic = b"LINE")]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Lines {
    /// Up to a line break.
    pub title: Ended<Utf8, b'\n'>,
    /// Up to a NUL of two bytes.
    pub author: Ended<Utf16Le>,
    #[br(temp)]
    #[bw(try_calc(count(words)))]
    word_count: u8,
    /// One after another.
    #[br(count = word_count)]
    pub words: Vec<Ended<Utf16Be, b'|'>>,
    /// Always two.
    pub sides: [Ended<ShiftJis>; 2],
    /// What is in the rest.
    #[br(parse_with = until_eof)]
    pub others: Vec<Ended<Latin1, b';'>>,
}

/// Of Russia.
#[derive(Debug)]
pub enum Cyrillic {}

impl TextEncoding for Cyrillic {
    const CHARSET: Charset = Charset::legacy("koi8-r");
}

const FILE: &[u8] =
    b"STRS\x05\0Gr\xc3\xbc\xc3\xfc\x80ab\x0d\x06\x83\x65\x83\x58\x83\x67h\0i\0\x3d\xd8\
    \x01\0\x02\0\x30\x42\xf0\xd2\xc9";

const EMPTY: &[u8] = b"STRS\0\0\0\0\0\0\x01\0\0\0\0\0";

pub const FEATURE: Feature = Feature {
    name: "strings in encodings",
    spelled: "`Text<Utf8>`, `Latin1`, `Utf16Le`, `Utf16Be`, `ShiftJis`, `Windows1252` and every legacy encoding of WHATWG by its name, with \
              `br(count = n)`, `filling(n)` or `until_eof`",
    ask: || ask::<Strings>(&[FILE, EMPTY]),
};

const LINES: &[u8] =
    b"LINEGr\xc3\xbc\xc3\xfc\ne\0\0\x01\x3d\xd8\0\0\x02\0a\0b\0|\0|l\0r\x83\x65\0a\xfc;;b;";

const NO_LINES: &[u8] = b"LINE\n\0\0\0\0\0";

pub const ENDED: Feature = Feature {
    name: "strings up to a character",
    spelled: "`Ended<Utf16Le>` up to a NUL, `Ended<Utf8, b'\\n'>` up to another character of ASCII",
    ask: || ask::<Lines>(&[LINES, NO_LINES]),
};

#[test]
fn strings_end_where_their_mark_is() {
    let tree: Lines = read::from_slice(LINES).expect("reads");
    assert_eq!(tree.title.to_text(), "Grü\\xc3\\xfc");
    assert_eq!(tree.author.to_text(), "eĀ\\x3d\\xd8");
    let words: Vec<_> = tree.words.iter().map(Ended::to_text).collect();
    assert_eq!(words, ["ab", ""]);
    let whole = format!("{:?}", Ended::<Utf16Le>::new("a\\x41").expect_err("odd"));
    assert!(whole.contains("odd"), "{whole}");
    Ended::<Utf8, b'\n'>::new("a\nb").expect_err("would end");
    let layout = Lines::layout();
    let value = Value::read(layout, &LINES.to_vec().into()).expect("reads");
    let mut json = Vec::new();
    formwork_text::json::print(layout, &value, b"", &mut json).expect("prints");
    let json = String::from_utf8(json).expect("text");
    for (from, to, said) in [
        (
            "\"ab\"",
            "\"a|b\"",
            "has `\\x00|` at byte 2, where it would end",
        ),
        ("\"ab\"", "\"a\\\\x41\"", "has an odd number of bytes"),
        ("\"Gr", "\"G\\nr", "has `\\n` at byte 1, where it would end"),
    ] {
        let edited = json.replace(from, to);
        assert_ne!(edited, json);
        let error = formwork_text::json::encode(layout, &edited).expect_err(to);
        assert!(error.to_string().contains(said), "{error}");
    }
    let cut = read::from_slice::<Lines>(&LINES[..8]).expect_err("no line break");
    assert_eq!(
        cut.to_string(),
        "malformed: title at 0x4: no `\\x0a` before the end of the file"
    );
}

#[test]
fn characters_are_shown_and_bytes_come_back() {
    let mut tree: Strings = read::from_slice(FILE).expect("reads");
    assert_eq!(tree.title.to_text(), "Grü\\xc3");
    assert_eq!(tree.tag.to_text(), "ü\\x80ab");
    assert_eq!(tree.names.first.to_text(), "テスト");
    assert_eq!(tree.names.second.to_text(), "hi\\x3d\\xd8");
    assert_eq!(tree.rest.to_text(), "При");
    tree.rest = Text::new("Привет").expect("in its encoding");
    let bytes = write::to_bytes(&tree).expect("writes");
    assert!(bytes.ends_with(b"\xf0\xd2\xc9\xd7\xc5\xd4"));
    assert_eq!(
        Text::<Cyrillic>::new("5 ü").expect_err("no ü").kind(),
        Kind::Invalid
    );
    tree.tag = Text::new("abcde").expect("in its encoding");
    let error = write::to_bytes(&tree).expect_err("too long");
    assert_eq!(
        error.to_string(),
        "invalid: tag: has 5 items, but `4` says 4"
    );
}

#[test]
fn texts_are_edited_as_characters() {
    let layout = Strings::layout();
    let value = Value::read(layout, &FILE.to_vec().into()).expect("reads");
    let mut xml = Vec::new();
    formwork_text::xml::print(layout, &value, b"", &mut xml).expect("prints");
    let xml = String::from_utf8(xml).expect("text");
    assert!(xml.contains(r#"first="テスト""#), "{xml}");
    let edited = xml.replace("title=\"Gr", "title=\"Very gr");
    let bytes = formwork_text::xml::encode(layout, &edited).expect("encodes");
    assert_eq!(&bytes[4..8], b"\x0a\0Ve");
    let lost = xml.replace("При", "5 ü");
    let error = formwork_text::xml::encode(layout, &lost).expect_err("no such character");
    let error = error.to_string();
    assert!(
        error.contains("has characters that koi8-r lacks"),
        "{error}"
    );
    assert!(error.contains("line 2"), "{error}");
}
