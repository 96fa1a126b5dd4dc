//! What the libraries say of files that they refuse.

use ::image::{ImageError, error::LimitErrorKind};
use formwork_schema::{Error, Kind};

/// What the library says, in our words.
pub(crate) fn told(error: ImageError) -> Error {
    match error {
        ImageError::Unsupported(error) => Error::new(Kind::Unsupported, error.to_string()),
        ImageError::Limits(error) => match error.kind() {
            LimitErrorKind::InsufficientMemory => {
                Error::new(Kind::Limit, "more memory needed than is allowed")
            }
            _ => Error::new(Kind::Limit, error.to_string()),
        },
        ImageError::IoError(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => {
            Error::new(Kind::Malformed, "the file ends before the picture does")
        }
        ImageError::Decoding(error) => {
            let inner = std::error::Error::source(&error).map(ToString::to_string);
            let why = plain(&inner.unwrap_or_else(|| error.to_string()));
            Error::new(Kind::Malformed, format!("the picture is damaged: {why}"))
        }
        other => Error::new(Kind::Malformed, other.to_string()),
    }
}

/// What a decoder says, without the insides of its types: `ChunkType { type: IHDR, critical: true }` is `IHDR`.
fn plain(said: &str) -> String {
    let Some((before, rest)) = said.split_once("ChunkType { type: ") else {
        return said.trim_matches('"').to_owned();
    };
    let name = rest.split(", critical").next().unwrap_or_default();
    let after = rest.rsplit_once(" }").map_or("", |(_, after)| after);
    format!("{before}`{name}`{after}")
}
