//! The core data model of formwork.
//!
//! [`layout`] says what a kind of file looks like, as plain data that `derive(Schema)` fills in
//! from binrw's own attributes. Everything about *kinds* of files takes a [`Layout`]; everything
//! about *one* file takes bytes or a tree.

extern crate self as formwork_schema;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;
pub mod agree;
mod at_version;
mod budget;
mod corruption;
mod count;
pub mod decimal;
pub mod document;
pub mod error;
pub mod escape;
pub mod events;
pub mod expr;
pub mod fault;
mod finding;
pub mod implied;
pub mod json;
pub mod layout;
pub mod limits;
#[doc(hidden)]
pub mod macros;
mod order;
mod packed;
pub mod path;
pub mod place;
pub mod prim;
mod proof;
pub mod read;
mod recognise;
mod shared;
mod source;
mod traits;
pub mod value;
pub mod walk;
mod wide;
pub mod write;

pub use count::{Countable, Summed, count, fit_count, len, sum};
pub use error::{Error, Kind, Result};
pub use expr::Expr;
pub use finding::{Finding, Reference, line_and_column};
pub use formwork_schema_derive::{Record, Schema};
pub use layout::Layout;
pub use limits::Limits;
pub use macros::At;
pub use order::{BigEndian, ByteOrder, LittleEndian};
pub use packed::{Column, FieldType, Packed, RecordField};
pub use path::Path;
pub use prim::{
    Blob, Bool, CString, Each, FixedString, Nested, Peek, PerItem, Quat, QuatXyzw, Remaining, Vec2,
    Vec3, Vec4, Vle, Zip, each, is_set, item, until_eof,
};

pub use traits::{Check, Dialects, Format, Record, Schema, VersionValue};
pub use value::Value;
pub use wide::{Wide, or_zero, wide};
