//! Whole numbers beyond 2^53 in JSON: programs that read every number as `f64` change none of them.

use binrw::binrw;
use bytes::Bytes;
use conformance::questions::keeping;
use formwork_export::jsonschema;
use formwork_schema::{
    Format, Layout, Packed, Record, Schema, bits, enums, flags, until_eof, value,
};
use formwork_text::{
    dump::{self, DumpOptions},
    json,
};
use serde::{Deserialize, Serialize};
use serde_json::{Number, Value as Json};

use crate::jsonschema::python;

enums! {
    /// Of 64 bits.
    pub struct Tall: u64 {
        /// A small one.
        ONE = 1;
    }
}

flags! {
    /// Of 64 bits.
    pub struct Many: u64 {
        /// The lowest.
        LOWEST = 1;
    }
}

bits! {
    /// A wide part and a narrow one.
    pub struct Both: u64, low first {
        /// Wide.
        wide: 60;
        /// Narrow.
        narrow: 4;
    }
}

bits! {
    /// With a sign.
    pub struct Signed: u64, low first {
        /// All of it.
        all: 64 as i64;
    }
}

/// An item of a list.
#[derive(Schema, Record)]
#[binrw]
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) struct Item {
    /// Without a sign.
    pub tall: u64,
    /// With a sign.
    pub deep: i64,
}

/// Every kind of whole number that has values beyond 2^53.
#[derive(Schema)]
#[schema(format = "test.large", extension = "large")]
#[binrw]
#[brw(little, magic = b"LRGE")]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Large {
    /// Of 32 bits, for which nothing changes.
    pub small: u32,
    /// Without a sign.
    pub tall: u64,
    /// With a sign.
    pub deep: i64,
    /// Of 128 bits.
    pub taller: u128,
    /// Of 128 bits with a sign.
    pub deeper: i128,
    /// Without a name for most.
    pub named: Tall,
    /// Bits.
    pub many: Many,
    /// Parts.
    pub both: Both,
    /// A part with a sign.
    pub signed: Signed,
    /// Which item it is about.
    #[schema(index_of = "items")]
    pub item: u64,
    /// Three on one line.
    pub array: [u64; 3],
    /// Items.
    #[br(count = 40)]
    pub items: Packed<Item>,
    /// More of them.
    #[br(parse_with = until_eof)]
    pub numbers: Packed<u64>,
}

const EDGE: i128 = 1 << 53;

/// Numbers around the edge and at the ends, as 16 bytes each; narrower fields have the lower ones.
fn values() -> Vec<i128> {
    let edges = [0, EDGE - 1, EDGE, EDGE + 1, EDGE + 2, (1 << 60) - 1];
    let signed = edges.into_iter().flat_map(|edge| [edge, -edge]);
    let ends = [
        i64::MAX.into(),
        i64::MIN.into(),
        u64::MAX.into(),
        i128::MAX,
        i128::MIN,
        -1,
    ];
    signed.chain(ends).collect()
}

fn file(value: i128) -> Vec<u8> {
    let (narrow, wide) = (value as u64, value);
    let mut bytes = b"LRGE".to_vec();
    bytes.extend((narrow as u32).to_le_bytes());
    bytes.extend([narrow; 2].map(u64::to_le_bytes).concat());
    bytes.extend([wide; 2].map(i128::to_le_bytes).concat());
    bytes.extend([narrow; 5].map(u64::to_le_bytes).concat());
    bytes.extend([1, narrow, 2].map(u64::to_le_bytes).concat());
    for item in 0..40 {
        let other = if item % 3 == 0 { narrow } else { item };
        bytes.extend([other; 2].map(u64::to_le_bytes).concat());
    }
    bytes.extend([narrow, 7, narrow].map(u64::to_le_bytes).concat());
    bytes
}

fn printed(layout: &Layout, bytes: &[u8], compact: bool) -> String {
    let bytes = Bytes::copy_from_slice(bytes);
    let document = value::read(layout, &bytes, &keeping()).expect("reads");
    let print = if compact {
        json::print_compact
    } else {
        json::print
    };
    let mut out = Vec::new();
    print(layout, &document.tree, &document.trailing, &mut out).expect("prints");
    String::from_utf8(out).expect("UTF-8")
}

