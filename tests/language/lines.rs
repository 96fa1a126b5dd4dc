//! Strings up to several characters, and those whose end may be missing.

use binrw::binrw;
use formwork_export::descriptor;
use formwork_schema::{
    Byte, CrLf, EndedBy, Format, Kept, Latin1, Left, Schema, Utf8, Utf16Le, Value, read, sized,
    until_eof, write,
};
use serde::{Deserialize, Serialize};

use super::consumers::{Feature, ask};

/// Headers, and lines.
#[derive(Schema)]
#[schema(format = "test.headers", extension = "hdr")]
#[binrw]
#[brw(little, magic = b"HEAD")]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Headers {
    /// Up to a line break of two characters.
    pub title: EndedBy<Latin1, CrLf>,
    /// In a wider encoding.
    pub wide: EndedBy<Utf16Le, CrLf>,
    /// Before a sign that begins the number.
    pub unit: EndedBy<Utf8, Left<Byte<b'#'>>>,
    /// What it begins with is its own.
    #[brw(magic = b"#")]
    pub number: u8,
    /// How many bytes the note takes.
    pub size: u8,
    /// A line and what is left.
    #[br(parse_with = sized(size))]
    pub note: Note,
    /// Up to the end; the last one may be without its end.
    #[br(parse_with = until_eof)]
    pub lines: Vec<EndedBy<Utf8, Kept<Byte<b'\n'>>>>,
}

/// Two lines.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Note {
    /// The first line.
    pub first: EndedBy<Utf16Le, Kept<CrLf>>,
    /// The second one.
    pub second: EndedBy<Latin1, Kept<CrLf>>,
}

const FILE: &[u8] = b"HEADa\rb\r\nw\0\r\0\r\0\n\0mm#\x07\x0ax\0\r\0\n\0yz\r\none\n\ntwo";

const EMPTY: &[u8] = b"HEAD\r\n\r\0\n\0#\x07\x03\x01\0\n\n";

pub const FEATURE: Feature = Feature {
    name: "strings up to several characters, and ends that may be missing",
    spelled: "`EndedBy<Latin1, CrLf>`, other marks with `EndMark`; `EndedBy<Utf8, Kept<Byte<b'\\n'>>>` has its mark, and may be without it \
              where the bytes end; `Left<…>` leaves it to what follows",
    ask: || ask::<Headers>(&[FILE, EMPTY]),
};

fn xml(bytes: &[u8]) -> String {
    let layout = Headers::layout();
    let value = Value::read(layout, &bytes.to_vec().into()).expect("reads");
    let mut xml = Vec::new();
    formwork_text::xml::print(layout, &value, b"", &mut xml).expect("prints");
    String::from_utf8(xml).expect("text")
}

#[test]
fn a_mark_is_there_or_not() {
    let tree: Headers = read::from_slice(FILE).expect("reads");
    assert_eq!(tree.title.as_bytes(), b"a\rb");
    assert_eq!(tree.wide.to_text(), "w\\x0d\\x00");
    let lines: Vec<_> = tree.lines.iter().map(EndedBy::to_text).collect();
    assert_eq!(lines, ["one\\x0a", "\\x0a", "two"]);
    assert_eq!(tree.lines[0].content(), b"one");
    let text = xml(FILE);
    assert!(text.contains("<line>one\\x0a</line>"), "{text}");
    assert!(text.contains("<line>two</line>"), "{text}");
}

#[test]
fn only_the_last_one_is_without() {
    let layout = Headers::layout();
    let text = xml(FILE);
    let edited = text.replace("<line>one\\x0a</line>", "<line>one</line>");
    let error = formwork_text::xml::encode(layout, &edited).expect_err("goes on");
    assert_eq!(error.kind(), formwork_schema::Kind::Invalid);
    let edited = text.replace("<line>two</line>", "<line>two\\x0a</line><line>3</line>");
    let bytes = formwork_text::xml::encode(layout, &edited).expect("encodes");
    assert!(bytes.ends_with(b"\none\n\ntwo\n3"));

    let mut tree: Headers = read::from_slice(FILE).expect("reads");
    tree.lines[0] = EndedBy::new("one").expect("a line");
    write::to_bytes(&tree).expect_err("goes on");
    tree.lines.clear();
    write::to_bytes(&tree).expect("writes");
    EndedBy::<Utf8, Left<Byte<b'#'>>>::new("m#m").expect_err("would end");
    EndedBy::<Utf8, Kept<CrLf>>::new("a\\x0d\\x0ab").expect_err("would end");
    EndedBy::<Utf8, CrLf>::new("a\\x0d\\x0ab").expect_err("would end");
    EndedBy::<Utf8, CrLf>::new("a\\x0d").expect("does not end");
}

#[test]
fn a_descriptor_says_the_bytes() {
    let printed = descriptor::print(Headers::layout());
    assert!(
        printed.contains(r#"type="string(iso-8859-1, 0x0d0a)""#),
        "{printed}"
    );
    assert!(
        printed.contains(r#"type="string(utf-8, 0x0a, kept)""#),
        "{printed}"
    );
    for wrong in [
        "0x",
        "0x0",
        "0x0a, keep",
        "0x000102030405060708",
        "0xzz",
        "0é",
    ] {
        let edited = printed.replacen("0x0d0a", wrong, 1);
        descriptor::parse(&edited).expect_err(wrong);
    }
}
