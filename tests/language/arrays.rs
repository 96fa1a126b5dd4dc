//! Arrays: so many items, always.

use binrw::binrw;
use formwork_export::descriptor;
use formwork_schema::{CString, Format, Packed, Record, Schema, Value, count};
use formwork_text::xml;
use serde::{Deserialize, Serialize};

use super::consumers::{Feature, ask};

/// Arrays of numbers, of arrays, of structs and of texts.
#[derive(Schema)]
#[schema(format = "test.arrays", extension = "arr")]
#[binrw]
#[brw(big, magic = b"ARR")]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Arrays {
    /// Nobody knows.
    pub reserved: [u32; 3],
    /// Rows of a matrix.
    pub matrix: [[f32; 2]; 2],
    /// Corners.
    pub corners: [Corner; 2],
    /// Two names.
    pub names: [CString; 2],
    #[br(temp)]
    #[bw(try_calc(count(faces)))]
    face_count: u16,
    /// Triangles.
    #[br(count = face_count)]
    pub faces: Packed<Face>,
}

/// Where two edges meet.
#[derive(Schema, Record)]
#[binrw]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Corner {
    /// Its place.
    pub place: [i16; 2],
    /// What it is.
    pub kind: u8,
}

/// A triangle.
#[derive(Schema, Record)]
#[binrw]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Face {
    /// Places of its corners.
    pub corners: [Corner; 3],
    /// What it is painted with.
    pub color: [u8; 4],
}

fn file() -> Vec<u8> {
    let mut bytes = b"ARR".to_vec();
    bytes.extend([0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3]);
    [1.0_f32, 0.5, -0.5, 2.0]
        .iter()
        .for_each(|number| bytes.extend(number.to_be_bytes()));
    bytes.extend([0, 1, 0, 2, 9, 0xff, 0xff, 0, 4, 8]);
    bytes.extend(b"one\0two\0");
    bytes.extend([0, 2]);
    bytes.extend(0..38);
    bytes
}

pub const FEATURE: Feature = Feature {
    name: "arrays",
    spelled: "`[T; N]`, also in one another",
    ask: || ask::<Arrays>(&[&file()]),
};

/// Arrays of many bytes, wherever arrays stand.
#[derive(Schema)]
#[schema(format = "test.digests", extension = "digests")]
#[binrw]
#[brw(big, magic = b"DIG")]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Digests {
    /// As many bytes as are numbers.
    pub few: [u8; 8],
    /// One more.
    pub many: [u8; 9],
    /// More than expressions know.
    pub key: [u8; 20],
    /// Two in one.
    pub pair: [[u8; 16]; 2],
    #[br(temp)]
    #[bw(try_calc(count(marks)))]
    mark_count: u16,
    /// Marks.
    #[br(count = mark_count)]
    pub marks: Packed<DigestMark>,
    #[br(temp)]
    #[bw(try_calc(count(ids)))]
    id_count: u16,
    /// Identifiers.
    #[br(count = id_count)]
    pub ids: Vec<[u8; 16]>,
}

/// A mark.
#[derive(Schema, Record)]
#[binrw]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DigestMark {
    /// Who made it.
    pub maker: [u8; 16],
    /// Where it is.
    pub place: u16,
}

fn digests() -> Vec<u8> {
    let mut bytes = b"DIG".to_vec();
    bytes.extend(0..8);
    bytes.extend(246..=254);
    bytes.extend(0..20);
    bytes.extend(32..64);
    bytes.extend([0, 60]);
    bytes.extend((0..60 * 18).map(|place| (place % 251) as u8));
    bytes.extend([0, 40]);
    bytes.extend((0..40 * 16).map(|place| (place % 241) as u8));
    bytes
}

fn xml_of(bytes: &[u8]) -> String {
    let layout = Digests::layout();
    let tree = Value::read(layout, &bytes.to_vec().into()).expect("reads");
    let mut text = Vec::new();
    xml::print(layout, &tree, b"", &mut text).expect("prints");
    String::from_utf8(text).expect("UTF-8")
}

