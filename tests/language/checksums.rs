//! Checksums of fields before them.

use binrw::binrw;
use formwork_schema::{
    Adler32, Aligned, Blob, CString, Checksum, Crc16, Crc32, Fnv1a, Format, Kind, Sdbm, Sum8,
    Sum16, Sum32, Value, Vle, Xor8, count, read, read_checksum, size, sized, write, write_checksum,
};
use formwork_text::{
    diff::{self, DiffOptions},
    outline::Outline,
};
use serde::{Deserialize, Serialize};

use super::consumers::{Feature, ask};

/// Blocks with checksums.
#[derive(formwork_schema::Schema)]
#[schema(format = "test.sums", extension = "sums")]
#[binrw]
#[brw(big, magic = b"SUMS")]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Sums {
    #[br(temp)]
    #[bw(try_calc(count(blocks)))]
    block_count: u8,
    /// The blocks.
    #[br(count = block_count)]
    pub blocks: Vec<Block>,
    /// Of all blocks, and how many they are.
    #[br(parse_with = read_checksum((&block_count, &blocks)))]
    #[bw(write_with = write_checksum((&block_count, blocks)))]
    pub all: Checksum<Adler32>,
    /// The others.
    pub others: Others,
}

/// A block.
#[derive(formwork_schema::Schema)]
#[binrw]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Block {
    #[br(temp)]
    #[bw(try_calc(size(content)))]
    length: Vle,
    /// What it is.
    pub kind: [u8; 2],
    /// What it holds.
    #[br(parse_with = sized(length))]
    pub content: Content,
    /// Of kind and content.
    #[br(parse_with = read_checksum((&kind, &content)))]
    #[bw(write_with = write_checksum((kind, content)))]
    pub crc: Checksum<Crc32>,
}

/// What a block holds.
#[derive(formwork_schema::Schema)]
#[binrw]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Content {
    /// A name.
    pub name: CString,
    /// A number, in the byte order of the file.
    pub number: u16,
    /// Whatever is left.
    #[br(parse_with = formwork_schema::until_eof)]
    pub rest: Blob,
}

/// One of each other kind, of the same bytes.
#[derive(formwork_schema::Schema)]
#[binrw]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Others {
    /// The bytes.
    #[br(count = 9)]
    pub data: Blob,
    /// CRC-16.
    #[br(parse_with = read_checksum(&data))]
    #[bw(write_with = write_checksum(data))]
    pub crc16: Checksum<Crc16>,
    /// The sum in a byte.
    #[br(parse_with = read_checksum(&data))]
    #[bw(write_with = write_checksum(data))]
    pub sum8: Checksum<Sum8>,
    /// The sum in two.
    #[br(parse_with = read_checksum(&data))]
    #[bw(write_with = write_checksum(data))]
    pub sum16: Checksum<Sum16>,
    /// The sum in four.
    #[br(parse_with = read_checksum(&data))]
    #[bw(write_with = write_checksum(data))]
    pub sum32: Checksum<Sum32>,
    /// Exclusive or.
    #[br(parse_with = read_checksum(&data))]
    #[bw(write_with = write_checksum(data))]
    pub xor: Checksum<Xor8>,
    /// SDBM.
    #[br(parse_with = read_checksum(&data))]
    #[bw(write_with = write_checksum(data))]
    pub sdbm: Checksum<Sdbm>,
    /// FNV-1a.
    #[br(parse_with = read_checksum(&data))]
    #[bw(write_with = write_checksum(data))]
    pub fnv: Checksum<Fnv1a>,
}

fn tree() -> Sums {
    let block = |name: &str, rest: &[u8]| Block {
        kind: *b"ab",
        content: Content {
            name: name.into(),
            number: 0x102,
            rest: rest.to_vec().into(),
        },
        crc: Checksum::default(),
    };
    Sums {
        blocks: vec![block("first", b""), block("second", &[7; 200])],
        all: Checksum::default(),
        others: Others {
            data: b"123456789".to_vec().into(),
            crc16: Checksum::default(),
            sum8: Checksum::default(),
            sum16: Checksum::default(),
            sum32: Checksum::default(),
            xor: Checksum::default(),
            sdbm: Checksum::default(),
            fnv: Checksum::default(),
        },
    }
}

