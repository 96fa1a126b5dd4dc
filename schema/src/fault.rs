//! [`Fault`]: an error about a text on its way up, before it knows its line.

use std::fmt;

use crate::{Error, Kind, line_and_column, plain::plain};

/// What is wrong with a text; line and column are added where the text is known.
#[derive(Debug)]
pub struct Fault(Box<Inner>);

#[derive(Debug)]
struct Inner {
    kind: Kind,
    message: String,
    at: Option<usize>,
    path: String,
    help: String,
}

/// What anything returns that reads a text.
pub type Result<T, E = Fault> = std::result::Result<T, E>;

impl Fault {
    /// A fault without a place yet.
    #[must_use]
    pub fn new(kind: Kind, message: impl Into<String>) -> Self {
        Self(Box::new(Inner {
            kind,
            message: message.into(),
            at: None,
            path: String::new(),
            help: String::new(),
        }))
    }

    /// The document is wrong.
    #[must_use]
    pub fn malformed(message: impl Into<String>) -> Self {
        Self::new(Kind::Malformed, message)
    }

    /// The tree does not fit the layout.
    #[must_use]
    pub fn invalid(message: impl Into<String>) -> Self {
        Self::new(Kind::Invalid, message)
    }

    /// Says what to do.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.0.help = help.into();
        self
    }

    /// Says where in the text, in bytes; an earlier word stands.
    #[must_use]
    pub fn at(mut self, offset: usize) -> Self {
        self.0.at.get_or_insert(offset);
        self
    }

    /// Says in which member it happened, from the innermost to the outermost.
    #[must_use]
    pub fn in_member(mut self, name: &str) -> Self {
        let dot = if self.0.path.is_empty() || self.0.path.starts_with('[') {
            ""
        } else {
            "."
        };
        self.0.path = format!("{name}{dot}{}", self.0.path);
        self
    }

    /// Says in which item it happened, from the innermost to the outermost.
    #[must_use]
    pub fn in_item(self, index: usize) -> Self {
        self.in_member(&format!("[{index}]"))
    }

    /// The members and items that it came along, from the outermost.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.0.path
    }

    /// The error for the caller, without a line.
    #[must_use]
    pub fn into_error(self) -> Error {
        let error = Error::new(self.0.kind, self.0.message).of(self.0.path);
        if self.0.help.is_empty() {
            error
        } else {
            error.help(self.0.help)
        }
    }

    /// The error for the caller; `offset` counts where the fault has no place of its own.
    #[must_use]
    pub fn placed(self, text: &str, offset: usize, path: impl fmt::Display) -> Error {
        let (line, column) = line_and_column(text, self.0.at.unwrap_or(offset));
        self.into_error().of(path).at_line(line, column)
    }

    /// The error for the caller, with the path that it came along.
    #[must_use]
    pub fn placed_along(mut self, text: &str) -> Error {
        let path = std::mem::take(&mut self.0.path);
        self.placed(text, 0, path)
    }
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
        Self::malformed(plain(&message.to_string()))
    }
}

impl From<std::io::Error> for Fault {
    fn from(error: std::io::Error) -> Self {
        Self::new(Kind::System, error.to_string())
    }
}
