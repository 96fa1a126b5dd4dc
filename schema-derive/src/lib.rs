//! `derive(Schema)` and `derive(Record)`: the layout of a binrw struct, as data.
//!
//! `formwork_schema` re-exports both; nobody needs to name this crate. The derives read what is
//! there for binrw anyway, and doc comments, and turn them into a `Struct` of the layout. They
//! stand **above** `#[binrw]`, which removes its attributes and the temporary fields:
//!
//! ```
//! use binrw::binrw;
//! use formwork_schema::{CString, Format, Packed, Record, Schema, Value, count, flags, read, write};
//! use serde::{Deserialize, Serialize};
//!
//! flags! {
//!     /// The parts of a pose.
//!     pub struct Channels: u8 {
//!         /// Keyframes have a height.
//!         HEIGHT = 1;
//!     }
//! }
//!
//! /// The motion of one bone: the root of a file.
//! #[derive(Schema)]
//! #[schema(format = "my.track", extension = "track")]
//! #[binrw]
//! #[brw(little, magic = b"TRAK")]
//! #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
//! pub struct Track {
//!     /// Name of the bone.
//!     pub name: CString,
//!     /// What every keyframe carries.
//!     pub channels: Channels,
//!     #[br(temp)]
//!     #[bw(try_calc(count(keyframes)))]
//!     keyframe_count: u32,
//!     /// Poses in order of time.
//!     #[br(count = keyframe_count, args { inner: (channels,) })]
//!     pub keyframes: Packed<Keyframe>,
//! }
//!
//! /// The pose of a bone at one moment.
//! #[derive(Schema, Record)]
//! #[binrw]
//! #[br(import(channels: Channels))]
//! #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
//! pub struct Keyframe {
//!     /// The moment.
//!     #[schema(unit = "seconds")]
//!     pub time: f32,
//!     /// Height above the parent bone.
//!     #[br(if(channels.contains(Channels::HEIGHT)))]
//!     pub height: Option<f32>,
//! }
//!
//! fn main() -> formwork_schema::Result<()> {
//!     // Read, change, write.
//!     let file = b"TRAKHip\0\x01\x01\0\0\0\0\0\x80\x3f\0\0\0\x40";
//!     let mut track: Track = read::from_slice(file)?;
//!     track.keyframes.map_column(Keyframe::FIELDS.height, |height| 2.0 * height)?;
//!     let bytes = write::to_bytes(&track)?;
//!
//!     // What is wrong has a place in the file and in the tree.
//!     let cut = read::from_slice::<Track>(&bytes[..20]).unwrap_err();
//!     assert_eq!(
//!         cut.to_string(),
//!         "malformed: keyframes[0].height at 0x11: the file ends, 1 more byte needed",
//!     );
//!
//!     // The layout is data, which `formwork-export` writes down, and `formwork-text` follows.
//!     let descriptor = formwork_export::descriptor::print(Track::layout());
//!     assert!(descriptor.contains(r#"when="channels has HEIGHT:1""#));
//!     let mut xml = Vec::new();
//!     formwork_text::xml::print(Track::layout(), &Value::of(&track)?, &[], &mut xml)?;
//!     assert!(String::from_utf8_lossy(&xml).contains(r#"<keyframe time="1" height="4"/>"#));
//!     Ok(())
//! }
//! ```
//!
//! Below: what stands [on a struct or enum](#on-a-struct-or-enum), [on a field](#on-a-field), and in
//! [documents](#documents); the language of [expressions](#expressions); what [is checked](#what-check-asks) before a tree is
//! written; and [records](#what-record-asks).
//!
//! # On a struct or enum
//!
//! | attribute | what becomes of it |
//! |---|---|
//! | doc comment | `Struct::doc`; required |
//! | `schema(format = "urho3d.animation", extension = "ani")` | the struct is the root of a file: implements `Format` as well. `extension` may be repeated, the usual one first |
//! | a first field `version` of a type made by `versions!`, or `brw(magic = b"…")` on the root | files are recognised by how they begin; the version of a file is its magic and number |
//! | `schema(recognised_if(header_size == 40 && planes == 1))` | `Recognition::Condition`, for roots without a magic: whole numbers before the first list or text of the root |
//! | `schema(recognised = "by extension")` | `Recognition::Extension`; beside `recognised_if`, the name must fit as well. `"on request"`: no file is taken for one. A field `version` may then be a plain number, which is shown as the version |
//! | `schema(vector)`, `schema(tuple)` | `Struct::style`: numbers in order, without or with names that matter |
//! | `brw(little)`, `brw(big)` | `Struct::endian` |
//! | `brw(import(is_big: bool), is_big = is_big)` | `Struct::endian`, by a parameter, which the writer gets as well |
//! | `brw(magic = b"…")` | `Struct::magic`; on structs, and on the variants of an enum |
//! | `brw(magic = 7u32)` | the same, in the byte order that the struct or field itself says |
//! | `br(import(name: Type))`, `import { name: Type }`, `import_raw(name: Type)` | `Struct::params` and `Check::Args`. In a root: the dialect, of a type made by `dialects!` |
//! | `br(assert(condition, "message"))` | on a struct: an assert of the last field that it asks of |
//! | `br(return_unexpected_error)` | nothing; on an enum it saves binrw an error per variant that does not fit |
//!
//! An enum under `brw(repr = u8)` is a number whose values all have a name: `Type::Enum` with closed `Names`. Each value has a doc
//! comment; another number is malformed. (`enums!` keeps numbers without a name.)
//!
//! Each variant of another enum has a doc comment and no content, one nameless value or
//! named fields; its name in the layout is in `snake_case`. `br(pre_assert(condition))` or
//! `brw(magic = b"…")` choose it. The last variant may do without, and takes what the others leave; where magics choose them, its
//! first field is `[u8; 4]` or a number, as long as the longest magic, so that `Check` sees that it begins like none of them.
//!
//! # On a field
//!
//! | attribute | what becomes of it |
//! |---|---|
//! | doc comment | `Field::doc`, as plain text; required unless the field is temporary. |
//! | `schema(unit = "seconds")` | `Field::unit`; a doc comment says none |
//! | `schema(key = "semantic index")` | `Field::key`: which item of a list one is, when files are compared |
//! | `schema(index_of = "bones")` | `Field::index_of`: the number, or each of several, is an index into that list of the root |
//! | `schema(named_by = "elements: semantic index", words = "position normal texcoord_#")` | `Field::columns`: the items of the list are called what the list `elements` says |
//! | `schema(item = "vertex")` | `Field::item`, where it is not the singular of the name |
//! | `schema(dialect)` | in a root: this field holds the dialect |
//! | `br(temp)`, `bw(try_calc(count(list)))` | the count of a list that follows: invisible, `Field::counts` |
//! | `br(temp)`, `bw(try_calc(size(value)))` | the size of a value that follows, in bytes: the same |
//! | `br(temp)`, `bw(try_calc(plus(size(value), 12)))` | the same, and so much more or less, as of a header that counts itself: `Field::plus` |
//! | `br(temp, calc = expression)`, `bw(ignore)` | `Field::is`: a value that follows from others, in no file and no tree; of type `Wide` where it is calculated with |
//! | `br(calc = expression)`, `bw(ignore)` | the same, and trees keep it: a number, a `bool` or a `Wide`. Texts do not show it, and `Check` refuses another value |
//! | the same with `schema(in_texts)` on a `bool` | `Field::is` and `Field::visible`: what only the file tells, such as how much is left; texts say it where it holds |
//! | `br(temp)`, `bw(ignore)` on a `Remaining` or `Peek` | how many bytes are left, or a number further on, for conditions of optional tails |
//! | `br(temp, restore_position, seek_before = SeekFrom::Start(place))`, `bw(ignore)` on a whole number | `Field::at`: a number that stands elsewhere in the file, looked up for conditions and counts |
//! | `br(if(condition))` | `Field::when`; the field is an `Option`. On a count `brw(if(condition))`, or `br` and `bw` saying the same |
//! | `br(count = expression)` | `Field::count`, of a `Vec`, `Packed`, `Blob` or `Text` |
//! | `br(count = expression, parse_with = reserving)`, with the function of `formwork_schema` | the same; memory for the items of the `Vec` is taken at once, as far as the bytes that are left are as many |
//! | `br(parse_with = until_eof)`, with the function of `formwork_schema` | `Field::count`: up to the end of the file, or of the bytes of the value around |
//! | `br(parse_with = sized(length))` | `Field::size`: the value has so many bytes, all of them |
//! | `br(parse_with = filling(length))` | the same, and `Field::count`: items that fill them |
//! | `br(parse_with = read_checksum((&a, &b)))`, `bw(write_with = write_checksum((a, b)))` on a `Checksum` | `Field::due`: follows from the values of fields before it; trees have it where it is wrong |
//! | `br(parse_with = read_file_length(&before))`, `bw(write_with = write_file_length(before))` on a `FileLength` of a root | the same: how long the file is up to and with the number, without fields before it. `brw(if(condition))` may stand beside it, without an `Option` |
//! | `br(parse_with = until(\|item: &Item\| condition))` | `Field::count`: a `Vec` up to the first item of which it holds |
//! | `br(args(a, b))`, `br(args { inner: (a, b,) })` | `Field::args`; the latter for the items of a list. Beside `until_eof`, `filling` and `until` the former, for the function hands them on. Beside expressions `each(&list, \|item\| item.field)` for a parameter of type `Each`, `item(&values)`, which hands one of its values to each item of a `Zip`, and `index()`, which hands its place to each item of an `Indexed` |
//! | `bw(args(*a, *b))` | the same for a writer that takes parameters: `brw(import(name: Type))` |
//! | `br(args { a: x, b: y })`, `br(args { inner: args! { a: x } })`, `br(args_raw = x)` | the same; names stand in the order of the parameters |
//! | `br(assert(condition, "message"))` | `Field::asserts`; the message may be left out |
//! | `brw(little)`, `brw(big)` | `Field::endian` |
//! | `br(is_big = condition)`, `bw(is_big = condition)` | `Field::endian`, by a value; what is inside follows |
//! | `brw(magic = b"…")` | `Field::magic`: bytes in front of the value |
//! | `brw(pad_before = 2)`, `pad_after`, `pad_size_to`, `align_before`, `align_after` | `Field::pad`: zeros. With names in both, `br(..)` and `bw(..)` |
//!
//! Everything else is an error, also where binrw would understand it: what a layout cannot say,
//! neither the second reader nor any exporter could follow.
//!
//! # Documents
//!
//! Formats that are XML already have no `#[binrw]` but `schema(xml)`, and are read and written by serde, under
//! `#[serde(default)]`. `schema(xml = "Mesh")` on a struct says which element it is; without a name it holds
//! attributes of another one (`inline`). On an enum, `schema(xml)` makes a dialect of elements, one per variant. `schema(last_wins)`: of an attribute that is given twice the last one counts.
//!
//! | on the root, a struct or an enum | what becomes of it |
//! |---|---|
//! | `schema(format = "horde3d.scene", extension = "scene.xml", title = "…")` | it implements `Document`. `extension` may be repeated |
//! | `schema(unambiguous)` | `Marks::unambiguous`: documents are known by the root alone; else the name must fit |
//! | `schema(hint = " geometry=")`, repeated | `Marks::hints`: what else tells a document whose root is known |
//! | `schema(foreign = "<Sequence ")`, repeated | `Marks::foreign`: what only documents of other programs have |
//! | `schema(obsolete("ParticleConfig", "why"))`, repeated | `Marks::obsolete`: a root that is refused |
//!
//! | on a field | what becomes of it |
//! |---|---|
//! | doc comment | `Field::doc`; required |
//! | nothing, or `schema(attribute = "batchStart")` | an attribute; without a name it is that of the field in camelCase |
//! | an `Option` | `Attribute::optional`: a missing one is `None` |
//! | `schema(default = 1.0)` | what a missing attribute means, also in the `Default` that the derive implements |
//! | `schema(required)`, `schema(filled)`, `schema(expected)` | `Attribute::need` |
//! | `schema(strict)` | a word that is not known is as bad as a missing required one |
//! | `schema(truth = "true")`, `"true or 1"`, `"not false or 0"` | which words mean yes; usually `true or 1` |
//! | `schema(resource = "horde3d.material")` | what the resource that it names should be |
//! | `schema(unit = "seconds")` | `Field::unit`; a doc comment says none |
//! | `schema(obsolete = "since when")` | `Part::obsolete` |
//! | `schema(child)`, on an `Option` | the first child element of a name |
//! | `schema(children)`, on a `Vec` | all child elements of a name, or of the names of an enum |
//! | `schema(verbatim = "Attachment")`, on an `Option<String>` | the first child element of a name, as XML |
//! | `schema(text)` | the text of the element |
//! | `schema(inline)` | a struct with attributes of this element |
//! | `schema(unknown)`, on an `Unknown` or on a variant with a `String` | what nothing else knows; required |
//!
//! # Expressions
//!
//! Conditions, counts and arguments are Rust that binrw compiles, and at the same time sentences of
//! a small language:
//!
//! | Rust | in the layout |
//! |---|---|
//! | `frame_count`, `*frame_count`, `frame_count.0`, `u32::from(frame_count)`, `wide(frame_count)` | the value of a field before it, or of a parameter |
//! | `or_zero(count)`, `mask.unwrap_or_default()` | the value of a field that may be absent; 0 when it is |
//! | `Version::TRACK_WEIGHT`, `LIMIT` | a constant, by name and value: of an integer, or of a type made by `flags!`, `enums!`, `versions!` or `dialects!` |
//! | `1`, `b'a'` | a whole number |
//! | `wide(a) + b`, `wide(a) - b`, `wide(a) * b` | the same |
//! | `a % 4` | what is left of `a`; the other is a whole number above 0 |
//! | `wide(a) / b`, `wide(a) << b`, `wide(a) >> b` | the same; no value where one is negative, `b` is 0 or 64 places or more |
//! | `a & b`, `a \| b`, `a ^ b` | the same, of bits |
//! | `wide(a).min(b)`, `wide(a).max(b)` | `min(a, b)`, `max(a, b)` |
//! | `wide(a).div_ceil(4)`, `wide(a).next_multiple_of(4)` | `(a + 4 - 1) / 4`, and that times 4 |
//! | `or_zero(header.map(\|header\| header.count))` | the value of a field inside an earlier one that may be absent; 0 when that is |
//! | `header.size.width` | the value of a field inside an earlier one that is always there |
//! | `matches!(a, 1 \| 4..=6)`, `(4..=6).contains(&a)` | comparisons, joined by `\|\|` and `&&` |
//! | `match a { 1 => x, 2 \| 3 => y, _ => z }` | `if … then x else if … then y else z` |
//! | `a == b`, `a < b`, …, `wide(a) == b`, `wide(a) < b`, … | the same |
//! | `a && b`, `a \|\| b`, `!a` | the same, of conditions |
//! | `mask.contains(Channels::HEIGHT)` | `mask has HEIGHT:1` |
//! | `info.version()`, of [`bits!`](macro@bits) | `info.version` |
//! | `is_set(flag)` | `flag != 0` |
//! | `list.len()`, `len(&list)` where the list may be absent | `len(list)` |
//! | `sum(&list, \|item\| item.size)` | `sum(list, size)` |
//! | `if a { b } else { c }` | `if a then b else c` |
//!
//! A layout calculates in 128 bits, and what does not fit has no value. So Rust's own arithmetic, casts with `as` and
//! `into()` are refused: [`wide`](https://docs.rs/formwork-schema) gives a number that calculates in the same way. A
//! parameter of type `Wide` takes such a number, a place in the file is `(wide(size) - 4).place()`.
//!
//! binrw calculates counts and arguments also where the field is absent. What could be refused there, and not by the
//! layout, is an error: a plain number that may be negative, and comparing what may be too large.
//!
//! A derive sees names only. Beside the traits it writes code that is compiled and never called, and asks there
//! whether each type, function and method is the one that the layout takes it for.
//!
//! # What `Check` asks
//!
//! That an `Option` is there exactly when its condition holds; that a list is as long as its count
//! says, and its count wide enough; that asserts hold; that a variant is the one that its guard, and no
//! earlier guard, chooses. Conditions that ask how many bytes remain, or what stands further on, are left
//! out: only a file knows.
//!
//! # What `Record` asks
//!
//! A struct that takes the same number of bytes for the same parameters: fields of fixed size, some
//! of them conditional over parameters; no lists, strings, arguments, asserts or magic.
//! The shape of a record is one bit per conditional field.
//!
//! Byte orders are those of binrw: a field has its own, else that of its struct, else that of whatever
//! holds the record. So one record may have both.
//!
//! # What `Record` makes
//!
//! Beside the trait, one constant: `FIELDS`, a struct with a handle for each field, of the same name and as
//! visible as the field. `Packed::column` takes such a handle and gives the field of every record, without decoding
//! the others; for an `Option` it gives one, which is `None` when the records do not have the field:
//!
//! ```
//! # use binrw::binrw;
//! # use formwork_schema::{Column, Packed};
//! # use formwork_schema_derive::{Record, Schema};
//! # /// The pose of a bone at one moment.
//! # #[derive(Schema, Record)]
//! # #[binrw]
//! # #[br(import(is_high: u8))]
//! # #[derive(Debug, Clone, PartialEq)]
//! # pub struct Keyframe {
//! #     /// The moment, in seconds.
//! #     pub time: f32,
//! #     /// Height above the parent bone.
//! #     #[br(if(is_high == 1))]
//! #     pub height: Option<f32>,
//! # }
//! fn columns(keyframes: &Packed<Keyframe>) {
//!     let times: Column<'_, f32> = keyframes.column(Keyframe::FIELDS.time);
//!     let heights: Option<Column<'_, f32>> = keyframes.column(Keyframe::FIELDS.height);
//! }
//! ```
//!
//! A column of structs has columns as well: `positions.column(Vec3::FIELDS.x)`. `Packed::set`, `Packed::set_column` and
//! `Packed::map_column` write through the same handles.
//!
//! # Mistakes
//!
//! All mistakes of a struct are reported together, each under its own tokens, and a stand-in is
//! implemented in place of the traits, so that nothing else turns red.

