//! [`Fault`]: an error on its way up, before it knows its line and path.

use std::fmt;

use formwork_schema::{Error, Kind};

/// What went wrong; the place is added where the document is known.
#[derive(Debug)]
pub(crate) struct Fault(Box<Inner>);

#[derive(Debug)]
struct Inner {
    kind: Kind,
    message: String,
    at: Option<usize>,
}

pub(crate) type Result<T, E = Fault> = std::result::Result<T, E>;

impl Fault {
    pub(crate) fn new(kind: Kind, message: impl Into<String>) -> Self {
        Self(Box::new(Inner {
            kind,
            message: message.into(),
            at: None,
        }))
    }

    /// The document is wrong.
    pub(crate) fn malformed(message: impl Into<String>) -> Self {
        Self::new(Kind::Malformed, message)
    }

    /// The tree does not fit the layout.
    pub(crate) fn invalid(message: impl Into<String>) -> Self {
        Self::new(Kind::Invalid, message)
    }

    /// Says where in the document, in bytes; an earlier word stands.
    pub(crate) fn at(mut self, offset: usize) -> Self {
        self.0.at.get_or_insert(offset);
        self
    }

    /// The error for the caller, without a place.
    pub(crate) fn into_error(self) -> Error {
        Error::new(self.0.kind, self.0.message)
    }

    /// The error for the caller; `offset` counts where the fault has no place of its own.
    pub(crate) fn placed(self, text: &str, offset: usize, path: impl fmt::Display) -> Error {
        let (line, column) = line_and_column(text, self.0.at.unwrap_or(offset));
        self.into_error().of(path).at_line(line, column)
    }
}

/// Line and column of a byte, both from 1, columns in characters.
fn line_and_column(text: &str, offset: usize) -> (u64, u64) {
    let before = &text.as_bytes()[..offset.min(text.len())];
    let line = memchr::memchr_iter(b'\n', before).count();
    let start = memchr::memrchr(b'\n', before).map_or(0, |newline| newline + 1);
    // Continuation bytes are no characters of their own.
    let column = before[start..]
        .iter()
        .filter(|byte| **byte & 0xc0 != 0x80)
        .count();
    (line as u64 + 1, column as u64 + 1)
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)
    }
}

impl std::error::Error for Fault {}

impl serde::ser::Error for Fault {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::invalid(message.to_string())
    }
}

impl serde::de::Error for Fault {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::malformed(message.to_string())
    }
}

impl From<std::io::Error> for Fault {
    fn from(error: std::io::Error) -> Self {
        Self::new(Kind::System, error.to_string())
    }
}
