//! Variants that take what the others leave.

use binrw::binrw;
use formwork_schema::{Blob, Format, Schema, count, read, write};
use serde::{Deserialize, Serialize};

use super::consumers::{Feature, ask};

/// Values and parts, of which only some are known.
#[derive(Schema)]
#[schema(format = "test.known", extension = "kno")]
#[binrw]
#[brw(big, magic = b"KNO")]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Known {
    #[br(temp)]
    #[bw(try_calc(count(values)))]
    value_count: u8,
    /// The values.
    #[br(count = value_count)]
    pub values: Vec<Tagged>,
    #[br(temp)]
    #[bw(try_calc(count(parts)))]
    part_count: u8,
    /// The parts.
    #[br(count = part_count)]
    pub parts: Vec<Part>,
    /// A number of the rest.
    pub code: Code,
}

/// A value and what it is.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Tagged {
    /// What it is.
    pub tag: u8,
    /// The value.
    #[br(args(tag))]
    pub value: Value,
}

/// A value, by its tag.
#[derive(Schema)]
#[binrw]
#[br(import(tag: u8))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Value {
    /// A short number below 100.
    #[br(pre_assert(tag == 1))]
    Short {
        /// The number.
        #[br(assert(number < 100))]
        number: u16,
    },
    /// No number at all.
    #[br(pre_assert(tag == 2))]
    Nothing,
    /// Whatever it is.
    Other(u16),
}

/// A part that begins with what it is.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Part {
    /// Where something is.
    #[brw(magic = b"at")]
    At {
        /// From the left.
        #[br(assert(x < 8))]
        x: u8,
    },
    /// The end.
    #[brw(magic = b"end")]
    End,
    /// Something else.
    Other {
        /// What it is called.
        name: [u8; 3],
        #[br(temp)]
        #[bw(try_calc(count(data)))]
        length: u8,
        /// What nobody understands.
        #[br(count = length)]
        data: Blob,
    },
}

/// A number, some of which mean something.
#[derive(Schema)]
#[binrw]
#[brw(little)]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Code {
    /// The usual one.
    #[brw(magic = 7u16)]
    Usual,
    /// Another one.
    Other(u16),
}

const FILE: &[u8] = b"KNO\x03\x01\0\x05\x02\x09\x01\x02\x03at\x04endnam\x02xy\x07\0";
const OTHER: &[u8] = b"KNO\x01\x07\x63\0\0\x08\x07";

pub const FEATURE: Feature = Feature {
    name: "variants for whatever the others leave",
    spelled: "a last variant of an enum without `br(pre_assert(…))` and `brw(magic = …)`",
    ask: || ask::<Known>(&[FILE, OTHER]),
};

#[test]
fn a_damaged_variant_is_not_taken_for_another() {
    let known: Known = read::from_slice(FILE).expect("reads");
    assert_eq!(known.values[2].value, Value::Other(0x0102));
    assert_eq!((&known.parts[1], &known.code), (&Part::End, &Code::Usual));
    // binrw alone would read both as the last variant.
    let mut damaged = FILE.to_vec();
    damaged[5..7].copy_from_slice(&[0, 100]);
    let error = read::from_slice::<Known>(&damaged).expect_err("too large");
    assert_eq!(
        error.to_string(),
        "malformed: values[0].value.number at 0x5: `number < 100` does not hold"
    );
    let error = read::from_slice::<Known>(b"KNO\0\x01at\x09\x01a\0\0").expect_err("too far");
    assert_eq!(
        error.to_string(),
        "malformed: parts[0].at.x at 0x7: `x < 8` does not hold"
    );
    let mut reader = binrw::io::Cursor::new(&damaged);
    assert!(read::from_reader::<Known, _>(&mut reader).is_err());
}

#[test]
fn a_tree_of_the_last_variant_is_none_of_the_others() {
    let known: Known = read::from_slice(FILE).expect("reads");
    let refused = |change: &dyn Fn(&mut Known)| {
        let mut known = known.clone();
        change(&mut known);
        write::to_bytes(&known)
            .expect_err("another one")
            .to_string()
    };
    assert_eq!(
        refused(&|known| known.values[0].value = Value::Other(5)),
        "invalid: values[0].value: is `other`, but `tag == 1` holds, which makes it `short`"
    );
    let part = |name: &[u8; 3]| Part::Other {
        name: *name,
        data: Blob::default(),
    };
    assert_eq!(
        refused(&|known| known.parts[0] = part(b"at!")),
        "invalid: parts[0]: is `other`, but begins as `at` does"
    );
    assert_eq!(
        refused(&|known| known.code = Code::Other(7)),
        "invalid: code: is `other`, but begins as `usual` does"
    );
    let mut fine = known.clone();
    fine.parts[0] = part(b"ta!");
    fine.code = Code::Other(0x0700);
    let bytes = write::to_bytes(&fine).expect("is what it says");
    assert_eq!(read::from_slice::<Known>(&bytes).expect("reads"), fine);
    let layout = Known::layout();
    let text = formwork_text::json::encode(
        layout,
        r#"{"formwork":2,"format":"test.known","value":{"values":[{"tag":1,"value":100}],"parts":[],"code":"usual"}}"#,
    );
    assert!(text.is_err());
}
