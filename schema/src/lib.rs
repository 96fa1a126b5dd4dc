//! The core data model of formwork: a binary format described once, as annotated structs, and everything that follows
//! from the description.
//!
//! The structs carry [binrw](https://docs.rs/binrw)'s attributes, which read and write the bytes. [`derive(Schema)`](macro@Schema)
//! turns the same attributes, doc comments and types into a [`Layout`]: plain data, which a second reader follows, and from
//! which XML, JSON, dumps, descriptors and schemas are made. [`derive(Record)`](macro@Record) gives structs of fixed size columns
//! inside packed bytes. What the derives read is listed in [`formwork_schema_derive`].
//!
//! # From a struct to XML
//!
//! ```
//! use binrw::binrw;
//! use formwork_schema::{
//!     CString, Format, Packed, Record, Schema, Value, Vec3, count, flags, read, versions, write,
//! };
//! use serde::{Deserialize, Serialize};
//!
//! versions! {
//!     /// Magic and version of a cloud.
//!     pub struct Version {
//!         /// A version number follows.
//!         b"CLOU" followed by 1..=2;
//!     }
//! }
//!
//! flags! {
//!     /// What points have beside their place.
//!     pub struct Parts: u8 {
//!         /// A weight.
//!         WEIGHT = 1;
//!     }
//! }
//!
//! /// A cloud of points.
//! #[derive(Schema)]
//! #[schema(format = "my.cloud", extension = "cloud")]
//! #[binrw]
//! #[brw(little)]
//! #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
//! pub struct Cloud {
//!     /// Magic and version.
//!     pub version: Version,
//!     /// What the cloud shows.
//!     pub name: CString,
//!     /// What every point has.
//!     pub parts: Parts,
//!     #[br(temp)]
//!     #[bw(try_calc(count(points)))]
//!     point_count: u32,
//!     /// The points, kept as their bytes.
//!     #[br(count = point_count, args { inner: (parts,) })]
//!     pub points: Packed<Point>,
//! }
//!
//! /// A point of a cloud.
//! #[derive(Schema, Record)]
//! #[binrw]
//! #[br(import(parts: Parts))]
//! #[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
//! pub struct Point {
//!     /// Where it is.
//!     #[schema(unit = "metres")]
//!     pub place: Vec3,
//!     /// How much it counts.
//!     #[br(if(parts.contains(Parts::WEIGHT)))]
//!     pub weight: Option<f32>,
//! }
//!
//! fn main() -> formwork_schema::Result<()> {
//!     let file = b"CLOU\x02\0\0\0dot\0\x01\x01\0\0\0\0\0\x80\x3f\0\0\0\0\0\0\0\0\0\0\0\x3f";
//!
//!     // Read. Packed lists and long strings are slices of the file.
//!     let mut cloud: Cloud = read::from_slice(file)?;
//!     assert_eq!(cloud.name, "dot");
//!     let weights = cloud.points.column(Point::FIELDS.weight);
//!     assert_eq!(weights.map(|weights| weights.sum()), Some(0.5));
//!
//!     // An error says what, where in the tree, and where in the file.
//!     let error = read::from_slice::<Cloud>(&file[..30]).unwrap_err();
//!     assert_eq!(
//!         error.to_string(),
//!         "malformed: points[0].weight at 0x1d: the file ends, 3 more bytes needed",
//!     );
//!
//!     // Change and write. A tree that contradicts itself is refused, and nothing is written.
//!     cloud.points.set(0, Point::FIELDS.weight, 0.75)?;
//!     let bytes = write::to_bytes(&cloud)?;
//!     assert_eq!(bytes[..30], file[..30]);
//!     cloud.parts = Parts::default();
//!     assert!(write::to_bytes(&cloud).is_err());
//!
//!     // Print, with the crate `formwork-text`.
//!     let (tree, mut xml) = (Value::read(Cloud::layout(), &bytes.into())?, Vec::new());
//!     formwork_text::xml::print(Cloud::layout(), &tree, &[], &mut xml)?;
//!     assert_eq!(
//!         String::from_utf8_lossy(&xml).lines().skip(1).collect::<Vec<_>>(),
//!         [
//!             r#"<my.cloud formwork="2" version="CLOU 2" name="dot" parts="WEIGHT">"#,
//!             r#"  <point place="1 0 0" weight="0.75"/>"#,
//!             r#"</my.cloud>"#,
//!         ],
//!     );
//!
//!     // Describe, with the crate `formwork-export`: any program can follow this.
//!     let descriptor = formwork_export::descriptor::print(Cloud::layout());
//!     assert!(descriptor.contains(r#"<field name="place" type="Vec3" unit="metres">"#));
//!     Ok(())
//! }
//! ```
//!
//! # Where to look
//!
//! | | |
//! |---|---|
//! | describe | [`derive(Schema)`](macro@Schema), [`derive(Record)`](macro@Record), [`versions!`], [`flags!`], [`enums!`], [`bits!`], [`dialects!`], [`words!`] |
//! | types of fields | [`prim`]: [`CString`], [`FixedString`], [`Blob`], [`Vle`], [`Bool`], [`Vec3`], [`Quat`], …; [`Packed`] for lists of records of one size |
//! | typed trees | [`read`], [`write`](mod@write), [`Format`], [`Limits`] |
//! | columns | [`Packed::column`], [`Packed::set`], [`Packed::set_column`], [`Packed::map_column`] |
//! | the layout as data | [`Layout`], [`layout`], [`Expr`] |
//! | trees of any layout | [`Value`], [`value`], [`walk`] |
//! | errors | [`Error`], [`Kind`], [`Path`] |

