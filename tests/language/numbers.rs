//! Numbers of three, sixteen and two bytes.

use binrw::binrw;
use formwork_schema::{F16, I24, Packed, Schema, U24, count};
use serde::{Deserialize, Serialize};

use super::consumers::{Feature, ask};

/// Numbers of all widths, in both orders.
#[derive(Schema)]
#[schema(format = "test.numbers", extension = "num")]
#[binrw]
#[brw(little, magic = b"NUM")]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Numbers {
    /// Three bytes.
    pub narrow: U24,
    /// Three bytes with a sign, the other way around.
    #[brw(big)]
    pub signed: I24,
    /// Half precision.
    pub half: F16,
    /// Sixteen bytes.
    pub wide: u128,
    /// Sixteen bytes with a sign.
    #[brw(big)]
    pub wide_signed: i128,
    #[br(temp)]
    #[bw(try_calc(count(halves)))]
    half_count: U24,
    /// More of half precision.
    #[br(count = half_count)]
    pub halves: Packed<F16>,
    #[br(temp)]
    #[bw(try_calc(count(narrows)))]
    narrow_count: u8,
    /// More of three bytes.
    #[br(count = narrow_count)]
    pub narrows: Packed<I24>,
}

fn file() -> Vec<u8> {
    let mut bytes = b"NUM".to_vec();
    bytes.extend([0xfe, 0xff, 0xff, 0xff, 0xff, 0xfe, 0x01, 0x7c]);
    bytes.extend(u128::MAX.to_le_bytes());
    bytes.extend((-5_i128).to_be_bytes());
    bytes.extend([3, 0, 0, 0x00, 0x3c, 0x66, 0x2e, 0x01, 0x00]);
    bytes.extend([2, 1, 0, 0, 0xff, 0xff, 0xff]);
    bytes
}

pub const FEATURE: Feature = Feature {
    name: "numbers of 2, 3 and 16 bytes",
    spelled: "`F16`, `U24`, `I24`, `u128`, `i128`",
    ask: || ask::<Numbers>(&[&file()]),
};

#[test]
fn values_are_those_of_the_file() {
    let numbers: Numbers = formwork_schema::read::from_slice(&file()).expect("reads");
    assert_eq!((numbers.narrow.0, numbers.signed.0), (0xff_fffe, -2));
    assert_eq!((numbers.wide, numbers.wide_signed), (u128::MAX, -5));
    let halves: Vec<f32> = numbers.halves.iter().map(F16::to_f32).collect();
    assert_eq!(halves, [1.0, 0.099_975_586, 5.960_464_5e-8]);
    assert!(numbers.narrows.iter().eq([I24(1), I24(-1)]));
}