mod bits;
mod check;
mod document;
mod emit;
mod errors;
mod expr;
mod input;
mod parse;
mod repr;
mod text;
mod types;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

/// The layout of a struct as data, and what a tree must obey to be written.
///
/// See the [crate documentation](crate) for everything that is read.
#[proc_macro_derive(Schema, attributes(schema, br, bw, brw))]
pub fn derive_schema(item: TokenStream) -> TokenStream {
    let item = parse_macro_input!(item as DeriveInput);
    if document::is_document(&item) {
        return document::derive(&item).into();
    }
    if repr::is_repr(&item) {
        return repr::derive(&item).into();
    }
    let mut errors = errors::Errors::new();
    let input = parse::parse(&item, &mut errors).map(|raw| check::check(raw, &mut errors));
    let mistakes = errors.finish();
    emit::schema(&item, input.as_ref(), mistakes).into()
}

/// Declares a number that consists of smaller ones, each of some bits. The whole number is kept, so every file comes back.
///
/// ```
/// formwork_schema::enums! {
///     /// How many bytes a number of the index takes.
///     pub struct Width: u8 {
///         /// One.
///         BYTE = 0;
///         /// Two.
///         WORD = 1;
///     }
/// }
///
/// formwork_schema::bits! {
///     /// How a mesh is packed.
///     pub struct Packing: u16, low first {
///         /// Version of the packer.
///         version: 4;
///         /// How wide indices are.
///         width: 3 as Width;
///         /// Exponent of the scale.
///         scale: 4 as i8;
///         /// Whether normals are left out.
///         flat: bool;
///         _: 4;
///     }
/// }
///
/// let packing = Packing(0x0893);
/// assert_eq!((packing.version(), packing.width(), packing.scale(), packing.flat()), (3, Width::WORD, 1, true));
/// assert_eq!(packing.with_scale(-8), Some(Packing(0x0c13)));
/// assert_eq!(packing.with_version(16), None);
/// ```
///
/// The number is a `u8`, `u16`, `u32` or `u64`, in the byte order of the field. `low first` puts the first part into its lowest
/// bits, `high first` into its highest. A part is `name: bits`, of the type of the whole number; `name: bits as T`, where `T` is one
/// of Rust's integers or made by `enums!`; or `name: bool`, of one bit. `_` means nothing, and texts have it only where it is not 0.
/// Together the parts take every bit.
///
/// In expressions `packing.version()` is the value of a part, for parts that are never negative.
#[proc_macro]
pub fn bits(item: TokenStream) -> TokenStream {
    bits::declare(item.into()).into()
}

/// Access to single fields of records of fixed stride.
///
/// See the [crate documentation](crate) for what such a struct may contain.
#[proc_macro_derive(Record, attributes(schema, br, bw, brw))]
pub fn derive_record(item: TokenStream) -> TokenStream {
    let item = parse_macro_input!(item as DeriveInput);
    emit::record(&item).into()
}
