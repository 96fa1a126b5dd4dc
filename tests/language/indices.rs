//! Items that know their place in a list, and fields inside what may be absent.

use binrw::binrw;
use formwork_schema::{Blob, Indexed, Remaining, Schema, Wide, index, or_zero, read, wide};
use serde::{Deserialize, Serialize};

use super::consumers::{Feature, ask};

/// A picture with its levels, each half as wide as the one before.
#[derive(Schema)]
#[schema(format = "test.levels", extension = "levels")]
#[binrw]
#[brw(little, magic = b"LVLS")]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Picture {
    /// Columns of the first level.
    pub width: u16,
    /// Rows of the first level.
    pub height: u16,
    /// Levels.
    pub level_count: u8,
    /// Whether the format is said.
    pub is_newer: u8,
    /// Only in newer files.
    #[br(if(is_newer == 1))]
    pub newer: Option<Newer>,
    #[br(temp, calc = or_zero(newer.map(|newer| newer.format)) * 2_u8 + 1_u8)]
    #[bw(ignore)]
    bytes: Wide,
    /// The largest first.
    #[br(count = level_count, args { inner: (index(), width, height, bytes) })]
    pub levels: Indexed<Level>,
}

/// What newer files say.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Newer {
    /// How a pixel is stored.
    pub format: u8,
    /// Nothing.
    pub reserved: u8,
}

/// One level, as far as the file has it.
#[derive(Schema)]
#[binrw]
#[br(import(level: u32, width: u16, height: u16, bytes: Wide))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Level {
    #[br(temp, calc = (wide(width) >> level).max(1_u8))]
    #[bw(ignore)]
    columns: Wide,
    #[br(temp, calc = (wide(height) >> level).max(1_u8))]
    #[bw(ignore)]
    rows: Wide,
    #[br(temp)]
    #[bw(ignore)]
    left: Remaining,
    /// Its pixels.
    #[br(count = (columns * rows * bytes).min(left))]
    pub pixels: Blob,
}

/// 4 by 2, 2 by 1 and 1 by 1.
const OLD: &[u8] = b"LVLS\x04\0\x02\0\x03\0abcdefghijk";

/// Three bytes a pixel.
const NEWER: &[u8] = b"LVLS\x02\0\x01\0\x02\x01\x01\0abcdefghi";

/// The second level ends too early.
const SHORT: &[u8] = b"LVLS\x02\0\x02\0\x02\0abc";

pub const FEATURE: Feature = Feature {
    name: "items that know their place, and fields inside what may be absent",
    spelled: "`Indexed<T>` with `args { inner: (index(), …) }`, `or_zero(header.map(|header| header.count))`",
    ask: || ask::<Picture>(&[OLD, NEWER, SHORT]),
};

#[test]
fn each_level_has_half_the_columns() {
    let sizes = |file| -> Vec<usize> {
        let picture: Picture = read::from_slice(file).expect("reads");
        picture.levels.iter().map(|it| it.pixels.len()).collect()
    };
    assert_eq!(sizes(OLD), [8, 2, 1]);
    assert_eq!(sizes(NEWER), [6, 3]);
    assert_eq!(sizes(SHORT), [3, 0]);
}
