//! Errors that all families need.

use formwork_schema::{Error, Kind};

/// The file cannot be what it says.
pub(crate) fn malformed(message: impl Into<String>) -> Error {
    Error::new(Kind::Malformed, message)
}

/// The file needs what is not known here.
pub(crate) fn unsupported(message: impl Into<String>) -> Error {
    Error::new(Kind::Unsupported, message)
}

/// What was asked for cannot be made of this file.
pub(crate) fn invalid(message: impl Into<String>) -> Error {
    Error::new(Kind::Invalid, message)
}
