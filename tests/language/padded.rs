//! Strings in fields that may be longer.

use binrw::binrw;
use formwork_export::descriptor;
use formwork_schema::{
    Format, Kind, Latin1, Padded, Schema, ShiftJis, Utf8, Utf16Le, Value, count, read, wide, write,
};
use serde::{Deserialize, Serialize};

use super::consumers::{Feature, ask};

/// Labels of cells.
#[derive(Schema)]
#[schema(format = "test.labels", extension = "lab")]
#[binrw]
#[brw(little, magic = b"LABS")]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Labels {
    /// How many bytes a name may take.
    pub width: u8,
    /// What it is about.
    #[br(count = 8)]
    pub title: Padded<Latin1>,
    /// As long as the file says.
    #[br(count = width)]
    pub name: Padded<ShiftJis>,
    /// Twice as long.
    #[br(count = wide(width) * 2)]
    pub wide_name: Padded<Utf16Le>,
    #[br(temp)]
    #[bw(try_calc(count(cells)))]
    cell_count: u8,
    /// One after another.
    #[br(count = cell_count, args { inner: (width,) })]
    pub cells: Vec<Sign>,
}

/// One cell.
#[derive(Schema)]
#[binrw]
#[br(import(width: u8))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Sign {
    /// Where it is.
    pub row: u16,
    /// What it says, if the names are long.
    #[br(if(width > 3), count = width)]
    pub label: Option<Padded<Utf8>>,
}

const FILE: &[u8] = b"LABS\x05Gr\xfcn\0\0\xcc\0\x83\x65abch\0i\0\0\0\0\xd8\0\0\
    \x02\x01\0a\0\0\0\0\x02\0abcde";

const ODD: &[u8] = b"LABS\x03\0\0\0\0\0\0\0\0\0\0\0h\0i\0\0\0\x01\x07\0";

pub const FEATURE: Feature = Feature {
    name: "strings in fields that may be longer",
    spelled: "`Padded<Latin1>` with `br(count = n)`, up to a NUL or the end of the field",
    ask: || ask::<Labels>(&[FILE, ODD]),
};

fn xml(bytes: &[u8]) -> String {
    let layout = Labels::layout();
    let value = Value::read(layout, &bytes.to_vec().into()).expect("reads");
    let mut xml = Vec::new();
    formwork_text::xml::print(layout, &value, b"", &mut xml).expect("prints");
    String::from_utf8(xml).expect("text")
}

#[test]
fn zeros_are_in_no_text_and_other_bytes_are() {
    let tree: Labels = read::from_slice(FILE).expect("reads");
    assert_eq!(tree.title.to_text(), "Grün");
    assert_eq!(tree.title.len(), 8);
    assert_eq!(tree.name.to_text(), "テabc");
    assert_eq!(tree.wide_name.to_text(), "hi");
    let text = xml(FILE);
    assert!(text.contains(r#"title="Grün\x00\x00Ì""#), "{text}");
    assert!(text.contains(r#"wide_name="hi\x00\x00\x00\xd8""#), "{text}");
    assert!(text.contains(r#"label="a""#), "{text}");
    let json = serde_json::to_string(&tree).expect("serializes");
    let again: Labels = serde_json::from_str(&json).expect("deserializes");
    assert_eq!(again, tree);
}

#[test]
fn an_edited_text_is_filled_up_and_must_fit() {
    let text = xml(FILE);
    let layout = Labels::layout();
    let edited = text.replace(r#"label="a""#, r#"label="abcd""#);
    let bytes = formwork_text::xml::encode(layout, &edited).expect("fits");
    assert_eq!(bytes.len(), FILE.len());
    assert!(bytes.ends_with(b"\x01\0abcd\0\x02\0abcde"));
    // A NUL at the end is one of the zeros.
    let edited = text.replace(r#"label="a""#, r#"label="a\x00""#);
    let bytes = formwork_text::xml::encode(layout, &edited).expect("fits");
    assert_eq!(bytes, FILE);
    let long = text.replace(r#"label="a""#, r#"label="abcdef""#);
    let error = formwork_text::xml::encode(layout, &long).expect_err("too long");
    let error = error.to_string();
    assert!(
        error.contains("cells[0].label") && error.contains("has 6 bytes where `width` is 5"),
        "{error}"
    );
    assert!(error.contains("line 3"), "{error}");

    let mut tree: Labels = read::from_slice(FILE).expect("reads");
    tree.title = Padded::new("short", 8).expect("fits");
    let bytes = write::to_bytes(&tree).expect("writes");
    assert_eq!(&bytes[5..13], b"short\0\0\0");
    let error = Padded::<Latin1>::new("123456789", 8).expect_err("too long");
    assert_eq!(error.kind(), Kind::Invalid);
    tree.title = Padded::new("short", 6).expect("fits");
    let error = write::to_bytes(&tree).expect_err("another length");
    assert_eq!(
        error.to_string(),
        "invalid: title: has 6 items, but `8` says 8"
    );
}

#[test]
fn a_descriptor_says_how_long_the_field_is() {
    let printed = descriptor::print(Labels::layout());
    for (from, to, said) in [
        (
            r#"padded="true" count="8""#,
            r#"padded="true" count="to end""#,
            "a padded text has a number of bytes",
        ),
        (
            r#"charset="iso-8859-1" padded"#,
            "padded",
            "only characters are padded",
        ),
        (
            r#"<field name="width" type="u8">"#,
            r#"<field name="width" type="remaining" visible="false">"#,
            "`count` asks `width`, which only the finished file tells",
        ),
    ] {
        let edited = printed.replacen(from, to, 1);
        assert_ne!(edited, printed, "{from}");
        let error = descriptor::parse(&edited).expect_err(said).to_string();
        assert!(error.contains(said), "{error}");
    }
}
