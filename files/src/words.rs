//! What systems say, in the words of this program.

use std::io;

use formwork_schema::{Error, Kind};

/// The system's words without its error number and without places that the user did not name.
#[must_use]
pub fn in_words(error: &io::Error) -> String {
    let text = error.to_string();
    let words = text.split(" (os error").next().unwrap_or(&text);
    words.to_lowercase()
}

/// What the system says of a file that it does not give.
#[must_use]
pub fn unreadable(error: &io::Error) -> Error {
    Error::new(Kind::System, format!("cannot be read: {}", in_words(error)))
}
