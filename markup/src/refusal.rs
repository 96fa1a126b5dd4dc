//! [`refusal`]: why other programs do not read a document.

use memchr::memmem;
use roxmltree::{Document, ParsingOptions};

/// Why other programs do not read a document.
pub(crate) struct Refusal {
    /// Line and column, both from 1.
    pub(crate) place: (u64, u64),
    pub(crate) message: String,
}

/// Declarations of namespaces in a document that is given to other programs: each element of theirs has a list of all that hold there.
const NAMESPACES: usize = 16;

/// What they say of a text that was parsed here before, which holds it against all limits. They take more memory for that than all that is kept
/// of it here.
pub(crate) fn refusal(text: &str) -> Option<Refusal> {
    let namespaces = memmem::find_iter(text.as_bytes(), "xmlns");
    if namespaces.take(NAMESPACES + 1).count() > NAMESPACES {
        return None;
    }
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

/// Whether a document of so many bytes, texts, elements and attributes consists of hardly anything but tags, so that other programs would take more
/// memory for it than all else. They are not asked then.
pub(crate) fn is_too_dense(
    bytes: usize,
    texts: usize,
    (elements, attributes): (usize, usize),
) -> bool {
    /// What they keep of an element, of a text and of an attribute, in bytes.
    const NODE: usize = 56;
    const ATTRIBUTE: usize = 48;
    /// As many times its length as a document may take.
    const MOST: usize = 10;
    (elements + texts) * NODE + attributes * ATTRIBUTE > bytes * MOST
}

/// How many bytes of memory [`refusal`] takes for a document of so many elements and attributes, at most.
pub(crate) fn weight(elements: usize, attributes: usize) -> u64 {
    /// An element and the text behind it, in a list that grows.
    const ELEMENT: usize = 192;
    const ATTRIBUTE: usize = 48;
    (elements * ELEMENT + attributes * ATTRIBUTE) as u64
}
