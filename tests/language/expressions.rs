//! What expressions say: operators, fields inside others, one of several constants, values that follow from others.

use binrw::binrw;
use formwork_schema::{Blob, CString, Schema, Wide, read, wide};
use serde::{Deserialize, Serialize};

use super::consumers::{Feature, ask};

/// An image whose size follows from numbers in several places.
#[derive(Schema)]
#[schema(format = "test.image", extension = "img")]
#[binrw]
#[br(assert(wide(header.size.width) * header.size.height < 65536_u32))]
#[brw(little, magic = b"IMG")]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Image {
    /// How large it is.
    pub header: Header,
    #[br(temp, calc = (wide(header.size.width) * header.bits).div_ceil(32_u8) * 4_u8)]
    #[bw(ignore)]
    row: Wide,
    /// Rows of whole words.
    #[br(count = wide(row) * header.size.height)]
    pub pixels: Blob,
    /// Bits of several meanings.
    pub mixed: u16,
    /// As many as the upper four bits say, in twos.
    #[br(count = (wide(mixed) >> 12_u8) << 1_u8)]
    pub upper: Blob,
    /// As many as the lower bits say, one more, but no more than five.
    #[br(count = (wide(mixed) & 7_u16).max(1_u8).min(5_u8))]
    pub lower: Blob,
    /// As many bits as differ from 6.
    #[br(count = (mixed & 7) ^ 6)]
    pub different: Blob,
    /// What follows.
    pub kind: u8,
    /// There for some kinds.
    #[br(if(matches!(kind, 1 | 4..=6)))]
    pub name: Option<CString>,
    /// As many as the kind has.
    #[br(count = match kind { 1 => 2, 4 | 5 => 3, _ => 0 })]
    pub rest: Blob,
    /// There for others.
    #[br(if((2..4).contains(&kind)))]
    pub more: Option<u8>,
}

/// How large an image is.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// Width and height.
    pub size: Size,
    /// Bits of a pixel.
    pub bits: u8,
}

/// Width and height.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Size {
    /// In pixels.
    pub width: u16,
    /// In rows.
    pub height: u16,
}

fn file(kind: u8) -> Vec<u8> {
    let mut bytes = b"IMG\x05\0\x02\0\x08".to_vec();
    bytes.extend([7; 16]);
    bytes.extend([0x03, 0x10]);
    bytes.extend(b"uplow\x01\x02\x03\x04\x05");
    bytes.push(kind);
    match kind {
        1 => bytes.extend(b"one\0ab"),
        2 => bytes.push(9),
        5 => bytes.extend(b"\0abc"),
        _ => {}
    }
    bytes
}

pub const FEATURE: Feature = Feature {
    name: "expressions",
    spelled: "`header.count`, `wide(a) / 4`, `&`, `|`, `^`, `<<`, `>>`, `min`, `max`, `div_ceil`, \
              `next_multiple_of`, `matches!`, `match`, `(1..=3).contains(&a)`, `br(temp, calc = …)`, asserts of structs",
    ask: || {
        let files = [0, 1, 2, 5].map(file);
        ask::<Image>(&files.each_ref().map(Vec::as_slice))
    },
};

#[test]
fn an_assert_of_a_struct_stands_where_all_is_known() {
    let error = read::from_slice::<Image>(b"IMG\xff\xff\xff\xff\x08").expect_err("too large");
    assert_eq!(
        error.to_string(),
        "malformed: header at 0x3: `wide(header.size.width) * header.size.height < 65536_u32` does not hold"
    );
}