extern crate self as formwork_schema;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;
pub mod agree;
mod at_version;
mod budget;
mod charset;
mod corruption;
mod count;
pub mod decimal;
mod diagnostic;
pub mod document;
mod engines;
pub mod error;
pub mod escape;
pub mod events;
pub mod expr;
pub mod fault;
pub mod file_rules;
pub mod half_float;
mod hash;
pub mod implied;
pub mod json;
mod late;
pub mod layout;
pub mod limits;
#[doc(hidden)]
pub mod macros;
mod mark;
mod measured;
pub mod meter;
mod order;
mod packed;
pub mod path;
pub mod place;
mod plain;
pub mod prim;
mod proof;
pub mod read;
mod recognise;
mod reference;
mod rule;
mod shared;
mod sink;
#[doc(hidden)]
pub mod sorted;
mod source;
mod sum;
mod traits;
pub mod unwritable;
pub mod value;
mod version;
pub mod walk;
mod weight;
mod wide;
pub mod write;

pub use charset::{Charset, Unencodable};
pub use count::{Countable, count, fit_count, fit_plus, fit_size, len, plus};
pub use diagnostic::{Diagnostic, Diagnostics, Location, Related};
pub use engines::Engines;
pub use error::{Error, Kind, Result};
pub use expr::Expr;
pub use formwork_schema_derive::{Record, Schema, bits};
pub use hash::Hash;
pub use layout::Layout;
pub use limits::Limits;
pub use mark::Mark;
pub use order::{BigEndian, ByteOrder, LittleEndian};
pub use packed::{Column, FieldType, Packed, RecordField};
pub use path::Path;
pub use prim::{
    Adler32, Aligned, Blob, Bool, Byte, CString, Checksum, Covered, CrLf, Crc16, Crc32, Each,
    EndMark, Ended, EndedBy, F16, FileLength, FixedString, Fnv1a, Hand, Hashed, I24, Index,
    Indexed, Items, Kept, Latin1, Left, Nested, Padded, Padding, Peek, PerItem, Quat, QuatXyzw,
    Remaining, Sdbm, ShiftJis, Slack, Sum8, Sum16, Sum32, Text, TextEncoding, U24, Utf8, Utf16Be,
    Utf16Le, Vec2, Vec3, Vec4, Vle, Windows1252, Xor8, Zip, each, filling, index, is_set, item,
    read_checksum, read_file_length, reserving, size, sized, until, until_eof, write_checksum,
    write_file_length,
};

pub use reference::{Reference, line_and_column};
pub use rule::{Does, Effect, Rule, Severity};
pub use sum::{Summed, sum};
pub use traits::{Check, Dialects, Format, Record, Schema, VersionValue};
pub use value::Value;
pub use version::At;
pub use weight::{weight, weight_of_outline};
pub use wide::{Wide, or_zero, wide};
