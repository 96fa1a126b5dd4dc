//! XML, JSON, annotated dumps and differences of anything that has a layout.
//!
//! [`xml`] and [`json`] turn a tree into text and back, guided by its [`Layout`]: both follow the page *Text forms* of
//! `DESIGN.md`.
//! [`diff`] and [`textconv`] say what files differ in, over an [`outline`] of each.

mod afforded;
mod amount;
mod aside;
mod bits;
mod budget;
mod columns;
mod described;
pub mod diff;
pub mod dump;
mod form;
mod items;
pub mod json;
mod leaf;
mod links;
mod names;
mod number;
pub mod outline;
mod paths;
mod plain;
mod plan;
mod rows;
mod scan;
mod shown;
mod sink;
mod spot;
pub mod textconv;
mod words;
pub mod xml;

pub use afforded::afforded;

use std::borrow::Cow;

use formwork_schema::{Layout, Value, fault};

/// The number of the version that a tree has, for layouts that have one.
fn version_of(layout: &Layout, tree: &Value) -> Option<i128> {
    let field = layout.version_field()?;
    let place = layout
        .root()
        .fields()
        .iter()
        .position(|one| one.name == field.name)?;
    match tree.field(place)? {
        Value::Word(word) => layout.version_number(word),
        Value::Int(number) => Some(number.get()),
        _ => None,
    }
}

/// A layout as it is for the version of a tree.
fn at_version<'l>(layout: &'l Layout, tree: &Value) -> Cow<'l, Layout> {
    if !layout.has_limited_names() {
        return Cow::Borrowed(layout);
    }
    layout.at_version(version_of(layout, tree))
}

/// A number as both text forms write it: the shortest text that reads back to the same bits.
#[must_use]
pub fn float(value: f32) -> String {
    let mut out = Vec::new();
    number::put_f32(&mut out, value);
    String::from_utf8(out).unwrap_or_default()
}

/// A whole number as the JSON form writes it: beyond 2^53 in a string, since programs that read numbers as `f64` would change it.
#[must_use]
pub fn whole_number(value: i128) -> serde_json::Value {
    number::integer(value)
}
