//! What once went wrong.

use std::io::Cursor;

use binrw::binrw;
use formwork_schema::{Blob, Format as _, Kind, read, until_eof, walk, wide};
use formwork_schema_derive::Schema;

use super::{Item, Version};

/// A picture.
#[derive(Schema)]
#[schema(format = "test.picture", extension = "x")]
#[binrw]
#[brw(little)]
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub(crate) struct Picture {
    /// Its version.
    pub version: Version,
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Layers.
    #[br(assert(wide(layers) * layers * layers != 1, "one layer"))]
    pub layers: u64,
    /// A byte per pixel.
    #[br(count = wide(width) * height)]
    pub pixels: Blob,
    /// What follows.
    #[br(parse_with = until_eof)]
    pub items: Vec<Item>,
}

fn picture(width: u32, height: u32, layers: u64, tail: usize) -> Vec<u8> {
    let mut bytes = b"X\x01\0\0\0".to_vec();
    bytes.extend([width.to_le_bytes(), height.to_le_bytes()].concat());
    bytes.extend(layers.to_le_bytes());
    bytes.extend(vec![0; tail]);
    bytes
}

fn refusal(bytes: &[u8]) -> String {
    let error = read::from_slice::<Picture>(bytes).unwrap_err();
    assert_eq!(error.kind(), Kind::Malformed);
    error.to_string()
}

#[test]
fn products_do_not_wrap() {
    let message = refusal(&picture(65536, 65536, 2, 0));
    assert!(message.contains("counts 4294967296 items"), "{message}");
    let tree: Picture = read::from_slice(&picture(2, 3, 2, 6)).unwrap();
    assert_eq!(tree.pixels.len(), 6);
}

#[test]
fn what_is_compared_and_too_large_is_refused_by_every_reader() {
    let bytes = picture(0, 0, u64::MAX, 0);
    let message = refusal(&bytes);
    assert!(message.contains("the numbers are too large"), "{message}");
    assert!(walk::locate(Picture::layout(), &bytes).is_err());
    assert!(read::from_reader::<Picture, _>(&mut Cursor::new(&bytes)).is_err());

    let mut tree: Picture = read::from_slice(&picture(0, 0, 2, 0)).unwrap();
    tree.check_tree().unwrap();
    tree.layers = u64::MAX;
    assert_eq!(
        tree.check_tree().unwrap_err().to_string(),
        "invalid: layers: `layers * layers * layers != 1` cannot be computed: a number in it is too large, or it divides by 0"
    );
}

#[test]
fn an_item_in_which_the_file_ends_is_not_left_out() {
    let tree: Picture = read::from_slice(&picture(0, 0, 2, 32)).unwrap();
    assert_eq!(tree.items.len(), 2);
    let message = refusal(&picture(0, 0, 2, 31));
    assert!(message.contains("the file ends"), "{message}");
}
