//! Strings in encodings, of as many bytes as they are given.

use binrw::binrw;
use formwork_schema::{
    Charset, Format, Kind, Latin1, Packed, Schema, ShiftJis, Text, TextEncoding, Utf8, Utf16Be,
    Utf16Le, Value, count, read, sized, until_eof, write,
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
              `br(count = n)`, `sized(n)` or `until_eof`",
    ask: || ask::<Strings>(&[FILE, EMPTY]),
};

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