#[test]
fn many_bytes_are_one_word_of_xml() {
    for (consumer, outcome) in ask::<Digests>(&[&digests()]) {
        outcome.unwrap_or_else(|why| panic!("{consumer}: {why}"));
    }
    let text = xml_of(&digests());
    for part in [
        "few=\"0 1 2 3 4 5 6 7\"",
        "many=\"f6f7f8f9fafbfcfdfe\"",
        "key=\"000102030405060708090a0b0c0d0e0f10111213\"",
        "pair=\"202122232425262728292a2b2c2d2e2f 303132333435363738393a3b3c3d3e3f\"",
        "<mark maker=\"000102030405060708090a0b0c0d0e0f\" place=\"4113\"/>",
        "<id>000102030405060708090a0b0c0d0e0f</id>",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn such_words_are_read_in_every_way() {
    let (bytes, text) = (digests(), xml_of(&digests()));
    let encode = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        xml::encode(Digests::layout(), &text.replace(from, to))
    };
    let many = "\"f6f7f8f9fafbfcfdfe\"";
    let first = "\"000102030405060708090a0b0c0d0e0f\"";
    for (from, to) in [
        (many, "\"F6F7F8f9fafbFCfdfe\""),
        (many, "\" f6f7f8f9fafbfcfdfe \""),
        (many, "\"246 247 248 249 250 251 252 253 254\""),
        (first, "\"0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15\""),
        (
            "303132333435363738393a3b3c3d3e3f",
            "48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63",
        ),
    ] {
        assert_eq!(encode(from, to).expect("encodes"), bytes, "{to}");
    }
    let changed = encode(many, "\"00f7f8f9fafbfcfdfe\"").expect("encodes");
    assert_eq!((changed[3 + 8], bytes[3 + 8]), (0, 246));
    for (to, message) in [
        (
            "\"f6f7f8f9fafbfcfd\"",
            "expected 18 hexadecimal digits, found 16",
        ),
        (
            "\"f6f7f8f9fafbfcfdfg\"",
            "expected two hexadecimal digits, found `fg`",
        ),
        ("\"f6f7f8f9fafbfcfdfe 1\"", "expected 9 numbers, found 10"),
        ("\"\"", "expected 9 numbers, found 0"),
        ("\"f6f7f8f9fafbfcfdé\"", "found `é`"),
    ] {
        let error = encode(many, to).expect_err("another word").to_string();
        assert!(error.contains(message), "{to}: {error}");
    }
}

/// More bytes than serde knows arrays of, and than a row has.
#[test]
fn pages_of_bytes_are_words_too() {
    let described = r#"<layout formwork="2" format="my.page" recognised="on request">
  <struct name="Page">
    <doc>A page.</doc>
    <field name="page" type="u8[100]">Bytes.</field>
  </struct>
</layout>
"#;
    let layout = descriptor::parse(described).expect("a descriptor");
    let bytes: Vec<u8> = (100..200).collect();
    let tree = Value::read(&layout, &bytes.clone().into()).expect("reads");
    let mut text = Vec::new();
    xml::print(&layout, &tree, b"", &mut text).expect("prints");
    let text = String::from_utf8(text).expect("UTF-8");
    assert!(text.contains("page=\"6465666768"), "{text}");
    assert_eq!(xml::encode(&layout, &text).expect("encodes"), bytes);
    let numbers: Vec<String> = bytes.iter().map(u8::to_string).collect();
    let (before, rest) = text.split_once("page=\"").expect("the page");
    let (_, after) = rest.split_once('"').expect("its end");
    let text = format!("{before}page=\"{}\"{after}", numbers.join(" "));
    assert_eq!(xml::encode(&layout, &text).expect("encodes"), bytes);
}