fn right() -> Vec<u8> {
    write::to_bytes(&tree()).expect("writes")
}

/// Where the checksum of the first block stands: behind magic, count, length, kind and ten bytes.
const FIRST: usize = 4 + 1 + 1 + 2 + 8;

fn wrong() -> Vec<u8> {
    let mut bytes = right();
    bytes[FIRST] ^= 1;
    let last = bytes.len() - 1;
    bytes[last] ^= 0x80;
    bytes
}

pub const FEATURE: Feature = Feature {
    name: "checksums",
    spelled: "`Checksum<Crc32>`, `Adler32`, `Crc16`, `Sum8`, `Sum16`, `Sum32`, `Xor8`, `Sdbm`, `Fnv1a` with \
              `parse_with = read_checksum((&a, &b))` and `write_with = write_checksum((a, b))`",
    ask: || ask::<Sums>(&[&right(), &wrong()]),
};

/// A body with a size in front, whose numbers have the highest byte first.
#[derive(formwork_schema::Schema)]
#[schema(format = "test.boxed", extension = "boxed")]
#[binrw]
#[brw(big, magic = b"BOXE")]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Boxed {
    #[br(temp)]
    #[bw(try_calc(size(body)))]
    size: u16,
    /// What is in it.
    #[br(parse_with = sized(size))]
    pub body: Body,
    /// Of all that.
    #[br(parse_with = read_checksum((&size, &body)))]
    #[bw(write_with = write_checksum((&size, body)))]
    pub all: Checksum<Crc32>,
}

/// Numbers and their checksum.
#[derive(formwork_schema::Schema)]
#[binrw]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Body {
    /// One.
    pub first: u16,
    /// Another.
    pub second: u32,
    /// Of both.
    #[br(parse_with = read_checksum((&first, &second)))]
    #[bw(write_with = write_checksum((first, second)))]
    pub sum: Checksum<Fnv1a>,
}

const BOXED: &[u8] = b"BOXE\0\x0a\x01\x02\x03\x04\x05\x06\x7c\x6f\x8e\xbc\0\0\0\0";

#[test]
fn sums_in_sized_values_have_the_byte_order_of_the_file() {
    let mut boxed: Boxed = read::from_slice(BOXED).expect("reads");
    boxed.body.sum = Checksum::default();
    boxed.all = Checksum::default();
    let right = write::to_bytes(&boxed).expect("writes");
    let walked = Value::read(Boxed::layout(), &right.clone().into()).expect("reads");
    assert_eq!(walked, Value::of(&boxed).expect("a tree"));
    let mut text = Vec::new();
    formwork_text::json::print(Boxed::layout(), &walked, b"", &mut text).expect("prints");
    let text = String::from_utf8(text).expect("text");
    assert!(!text.contains("sum") && !text.contains("all"), "{text}");
    assert_eq!(read::from_slice::<Boxed>(&right).expect("reads"), boxed);
    for (consumer, outcome) in ask::<Boxed>(&[BOXED, &right]) {
        outcome.unwrap_or_else(|why| panic!("{consumer}: {why}"));
    }
}

#[test]
fn right_ones_follow_and_are_in_no_text() {
    let bytes = right();
    assert_eq!(read::from_slice::<Sums>(&bytes).expect("reads"), tree());
    let layout = Sums::layout();
    let value = Value::read(layout, &bytes.clone().into()).expect("reads");
    let mut xml = Vec::new();
    formwork_text::xml::print(layout, &value, b"", &mut xml).expect("prints");
    let xml = String::from_utf8(xml).expect("text");
    assert!(!xml.contains("crc") && !xml.contains("all="), "{xml}");
    let edited = xml.replace("name=\"first\"", "name=\"another\"");
    let edited = formwork_text::xml::encode(layout, &edited).expect("encodes");
    let again: Sums = read::from_slice(&edited).expect("reads");
    assert_eq!(again.blocks[0].content.name, "another");
    assert_eq!(again.blocks[0].crc.wrong(), None);
    assert_eq!(again.all.wrong(), None);
}

