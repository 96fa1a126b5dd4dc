//! Places in a text, counted once for all of them.

use std::ops::Range;

use formwork_schema::{Diagnostic, Error, Kind, Limits, Location, Reference, Result, Rule, sorted};

/// A [`Diagnostic`] or [`Reference`] whose line is not counted yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Note<W = &'static Rule> {
    /// Offset in the text, in bytes.
    pub(super) at: usize,
    /// The rule that is broken, or the kind of the reference.
    pub(super) what: W,
    /// Where in the tree.
    pub(super) path: String,
    /// Message of the diagnostic, or name of the resource.
    pub(super) message: String,
}

/// A note of a resource: its kind, and its name for a message.
pub(super) type Named = Note<&'static str>;

impl<W> Note<W> {
    pub(super) fn new(
        at: usize,
        what: W,
        path: impl Into<String>,
        message: impl Into<String>,
    ) -> Self {
        Self {
            at,
            what,
            path: path.into(),
            message: message.into(),
        }
    }
}

/// Refuses a text that is larger than the caller wants to read.
pub(super) fn check_size(text: &[u8], limits: &Limits) -> Result<()> {
    if text.len() as u64 <= limits.bytes {
        return Ok(());
    }
    let message = format!(
        "{} bytes are more than the limit of {}",
        text.len(),
        limits.bytes
    );
    Err(Error::new(Kind::Limit, message).help("raise the limit if you trust the file"))
}

/// Diagnostics in order of place.
pub(super) fn diagnostics(text: &[u8], notes: Vec<Note>) -> Vec<Diagnostic> {
    let diagnostic = |line, note: Note| {
        let location = Location::of(note.path).at_line(line);
        Diagnostic::new(note.what, location, note.message)
    };
    placed(text, notes, diagnostic)
}

/// References in order of place.
pub(super) fn references(text: &[u8], notes: Vec<Named>) -> Vec<Reference> {
    let reference = |(line, column), note: Named| Reference {
        kind: note.what,
        bytes: name_in_line(text, note.at, &note.message),
        name: note.message,
        line,
        column,
        path: note.path,
    };
    placed(text, notes, reference)
}

/// Where a name stands between a place and the end of its line.
fn name_in_line(text: &[u8], at: usize, name: &str) -> Option<Range<u64>> {
    let rest = text.get(at..)?;
    let line = &rest[..memchr::memchr(b'\n', rest).unwrap_or(rest.len())];
    let start = at + memchr::memmem::find(line, name.as_bytes())?;
    Some(start as u64..(start + name.len()) as u64)
}

/// A refusal at a place of the text.
pub(super) fn malformed(text: &[u8], at: usize, path: &str, message: impl Into<String>) -> Error {
    refused(Kind::Malformed, text, at, path, message)
}

/// The same with another culprit.
pub(super) fn refused(
    kind: Kind,
    text: &[u8],
    at: usize,
    path: &str,
    message: impl Into<String>,
) -> Error {
    let (line, column) = Sweep::new(text).to(at);
    Error::new(kind, message).of(path).at_line(line, column)
}

fn placed<W, T>(
    text: &[u8],
    mut notes: Vec<Note<W>>,
    make: impl Fn((u64, u64), Note<W>) -> T,
) -> Vec<T> {
    sorted::by_key(&mut notes, |note| note.at);
    let mut sweep = Sweep::new(text);
    let place = |note: Note<W>| make(sweep.to(note.at), note);
    notes.into_iter().map(place).collect()
}

/// Counts lines and columns in one pass, for places in ascending order.
struct Sweep<'a> {
    rest: &'a [u8],
    at: usize,
    line: u64,
    column: u64,
}

impl<'a> Sweep<'a> {
    fn new(text: &'a [u8]) -> Self {
        Self {
            rest: text,
            at: 0,
            line: 1,
            column: 1,
        }
    }

    /// Line and column of a place that is not before the last one; columns count characters.
    fn to(&mut self, at: usize) -> (u64, u64) {
        let step = at.saturating_sub(self.at).min(self.rest.len());
        let (passed, rest) = self.rest.split_at(step);
        for byte in passed {
            if *byte == b'\n' {
                self.line += 1;
                self.column = 1;
            } else if byte & 0xc0 != 0x80 {
                self.column += 1;
            }
        }
        self.rest = rest;
        self.at += step;
        (self.line, self.column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_those_of_single_counts() {
        let text = "a\nöb\r\nc\n\n";
        let notes = (0..=text.len()).rev();
        let notes =
            notes.map(|at| Note::new(at, &formwork_schema::file_rules::CIRCLE, "", at.to_string()));
        for diagnostic in diagnostics(text.as_bytes(), notes.collect()) {
            let at = diagnostic.message.parse().expect("a number");
            let place = formwork_schema::line_and_column(text, at);
            // In the middle of a character there is no place.
            if text.is_char_boundary(at) {
                let found = (diagnostic.location.line, diagnostic.location.column);
                assert_eq!(found, place, "{at}");
            }
        }
    }
}
