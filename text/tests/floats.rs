//! Every float comes back with the same bits, through both forms.

#![allow(missing_docs)]

use binrw::binrw;
use formwork_schema::{Format, Schema, Value, Vec3, versions};
use formwork_text::{json, xml};
use proptest::prelude::*;
use serde::{Deserialize, Serialize};

versions! {
    /// Version of the numbers.
    pub struct Version {
        /// The only one.
        b"FLTS" implies 1;
    }
}

/// Some numbers.
#[derive(Schema)]
#[schema(format = "test.floats", extension = "flt")]
#[binrw]
#[brw(little)]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Floats {
    /// The only one.
    pub version: Version,
    /// A number.
    pub single: f32,
    /// A precise number.
    pub double: f64,
    /// Three numbers.
    pub vector: Vec3,
}

impl Floats {
    fn bits(&self) -> (u32, u64, [u32; 3]) {
        let Vec3 { x, y, z } = self.vector;
        (
            self.single.to_bits(),
            self.double.to_bits(),
            [x, y, z].map(f32::to_bits),
        )
    }
}

fn both_ways(single: u32, double: u64) {
    let value = f32::from_bits(single);
    let vector = Vec3 {
        x: value,
        y: f32::from_bits(!single),
        z: f32::from_bits(single ^ 1),
    };
    let floats = Floats {
        version: Version {
            magic: 0,
            number: 1,
        },
        single: value,
        double: f64::from_bits(double),
        vector,
    };
    let tree = Value::of(&floats).unwrap();
    let mut out = Vec::new();
    xml::print(Floats::layout(), &tree, b"", &mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    let parsed = xml::parse(Floats::layout(), &text).unwrap().tree;
    let parsed: Floats = parsed.into_tree().unwrap();
    assert_eq!(parsed.bits(), floats.bits(), "{text}");
    let mut out = Vec::new();
    json::print(Floats::layout(), &tree, b"", &mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    let parsed = json::parse(Floats::layout(), &text).unwrap().tree;
    let parsed: Floats = parsed.into_tree().unwrap();
    assert_eq!(parsed.bits(), floats.bits(), "{text}");
}

#[test]
fn the_odd_ones_come_back() {
    for single in [
        0,
        0x8000_0000,
        1,
        0x8000_0001,
        0x007f_ffff,
        0x0080_0000,
        0x7f7f_ffff,
        0x7f80_0000,
        0xff80_0000,
        0x7fc0_0000,
        0xffc0_0000,
        0x7fc0_0001,
        0x7f80_0001,
        0xffff_ffff,
    ] {
        both_ways(single, u64::from(single) << 32 | 1);
        both_ways(single, u64::from(single) << 32);
    }
    both_ways(0, 0x7ff8_0000_0000_0000);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(4096) })]

    #[test]
    fn all_come_back(single: u32, double: u64) {
        both_ways(single, double);
    }
}