#[test]
fn wrong_ones_are_kept_and_told() {
    let bytes = wrong();
    let tree: Sums = read::from_slice(&bytes).expect("reads");
    assert!(tree.blocks[0].crc.wrong().is_some());
    // It covers the wrong one, and is not right any more.
    assert!(tree.all.wrong().is_some());
    assert_eq!(tree.blocks[1].crc.wrong(), None);
    let mut dump = Vec::new();
    let options = formwork_text::dump::DumpOptions::default();
    formwork_text::dump::dump(Sums::layout(), &bytes, &options, &mut dump).expect("dumps");
    let dump = String::from_utf8(dump).expect("text");
    assert_eq!(dump.matches(" should be 0x").count(), 3, "{dump}");
}

#[test]
fn differences_show_them_as_dumps_do() {
    let (a, mut b) = (wrong(), wrong());
    b[FIRST] ^= 2;
    let outline = |bytes| {
        let limits = formwork_schema::Limits::default();
        Outline::read(Sums::layout(), bytes, &limits).expect("reads")
    };
    let heads = ["A".to_owned(), "B".to_owned()];
    let mut told = Vec::new();
    let mut lines = diff::Lines::new(&mut told, heads, false);
    let tell = &mut |difference: &_| lines.tell(difference);
    diff::diff(&outline(&a), &outline(&b), DiffOptions::default(), tell).expect("differ");
    lines.finish().expect("writes");
    let told = String::from_utf8(told).expect("text");
    assert!(told.contains("crc: 0x") && told.contains(" → 0x"), "{told}");
    assert!(!told.contains('(') && !told.contains("checksum"), "{told}");
}

#[test]
fn what_is_right_is_not_said() {
    let layout = Sums::layout();
    let bytes = right();
    let value = Value::read(layout, &bytes.clone().into()).expect("reads");
    let mut json = Vec::new();
    formwork_text::json::print(layout, &value, b"", &mut json).expect("prints");
    let json = String::from_utf8(json).expect("text");
    let said = u32::from_be_bytes(bytes[FIRST..FIRST + 4].try_into().expect("four"));
    let edited = json.replacen("\"kind\"", &format!("\"crc\": {said}, \"kind\""), 1);
    let error = formwork_text::json::encode(layout, &edited).expect_err("follows");
    assert_eq!(
        error.to_string(),
        "invalid: blocks[0].crc at line 7, column 16: follows from kind and content; leave out what is right already"
    );
}

#[test]
fn numbers_that_do_not_fit_are_refused() {
    let mut tree = tree();
    tree.others.sum8 = Checksum::said(256);
    let error = write::to_bytes(&tree).expect_err("too large");
    assert_eq!(error.kind(), Kind::Invalid);
    assert_eq!(error.path(), "others.sum8");
}

/// A checksum of what is aligned inside.
#[derive(formwork_schema::Schema)]
#[schema(format = "test.misplaced", extension = "misplaced")]
#[binrw]
#[brw(little, magic = b"SUMA")]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Misplaced {
    /// How long it is.
    pub length: u8,
    /// Stands at a multiple of four.
    pub body: AlignedBody,
    /// Of that.
    #[br(parse_with = read_checksum((&body,)))]
    #[bw(write_with = write_checksum((body,)))]
    pub sum: Checksum<Sum8>,
}

/// A number at a multiple of four.
#[derive(formwork_schema::Schema)]
#[binrw]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AlignedBody {
    /// What stands before it.
    pub before: Aligned<4>,
    /// The number.
    pub number: u16,
}

#[test]
fn what_aligns_inside_has_no_checksum() {
    let error =
        read::from_slice::<Misplaced>(b"SUMA\x01\0\0\0\x02\x03\x05").expect_err("misplaced");
    assert!(
        error.message().contains("align before it or after it"),
        "{error}"
    );
    let tree = Misplaced {
        length: 1,
        body: AlignedBody {
            before: Aligned::default(),
            number: 2,
        },
        sum: Checksum::default(),
    };
    let error = write::to_bytes(&tree).expect_err("misplaced");
    assert!(
        error.message().contains("align before it or after it"),
        "{error}"
    );
}
