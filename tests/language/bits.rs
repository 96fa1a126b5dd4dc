//! Numbers that consist of smaller ones.

use binrw::binrw;
use formwork_schema::{
    Format, Packed, Record, Schema, Value, bits, count, enums, read, until_eof, write,
};
use serde::{Deserialize, Serialize};

use super::consumers::{Feature, ask};

enums! {
    /// What a chunk holds.
    pub struct Content: u8 {
        /// Nothing.
        NOTHING = 0;
        /// Numbers.
        NUMBERS = 2;
    }
}

bits! {
    /// What stands where.
    pub struct Info: u16, low first {
        /// Version of the writer.
        version: 4;
        /// What follows.
        content: 3 as Content;
        /// How far the origin is moved.
        shift: 3 as i8;
        /// Whether there is a tail.
        tailed: bool;
        /// Whether there is none after all.
        odd: bool;
        _: 1;
        /// How many pairs there are.
        pairs: 2 as u8;
        _: 1;
    }
}

bits! {
    /// A colour in two bytes.
    pub struct Colour: u16, high first {
        /// Red.
        red: 5;
        /// Green.
        green: 6 as u8;
        /// Blue.
        blue: 5;
    }
}

bits! {
    /// One of the whole width, with a sign.
    pub struct Whole: u64, high first {
        /// All of it.
        all: 64 as i64;
    }
}

/// A file of packed numbers.
#[derive(Schema)]
#[schema(format = "test.bits", extension = "bit")]
#[binrw]
#[brw(big, magic = b"BITS")]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Bits {
    /// What stands where.
    #[br(assert(info.content() == Content::NUMBERS || info.version() < 9))]
    pub info: Info,
    /// Only where there is a tail.
    #[br(if(info.tailed() && !info.odd()))]
    pub tail: Option<Colour>,
    /// As many as there are.
    #[br(count = info.pairs())]
    pub pairs: Packed<Pair>,
    #[br(temp)]
    #[bw(try_calc(count(colours)))]
    colour_count: u8,
    /// Of any number.
    #[br(count = colour_count)]
    pub colours: Vec<Colour>,
    /// In the other byte order.
    #[brw(little)]
    pub last: Info,
    /// Of the whole width.
    #[br(if(info.version() == 3))]
    pub whole: Option<Whole>,
}

/// A place and its colour.
#[derive(Schema, Record)]
#[binrw]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Pair {
    /// From the start.
    pub place: f32,
    /// How it looks.
    pub colour: Colour,
}

bits! {
    /// Two numbers in a byte.
    pub struct Nibbles: u8, high first {
        /// The first.
        first: 4;
        /// The second.
        second: 4 as i8;
    }
}

/// A file of lists of packed numbers.
#[derive(Schema)]
#[schema(format = "test.nibbles", extension = "nib")]
#[binrw]
#[brw(big, magic = b"NIB")]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Lists {
    /// Always two.
    pub both: [Colour; 2],
    #[br(temp)]
    #[bw(try_calc(count(some)))]
    some_count: u8,
    /// As many as there are.
    #[br(count = some_count)]
    pub some: Vec<Colour>,
    /// All that are left.
    #[br(parse_with = until_eof)]
    pub nibbles: Packed<Nibbles>,
}

const LISTS: &[u8] = b"NIB\xf8\x1f\x07\xe0\x01\x12\x34\x12\x8f\0";

pub const LISTS_OF_BITS: Feature = Feature {
    name: "lists of such numbers",
    spelled: "`[Info; 2]`, `Vec<Info>`, `Packed<Info>`",
    ask: || ask::<Lists>(&[LISTS]),
};

#[test]
fn lists_show_the_parts_of_each() {
    let lists: Lists = read::from_slice(LISTS).expect("reads");
    let nibbles = lists.nibbles.iter();
    let values: Vec<_> = nibbles.map(|one| (one.first(), one.second())).collect();
    assert_eq!(values, [(1, 2), (8, -1), (0, 0)]);
}

