//! XML, JSON, annotated dumps and differences of anything that has a layout.
//!
//! [`xml`] and [`json`] turn the serde events of a tree into text and back, guided by its
//! [`Layout`](formwork_schema::Layout): both follow the page *Text forms* of `DESIGN.md`.
//! [`diff`] and [`textconv`] say what files differ in, over an [`outline`] of each.

pub mod diff;
pub mod dump;
pub mod json;
mod leaf;
mod number;
pub mod outline;
mod plan;
mod scalar;
mod shown;
mod sink;
pub mod textconv;
mod words;
pub mod xml;

use formwork_schema::fault;

/// What a document says.
#[derive(Debug, Clone, PartialEq)]
pub struct Parsed<T> {
    /// The tree.
    pub value: T,
    /// Bytes that follow the end of the file proper.
    pub trailing: Vec<u8>,
}

/// A number as both text forms write it: the shortest text that reads back to the same bits.
#[must_use]
pub fn float(value: f32) -> String {
    let mut out = Vec::new();
    number::put_f32(&mut out, value);
    String::from_utf8(out).unwrap_or_default()
}