/// What a program makes of JSON that has no numbers but `f64`.
fn through_f64(json: &Json) -> Json {
    match json {
        Json::Number(number) => {
            let number = number.as_f64().expect("a number");
            let whole = (number.fract() == 0.0).then_some(number as i128);
            let whole = whole.and_then(Number::from_i128);
            whole.or(Number::from_f64(number)).expect("finite").into()
        }
        Json::Array(items) => items.iter().map(through_f64).collect(),
        Json::Object(members) => {
            let members = members.iter();
            let members = members.map(|(name, json)| (name.clone(), through_f64(json)));
            Json::Object(members.collect())
        }
        other => other.clone(),
    }
}

/// The same text with whole numbers in the place of strings of digits, as earlier versions wrote them.
fn plain(text: &str) -> String {
    let parts: Vec<&str> = text.split('"').collect();
    let mut plain = String::new();
    for (place, part) in parts.iter().enumerate() {
        let digits = part.strip_prefix('-').unwrap_or(part);
        let is_number = place % 2 == 1 && !digits.is_empty();
        let is_number = is_number && digits.bytes().all(|byte| byte.is_ascii_digit());
        match (place % 2, is_number) {
            (1, true) => plain += part,
            (1, false) => plain += &format!("\"{part}\""),
            _ => plain += part,
        }
    }
    plain
}

#[test]
fn no_program_changes_large_numbers() {
    let layout = Large::layout();
    for value in values() {
        let file = file(value);
        for compact in [false, true] {
            let text = printed(layout, &file, compact);
            let encode = |text: &str| json::encode(layout, text).map_err(|it| it.to_string());
            assert_eq!(encode(&text).as_deref(), Ok(&*file), "{value}");
            let parsed: Json = serde_json::from_str(&text).expect("JSON");
            let changed = through_f64(&parsed).to_string();
            assert_eq!(
                encode(&changed).as_deref(),
                Ok(&*file),
                "{value}: {changed}"
            );
            assert_eq!(encode(&plain(&text)).as_deref(), Ok(&*file), "{value}");
        }
        let bytes = Bytes::copy_from_slice(&file);
        let document = value::read(layout, &bytes, &keeping()).expect("reads");
        let back = json::back(layout, document, &|_| Ok(())).expect("comes back");
        if let Some(back) = back {
            assert_eq!(value::write(layout, &back).expect("writes"), file);
        }
    }
}

#[test]
fn dumps_show_them_as_the_form_does() {
    let layout = Large::layout();
    for value in values() {
        let (bytes, mut out) = (Bytes::from(file(value)), Vec::new());
        dump::objects(layout, &bytes, &DumpOptions::default(), &mut out).expect("prints");
        let text = String::from_utf8(out).expect("UTF-8");
        let mut seen = 0;
        for line in text.lines() {
            let object: Json = serde_json::from_str(line).expect("JSON");
            assert_eq!(through_f64(&object), object, "{value}");
            seen += usize::from(object["path"] == "taller" && !object["value"].is_null());
        }
        assert_eq!(seen, 1);
        let digits = (value as u128).to_string();
        assert!(text.contains(&digits), "{digits}");
    }
}

#[test]
fn schemas_take_both() {
    let Some(mut batch) = python::batch() else {
        return;
    };
    let layout = Large::layout();
    batch.schema(&jsonschema::print(layout));
    let mut names = Vec::new();
    for value in values() {
        let text = printed(layout, &file(value), true);
        for text in [plain(&text), text] {
            batch.document(&text);
            names.push(value);
        }
    }
    let verdicts = names.iter().zip(batch.verdicts());
    let wrong: Vec<_> = verdicts.filter(|(_, wrong)| wrong.is_some()).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[test]
fn other_strings_are_no_numbers() {
    let layout = Large::layout();
    let text = printed(layout, &file(EDGE + 1), true);
    let digits = format!("\"{}\"", EDGE + 1);
    let member = format!("\"tall\":{digits}");
    assert!(text.contains(&member));
    for other in [
        "",
        " 1",
        "1 ",
        "+1",
        "01",
        "0x10",
        "one",
        "1.5",
        "1e3",
        "-1",
        "18446744073709551616",
    ] {
        let wrong = text.replacen(&member, &format!("\"tall\":\"{other}\""), 1);
        let error = json::parse(layout, &wrong).expect_err(other);
        assert!(error.to_string().contains("tall"), "{error}");
    }
    // Numbers that every program keeps stay numbers.
    let small = text.replacen("\"small\":1", "\"small\":\"1\"", 1);
    assert_ne!(small, text);
    json::parse(layout, &small).expect_err("a string");
}
