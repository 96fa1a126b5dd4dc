//! Bytes that are compared, and choose.

use binrw::binrw;
use formwork_export::{compare, descriptor};
use formwork_schema::{
    Blob, Expr, Format, Latin1, Schema, Text, Value, count, read, size, sized, until, until_eof,
};
use serde::{Deserialize, Serialize};

use super::consumers::{Feature, ask};

/// What pictures begin with.
const PICTURE: [u8; 4] = *b"PICT";

/// Chunks of many kinds.
#[derive(Schema)]
#[schema(format = "test.tags", extension = "tag")]
#[binrw]
#[brw(big, magic = b"TAGS")]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Tags {
    /// Who wrote it.
    pub header: Header,
    /// Only of ours.
    #[br(if(header.maker == *b"ME" && header.kind != *b"none"))]
    pub serial: Option<u16>,
    /// How it counts.
    #[br(temp, calc = match &header.maker { b"ME" => 1, b"US" | b"IT" => 2, _ => 0 })]
    #[bw(ignore)]
    places: u8,
    /// Of those who count.
    #[br(count = places)]
    pub digits: Blob,
    /// Up to the one that says so.
    #[br(parse_with = until(|chunk: &Chunk| chunk.kind == *b"IEND"))]
    pub chunks: Vec<Chunk>,
}

/// Who wrote a file.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// In two letters.
    pub maker: [u8; 2],
    /// Never all zero.
    #[br(assert(kind != *b"\0\0\0\0" || maker == *b"ME"))]
    pub kind: [u8; 4],
    /// Which of all.
    #[br(if(matches!(kind, PICTURE)))]
    pub guid: Option<Guid>,
}

/// The longest.
#[derive(Schema)]
#[binrw]
#[br(assert(id != *b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", "the last one"))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Guid {
    /// Its bytes.
    pub id: [u8; 16],
}

/// One chunk.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Chunk {
    /// What it is.
    pub kind: [u8; 4],
    #[br(temp)]
    #[bw(try_calc(size(content)))]
    length: u8,
    /// What it says.
    #[br(parse_with = sized(length), args(kind))]
    pub content: Content,
}

/// What a chunk says.
#[derive(Schema)]
#[binrw]
#[br(import(kind: [u8; 4]))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Content {
    /// A text.
    #[br(pre_assert(kind == *b"TEXT"))]
    Text {
        /// All of it.
        #[br(parse_with = until_eof)]
        text: Text<Latin1>,
    },
    /// A picture, old or new.
    #[br(pre_assert(matches!(&kind, b"PICT" | b"pict")))]
    Picture {
        #[br(temp)]
        #[bw(try_calc(count(pixels)))]
        pixel_count: u8,
        /// Its pixels.
        #[br(count = pixel_count)]
        pixels: Blob,
    },
    /// Anything else.
    #[br(pre_assert(kind != *b"TEXT" && !matches!(&kind, b"PICT" | b"pict")))]
    Other {
        /// Its bytes.
        #[br(parse_with = until_eof)]
        bytes: Blob,
    },
}

const FILE: &[u8] = b"TAGSMEnorm\x01\x02*TEXT\x02hipict\x03\x02\x01\x02what\x01!IEND\0";

const PICTURES: &[u8] = b"TAGSUSPICT0123456789abcdef45IEND\0";

const OTHERS: &[u8] = b"TAGS??noneIEND\0";

pub const FEATURE: Feature = Feature {
    name: "bytes that are compared",
    spelled: "`kind == *b\"fmt \"`, `!=`, `matches!(&kind, b\"fmt \" | b\"data\")`, `match &kind { … }` over constants, where `kind` is `[u8; N]` of at most 16 \
              bytes, a parameter, or a field inside an earlier one",
    ask: || ask::<Tags>(&[FILE, PICTURES, OTHERS]),
};

#[test]
fn a_tag_chooses() {
    let tree: Tags = read::from_slice(FILE).expect("reads");
    assert_eq!(tree.serial, Some(0x0102));
    let kinds: Vec<_> = tree.chunks.iter().map(|chunk| &chunk.content).collect();
    assert!(matches!(
        kinds[..],
        [
            Content::Text { .. },
            Content::Picture { .. },
            Content::Other { .. },
            Content::Other { .. }
        ]
    ));
    let error = read::from_slice::<Tags>(b"TAGS??\0\0\0\0IEND\0").expect_err("an assert");
    assert!(error.to_string().contains("header.kind"), "{error}");
    let file = [b"TAGS??PICT".as_slice(), &[0xff; 16], b"IEND\0"].concat();
    let error = read::from_slice::<Tags>(&file).expect_err("an assert");
    assert!(error.to_string().contains("the last one"), "{error}");
}

#[test]
fn an_edited_tag_chooses_another_variant() {
    let layout = Tags::layout();
    let value = Value::read(layout, &FILE.to_vec().into()).expect("reads");
    let mut xml = Vec::new();
    formwork_text::xml::print(layout, &value, b"", &mut xml).expect("prints");
    let xml = String::from_utf8(xml).expect("text");
    // `what` becomes `TEXT`, whose content looks differently.
    let edited = xml.replace("119 104 97 116", "84 69 88 84");
    assert_ne!(edited, xml);
    formwork_text::xml::encode(layout, &edited).expect_err("not the content of a text");
}

#[test]
fn bytes_are_printed_and_read_back() {
    let printed = descriptor::print(Tags::layout());
    assert!(
        printed.contains("kind == x&quot;54455854&quot;"),
        "{printed}"
    );
    for text in [
        "a == x\"00\"",
        "x\"00112233445566778899aabbccddeeff\" != b.c",
    ] {
        assert_eq!(Expr::parse(text).expect("reads").to_string(), text);
    }
    for wrong in [
        "x\"\"",
        "x\"0\"",
        "x\"0g\"",
        "x\"00",
        "x\"+1\"",
        "x\"é\"",
        "a == x\"00112233445566778899aabbccddeeff00\"",
    ] {
        Expr::parse(wrong).expect_err(wrong);
    }
    // Another tag is another format.
    let edited = printed.replacen("54455854", "74657874", 1);
    let layout = descriptor::parse(&edited).expect("reads");
    assert!(!compare::layouts(Tags::layout(), &layout).is_empty());
}
