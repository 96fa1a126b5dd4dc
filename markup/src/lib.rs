//! XML documents that have a schema.
//!
//! [`Markup`] is a document as it is written, every byte of it. [`read`](read()) makes a tree of it, as its
//! [`Layout`](formwork_schema::Layout) says; [`write`](write()) makes a document of a
//! tree, and [`update`](update()) changes in a document what a tree says otherwise, and nothing else. [`diagnostics`](diagnostics()) tells
//! what an engine ignores in silence.
//!
//! Documents are read as the engine reads them: numbers as C reads them, words in any case. What is not known is
//! ignored; it stays in the document, and in the tree as `unknown`.

mod atoms;
mod data;
mod diagnostics;
mod edit;
mod entities;
mod fresh;
mod index;
mod json;
mod known;
mod links;
mod make;
mod markup;
mod means;
mod number;
mod parse;
mod parts;
mod place;
mod print;
mod read;
mod refusal;
pub mod rules;
mod shown;
mod source;
mod typed;
mod unknown;
mod update;
mod wellformed;
mod within;

pub use diagnostics::diagnostics;
pub use json::{from_json, is_told_as, told};
pub use links::{references, without_backslashes};
pub use markup::{AttributeNode, Markup, Node};
pub use number::{float, integer};
pub use parts::Parts;
pub use print::{printed, write};
pub use read::{accepts, has_root, is_read_as, read};
pub use shown::{Shown, to_json, to_json_text};
pub use typed::{from_value, is_value, to_value};
pub use update::update;
