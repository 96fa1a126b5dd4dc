//! Values that follow from others, and that trees keep.

use binrw::binrw;
use formwork_export::descriptor;
use formwork_schema::{Blob, Format, Schema, Value, Wide, count, read, wide, write};
use formwork_text::dump::{DumpOptions, Select, dump};
use serde::{Deserialize, Serialize};

use super::consumers::{Feature, ask};

/// A sheet of pictures.
#[derive(Schema)]
#[schema(format = "test.sheet", extension = "sht")]
#[binrw]
#[brw(little, magic = b"SHT")]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Sheet {
    /// Bits of a pixel, and what else there is.
    pub mode: u8,
    /// How many bits a pixel has.
    #[br(calc = mode & 31)]
    #[bw(ignore)]
    pub bits: u8,
    /// Whether there is a name for each.
    #[br(calc = mode > 127)]
    #[bw(ignore)]
    pub has_names: bool,
    #[br(temp)]
    #[bw(try_calc(count(pictures)))]
    picture_count: u8,
    /// The pictures.
    #[br(count = picture_count, args { inner: (bits, has_names) })]
    pub pictures: Vec<Picture>,
}

/// One picture.
#[derive(Schema)]
#[binrw]
#[br(import(bits: u8, has_name: bool))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Picture {
    /// How wide it is.
    pub width: u16,
    /// Bytes of a row.
    #[br(calc = (wide(width) * bits).div_ceil(8_u8))]
    #[br(assert(wide(row) < 100_u8))]
    #[bw(ignore)]
    pub row: Wide,
    /// One row.
    #[br(count = row)]
    pub pixels: Blob,
    /// What it is called.
    #[br(if(has_name))]
    pub name: Option<u8>,
    /// What the name is good for.
    #[br(args(has_name))]
    pub shown: Shown,
}

/// What a picture shows of itself.
#[derive(Schema)]
#[binrw]
#[br(import(has_name: bool))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Shown {
    /// A letter.
    #[br(pre_assert(has_name))]
    Letter {
        /// Which one.
        letter: u8,
        /// Whether it is a small one.
        #[br(calc = letter > 96)]
        #[bw(ignore)]
        is_small: bool,
    },
    /// Nothing.
    Nothing,
}

const PLAIN: &[u8] = b"SHT\x04\x02\x03\0ab\0\0";
const NAMED: &[u8] = b"SHT\x88\x01\x02\0xyNn";

pub const FEATURE: Feature = Feature {
    name: "values that follow from others, and that trees keep",
    spelled: "`br(calc = expression)` with `bw(ignore)` on a number, a `bool` or a `Wide`",
    ask: || ask::<Sheet>(&[PLAIN, NAMED]),
};

#[test]
fn trees_have_them_and_texts_do_not() {
    let sheet: Sheet = read::from_slice(NAMED).expect("reads");
    assert_eq!((sheet.bits, sheet.has_names), (8, true));
    let picture = &sheet.pictures[0];
    assert_eq!(picture.row.get(), Some(2));
    let (letter, is_small) = (b'n', true);
    assert_eq!(picture.shown, Shown::Letter { letter, is_small });
    let tree = Value::of(&sheet).expect("a tree");
    let mut out = Vec::new();
    formwork_text::xml::print(Sheet::layout(), &tree, b"", &mut out).expect("prints");
    let text = String::from_utf8(out).expect("text");
    assert!(
        !["bits", "row", "is_small"]
            .iter()
            .any(|name| text.contains(name)),
        "{text}"
    );
    let edited = text
        .replace("width=\"2\"", "width=\"1\"")
        .replace("eHk=", "eA==");
    let bytes = formwork_text::xml::encode(Sheet::layout(), &edited).expect("encodes");
    let sheet: Sheet = read::from_slice(&bytes).expect("reads");
    assert_eq!(sheet.pictures[0].row.get(), Some(1));
}

#[test]
fn dumps_show_them() {
    let loaded =
        descriptor::parse(&descriptor::print(Sheet::layout())).expect("our own descriptor");
    let shown = |path: &str| {
        let select = match path {
            "" => Select::Whole,
            path => Select::Path(path.into()),
        };
        let options = DumpOptions {
            select,
            ..DumpOptions::default()
        };
        let [derived, loaded] = [Sheet::layout(), &loaded].map(|layout| {
            let mut out = Vec::new();
            dump(layout, PLAIN, &options, &mut out).expect("a dump");
            String::from_utf8(out).expect("dumps are UTF-8")
        });
        assert_eq!(derived, loaded);
        derived
    };
    assert_eq!(
        shown(""),
        "\
0000  534854             magic                                   \"SHT\"
0003  04                 mode                                    4
0004                     bits                                    4           = mode & 31
0004                     has_names                               0           = mode > 127
0004  02                 picture_count                           2           counts pictures
0005                     pictures                                2 items
0005  0300               pictures[0].width                       3
0007                     pictures[0].row                         2           = (width * bits + 8 - 1) / 8
0007  6162               pictures[0].pixels                      2 bytes
0009                     pictures[0].shown
0009  0000               pictures[1].width                       0
000b                     pictures[1].row                         0           = (width * bits + 8 - 1) / 8
000b                     pictures[1].pixels                      0 bytes
000b                     pictures[1].shown
"
    );
    assert_eq!(
        shown("pictures[1].row"),
        "000b                     pictures[1].row                         0           = (width * bits + 8 - 1) / 8\n"
    );
}

#[test]
fn a_tree_that_contradicts_itself_is_refused() {
    let sheet: Sheet = read::from_slice(PLAIN).expect("reads");
    let refused = |change: &dyn Fn(&mut Sheet)| {
        let mut sheet = sheet.clone();
        change(&mut sheet);
        let error = write::to_bytes(&sheet).expect_err("contradicts itself");
        error.to_string()
    };
    assert_eq!(
        refused(&|sheet| sheet.bits = 5),
        "invalid: bits: is 5, but `mode & 31` is 4"
    );
    assert_eq!(
        refused(&|sheet| sheet.pictures[0].row = wide(3_u8)),
        "invalid: pictures[0].row: is 3, but `(width * bits + 8 - 1) / 8` is 2"
    );
    let mut named: Sheet = read::from_slice(NAMED).expect("reads");
    let (letter, is_small) = (b'N', true);
    named.pictures[0].shown = Shown::Letter { letter, is_small };
    let error = write::to_bytes(&named).expect_err("contradicts itself");
    assert_eq!(
        error.to_string(),
        "invalid: pictures[0].shown.is_small: is 1, but `letter > 96` is 0"
    );
}

#[test]
fn both_readers_must_calculate_the_same() {
    let mut sheet: Sheet = read::from_slice(PLAIN).expect("reads");
    sheet.pictures[0].row = wide(3_u8);
    let limits = formwork_schema::Limits::default();
    let error = formwork_schema::agree::agree(Sheet::layout(), PLAIN, &sheet, &limits);
    let error = error.expect_err("another number").to_string();
    assert!(
        error.contains("pictures[0].row at 0x7: the bytes say 2, the tree says 3"),
        "{error}"
    );
}
