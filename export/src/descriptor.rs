//! Descriptors: layouts as XML, made to be read, compared and read back.
//!
//! ```xml
//! <layout formwork="1" format="urho3d.animation" extensions="ani">
//!   <struct name="Animation" endian="little" magic="UANI">
//!     <doc>One animation clip.</doc>
//!     <field name="length" type="f32" unit="seconds">Playing time, in seconds.</field>
//!     <count name="track_count" type="u32" of="tracks"/>
//!     <list name="tracks" type="Track" count="track_count" item="track">The animated bones, one track each.</list>
//!   </struct>
//!   …
//!   <flags name="Channels" repr="u8">
//!     <doc>The parts of a pose.</doc>
//!     <flag name="POSITION" value="0x1">Keyframes have a position.</flag>
//!   </flags>
//! </layout>
//! ```
//!
//! - The root struct comes first, then every other in the order in which fields first mention
//!   them, then the tables of flags, enumerations, numbers of bits, dialects and versions.
//! - The text of an element is its doc; elements that have children keep it in a `<doc>`.
//! - `<assert>` belongs to the field before it. `<count>` is a field that instances do not have,
//!   because the length of the list named by `of` says the same.
//! - `nested="true"` marks a field, or the items of a list, that may contain the struct around
//!   them. `nested="list"` marks a list as a whole.
//! - Magic bytes are text, or `0x` and hexadecimal digits. `<magic>` has the number that it counts as, or the
//!   `first` and the `last` that may follow it, as a `u32` or as `repr` says, in the byte order of the field.
//! - A layout whose root has no magic, and no version that has one, says how files are recognised: `recognised`
//!   is `by extension` or `on request`, `when` a condition over the first fields of the root, alone or beside
//!   `by extension`.
//! - A definition has an `id` when its name is taken by another one; types then name the id.

mod bits;
mod due;
mod field;
mod hidden;
mod index;
mod node;
mod print;
mod recognition;
mod resolve;
mod scope;
mod structs;
mod table;
mod value;
mod verify;
mod version;
mod xml;

use formwork_schema::{Layout, Result};

/// The descriptor of a layout.
///
/// Characters that XML does not have (control characters in a doc) become U+FFFD.
#[must_use]
pub fn print(layout: &Layout) -> String {
    print::print(layout)
}

/// Reads a descriptor back. The result equals the layout that was printed.
///
/// # Errors
/// [`Kind::Malformed`](formwork_schema::Kind::Malformed) with line and column when this is not a
/// descriptor, or describes what no file could be: unknown names, expressions over fields that do
/// not precede them, lists without a count, structs that contain themselves without end.
pub fn parse(xml: &str) -> Result<Layout> {
    resolve::parse(xml.strip_prefix('\u{feff}').unwrap_or(xml))
}

/// The XSD 1.0 of descriptors.
#[must_use]
pub fn xsd() -> &'static str {
    include_str!("descriptor.xsd")
}
