//! A file as stable text, for `git diff` and other tools that compare lines.
//!
//! One value a line. Every item of a list is a paragraph under its own heading, which holds its
//! name and no position where it has a name, so that an item before it changes no line of those
//! behind. Bulk is one line with its number of records and a hash, and one line per component with
//! the smallest and the greatest value.
//!
//! ```text
//! format: urho3d.animation
//! version: UANI
//! tracks: 2 items
//!
//! tracks "Root/Arm"
//!   channels: SCALE
//!   keyframes: 120 records, sha256 0d1f8f4ab5c3b6a1
//!     time: 0 … 4
//! ```

mod bounds;
mod digest;
mod print;

use std::io;

use formwork_schema::{
    Error, Result,
    escape::{escape, is_directional},
};

use self::{digest::hash, print::Printer};
use crate::{amount::plural, fault::Fault, outline::Outline, sink::Sink};

/// Bytes at the beginning of an unknown file that are shown.
const HEAD: usize = 32;

/// Writes a file; `mistake` says why there is no more of it than this.
///
/// # Errors
/// [`Kind::System`](formwork_schema::Kind::System) when `out` fails.
pub fn print(
    outline: &Outline<'_>,
    mistake: Option<&Error>,
    out: &mut dyn io::Write,
) -> Result<()> {
    let mut printer = Printer::new(outline.bytes, out);
    printer.line(0, "format", &outline.format);
    printer.root(&outline.root);
    printer.trailing(outline.trailing());
    let mut sink = printer.into_sink();
    if let Some(mistake) = mistake {
        sink.text(&format!("\n{mistake}\n"));
        whole(outline.bytes, &mut sink);
    }
    sink.finish().map_err(Fault::into_error)
}

/// Writes a file of no known format: a text as it is, but for characters that would show it in another order, and of other files what they seem to be,
/// their size, their hash and how they begin.
///
/// # Errors
/// [`Kind::System`](formwork_schema::Kind::System) when `out` fails.
pub fn print_foreign(
    bytes: &[u8],
    looks_like: Option<&str>,
    out: &mut dyn io::Write,
) -> Result<()> {
    let mut sink = Sink::new(out);
    match std::str::from_utf8(bytes) {
        Ok(text) if !text.contains(is_binary) => in_order(text, &mut sink),
        _ => {
            let what = looks_like.unwrap_or("not known");
            sink.text(&format!("format: {what}\n"));
            whole(bytes, &mut sink);
            let head = &bytes[..bytes.len().min(HEAD)];
            sink.text(&format!("begins with: \"{}\"\n", escape(head)));
        }
    }
    sink.finish().map_err(Fault::into_error)
}

/// A text whose characters stand in the order in which they are stored.
fn in_order(text: &str, sink: &mut Sink<'_>) {
    let mut rest = text;
    while let Some(c) = rest.chars().find(|c| is_directional(*c)) {
        let (before, after) = rest.split_once(c).unwrap_or((rest, ""));
        sink.text(before);
        sink.text(&c.escape_unicode().to_string());
        rest = after;
    }
    sink.text(rest);
}

fn is_binary(char: char) -> bool {
    char.is_control() && !matches!(char, '\t' | '\n' | '\r' | '\u{c}')
}

/// Size and hash of a file of which nothing else can be said.
fn whole(bytes: &[u8], sink: &mut Sink<'_>) {
    let size = plural(bytes.len() as u64, "byte");
    sink.text(&format!("size: {size}, sha256 {}\n", hash(bytes)));
}
