//! Places in a text, counted once for all of them.

use formwork_schema::{Error, Finding, Kind, Limits, Reference, Result};

/// A [`Finding`] or [`Reference`] whose line is not counted yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Note {
    /// Offset in the text, in bytes.
    pub(super) at: usize,
    /// Code of the finding, or kind of the reference.
    pub(super) code: &'static str,
    /// Where in the tree.
    pub(super) path: String,
    /// Message of the finding, or name of the resource.
    pub(super) message: String,
}

impl Note {
    pub(super) fn new(
        at: usize,
        code: &'static str,
        path: impl Into<String>,
        message: impl Into<String>,
    ) -> Self {
        Self {
            at,
            code,
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

/// Findings in order of place.
pub(super) fn findings(text: &[u8], notes: Vec<Note>) -> Vec<Finding> {
    let finding = |(line, column), note: Note| Finding {
        code: note.code,
        line,
        column,
        path: note.path,
        message: note.message,
    };
    placed(text, notes, finding)
}

/// References in order of place.
pub(super) fn references(text: &[u8], notes: Vec<Note>) -> Vec<Reference> {
    let reference = |(line, column), note: Note| Reference {
        kind: note.code,
        name: note.message,
        line,
        column,
        path: note.path,
    };
    placed(text, notes, reference)
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

fn placed<T>(text: &[u8], mut notes: Vec<Note>, make: impl Fn((u64, u64), Note) -> T) -> Vec<T> {
    notes.sort_by_key(|note| note.at);
    let mut sweep = Sweep::new(text);
    let place = |note: Note| make(sweep.to(note.at), note);
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
        let notes = notes.map(|at| Note::new(at, "x", "", at.to_string()));
        for finding in findings(text.as_bytes(), notes.collect()) {
            let at = finding.message.parse().expect("a number");
            let place = formwork_schema::line_and_column(text, at);
            // In the middle of a character there is no place.
            if text.is_char_boundary(at) {
                assert_eq!((finding.line, finding.column), place, "{at}");
            }
        }
    }
}
