//! What went wrong with which file, and the exit code that this means.

use std::{fmt, path::Path};

use formwork_files::words::{in_words, unreadable};
use formwork_schema::{
    Error, Kind,
    escape::{Printable, escape, unescape},
};
use serde_json::{Map, Value, json};

/// How a run ended, worst last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Outcome {
    /// All went well.
    Ok,
    /// A check failed, or files differ.
    Findings,
    /// A file cannot be read, or its format is not supported.
    Unreadable,
    /// A file is malformed.
    Malformed,
    /// The command line is wrong.
    Usage,
    /// A result cannot be written.
    Unwritable,
}

impl Outcome {
    /// The exit code.
    pub(crate) const fn code(self) -> u8 {
        match self {
            Self::Ok => 0,
            Self::Findings => 1,
            Self::Usage => 2,
            Self::Unreadable => 3,
            Self::Malformed => 4,
            Self::Unwritable => 5,
        }
    }
}

/// The name of standard output in messages.
pub(crate) const OUTPUT: &str = "standard output";

/// What went wrong with which file.
#[derive(Debug, Clone)]
pub(crate) struct Failure {
    /// The file in words; empty when it is about none.
    pub(crate) file: String,
    /// The file as the user named it; empty when it is about none.
    pub(crate) path: String,
    /// What went wrong.
    pub(crate) error: Error,
    /// The exit code that this means.
    pub(crate) outcome: Outcome,
}

impl Failure {
    /// Something wrong with what is in a file.
    pub(crate) fn new(file: &Path, error: Error) -> Self {
        let outcome = match error.kind() {
            Kind::Unsupported | Kind::System | Kind::Limit => Outcome::Unreadable,
            Kind::Malformed | Kind::Invalid => Outcome::Malformed,
            _ => Outcome::Findings,
        };
        Self {
            file: name(file),
            path: path(file),
            error,
            outcome,
        }
    }

    /// A file that cannot be read.
    pub(crate) fn unreadable(file: &Path, error: &std::io::Error) -> Self {
        Self::new(file, unreadable(error))
    }

    /// A result that cannot be written.
    pub(crate) fn unwritable(file: &Path, error: &std::io::Error) -> Self {
        let message = format!("cannot be written: {}", in_words(error));
        Self {
            outcome: Outcome::Unwritable,
            ..Self::new(file, Error::new(Kind::System, message))
        }
    }

    /// A result that must not be written there, and what to do instead.
    pub(crate) fn forbidden(file: &Path, message: &str, help: &str) -> Self {
        let message = format!("cannot be written: {message}");
        Self {
            outcome: Outcome::Unwritable,
            ..Self::new(file, Error::new(Kind::System, message).help(help))
        }
    }

    /// A result that cannot be printed.
    pub(crate) fn unprintable(error: &std::io::Error) -> Self {
        Self {
            file: OUTPUT.into(),
            ..Self::unwritable(Path::new("-"), error)
        }
    }

    /// Something wrong with the command line.
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        let error = Error::new(Kind::Invalid, message);
        Self {
            file: String::new(),
            path: String::new(),
            error,
            outcome: Outcome::Usage,
        }
    }

    /// The same, where what is wrong is what was asked of the file, not the file.
    pub(crate) fn asked(file: &Path, error: Error) -> Self {
        let failure = Self::new(file, error);
        match failure.error.kind() {
            Kind::Invalid => Self {
                outcome: Outcome::Usage,
                ..failure
            },
            _ => failure,
        }
    }

    /// The failure as an object.
    pub(crate) fn json(&self) -> Value {
        json!({ "formwork": 1, "path": self.path, "error": error_json(&self.error) })
    }
}

/// The name of a file in messages.
pub(crate) fn name(file: &Path) -> String {
    if file.as_os_str() == "-" {
        "standard input".into()
    } else {
        Printable(file.display()).to_string()
    }
}

/// The name of a file in JSON: as the user gave it. Bytes that are not UTF-8 are `\xNN`, and so is a backslash that could be taken for the
/// beginning of such an escape, so that no two files have one name.
pub(crate) fn path(file: &Path) -> String {
    let bytes = file.as_os_str().as_encoded_bytes();
    match file.to_str() {
        // A backslash of Windows only separates folders.
        Some(text) if cfg!(windows) || *unescape(text) == *bytes => text.into(),
        _ => escape(bytes).into_owned(),
    }
}

/// A number of things.
pub(crate) fn plural(count: u64, what: &str) -> String {
    let more = if count == 1 { "" } else { "s" };
    format!("{count} {what}{more}")
}

/// An error as an object: what it says, and where.
pub(crate) fn error_json(error: &Error) -> Value {
    let mut object = Map::new();
    object.insert("kind".into(), error.kind().name().into());
    object.insert("message".into(), error.message().into());
    object.insert("offset".into(), error.offset().into());
    object.insert("path".into(), error.path().into());
    if let Some((line, column)) = error.line() {
        object.insert("line".into(), line.into());
        object.insert("column".into(), column.into());
    }
    if !error.advice().is_empty() {
        object.insert("help".into(), error.advice().into());
    }
    object.into()
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.file.is_empty() {
            write!(f, "{}: ", self.file)?;
        }
        write!(f, "{}", self.error)
    }
}
