//! [`refusal`]: why other programs do not read a document.

use memchr::memchr_iter;
use roxmltree::{Document, ParsingOptions};

/// Why other programs do not read a document.
pub(crate) struct Refusal {
    /// Line and column, both from 1.
    pub(crate) place: (u64, u64),
    pub(crate) message: String,
}

/// What they say of a text. They take more memory for that than all that is kept of it here.
pub(crate) fn refusal(text: &str) -> Option<Refusal> {
    let options = ParsingOptions {
        allow_dtd: true,
        ..ParsingOptions::default()
    };
    let fault = Document::parse_with_options(text, options).err()?;
    let place = fault.pos();
    Some(Refusal {
        place: (place.row.into(), place.col.into()),
        message: fault.to_string(),
    })
}

/// How many bytes of memory [`refusal`] takes for a text, at most.
pub(crate) fn weight(text: &[u8]) -> u64 {
    /// An element and the text behind it, in a list that grows.
    const TAG: usize = 192;
    const ATTRIBUTE: usize = 48;
    let tags = memchr_iter(b'<', text).count();
    let attributes = memchr_iter(b'=', text).count();
    (tags * TAG + attributes * ATTRIBUTE) as u64
}