const PLAIN: &[u8] = b"BITS\0\0\0\0\0";

const FULL: &[u8] = b"BITS\x24\xa3\x12\x34\x3f\x80\0\0\xf8\x1f\x03\x07\xe0\x02\0\xff\xff\xff\x7f\xff\0\0\0\0\0\0\x01";

pub const FEATURE: Feature = Feature {
    name: "numbers of some bits each",
    spelled: "`bits! { pub struct Info: u16, low first { version: 4; kind: 3 as Kind; packed: bool; _: 8; } }`, asked as `info.version()`",
    ask: || ask::<Bits>(&[PLAIN, FULL]),
};

fn xml(file: &[u8]) -> String {
    let tree = Value::read(Bits::layout(), &file.to_vec().into()).expect("reads");
    let mut out = Vec::new();
    formwork_text::xml::print(Bits::layout(), &tree, &[], &mut out).expect("prints");
    String::from_utf8(out).expect("text")
}

#[test]
fn parts_are_values() {
    let bits: Bits = read::from_slice(FULL).expect("reads");
    let info = bits.info;
    assert_eq!(
        (info.version(), info.content(), info.shift()),
        (3, Content::NUMBERS, 1)
    );
    assert_eq!((info.tailed(), info.pairs()), (true, 1));
    assert_eq!(
        bits.pairs
            .iter()
            .map(|pair| pair.colour.red())
            .collect::<Vec<_>>(),
        [31]
    );
}

/// The bytes of `last`.
fn last_of(file: &[u8]) -> &[u8] {
    &file[file.len() - 10..file.len() - 8]
}

#[test]
fn texts_say_the_parts() {
    let layout = Bits::layout();
    let text = xml(FULL);
    let info = r#"info="version=3 content=NUMBERS shift=1 tailed pairs=1""#;
    assert!(text.contains(info), "{text}");
    let last = r#"last="version=15 content=7 shift=-1 tailed odd _12=1 pairs=3""#;
    assert!(text.contains(last), "{text}");
    assert!(text.contains(r#"whole="all=-72057594037927935""#), "{text}");
    let edited = text.replace(last, r#"last="tailed shift=-4 content=NUMBERS""#);
    let bytes = formwork_text::xml::encode(layout, &edited).expect("encodes");
    assert_eq!(last_of(&bytes), b"\x20\x06");
    let whole = text.replace(last, r#"last="0x8001""#);
    let bytes = formwork_text::xml::encode(layout, &whole).expect("encodes");
    assert_eq!(last_of(&bytes), b"\x01\x80");
    for (wrong, said) in [
        (
            "version=16",
            "`16` does not fit `version`, which has 4 bits",
        ),
        ("shift=-5", "`-5` does not fit `shift`, which has 3 bits"),
        (
            "speed=1",
            "expected version, content, shift, tailed, odd, pairs or a number for Info",
        ),
        ("version=1 version=2", "a second `version`"),
        (
            "content=WORDS",
            "expected NOTHING, NUMBERS or a number for Content",
        ),
        ("65536", "`65536` does not fit Info, which has 16 bits"),
    ] {
        let edited = text.replace(last, &format!("last=\"{wrong}\""));
        let error = formwork_text::xml::encode(layout, &edited).expect_err(wrong);
        assert!(error.to_string().contains(said), "{error}");
    }
}

#[test]
fn parts_are_set_where_they_fit() {
    let mut bits: Bits = read::from_slice(FULL).expect("reads");
    let info = bits.info.with_version(9).expect("fits");
    assert_eq!(info.with_shift(4), None);
    bits.info = info.with_content(Content(0)).expect("fits");
    let error = write::to_bytes(&bits).expect_err("an assert does not hold");
    assert!(error.to_string().starts_with("invalid: info: "), "{error}");
}
