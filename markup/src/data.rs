//! Elements, attributes and texts of a document, as places in it.

use std::ops::Range;

/// A place in the text, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) start: u32,
    pub(crate) end: u32,
}

pub(crate) struct ElementData {
    pub(crate) name: Span,
    /// The start tag.
    pub(crate) tag: Span,
    /// Where the end tag begins; the end of the start tag when there is none.
    pub(crate) close: u32,
    /// Where the element ends.
    pub(crate) end: u32,
    /// The first of its attributes.
    pub(crate) attributes: u32,
    /// The first element after it and all that it contains.
    pub(crate) next: u32,
    /// Itself for the root.
    pub(crate) parent: u32,
}

pub(crate) struct AttributeData {
    pub(crate) name: Span,
    /// Without the quotes.
    pub(crate) value: Span,
}

/// A run of text, entities and CDATA sections.
pub(crate) struct TextData {
    pub(crate) span: Span,
    pub(crate) parent: u32,
    /// Whether it is a CDATA section.
    pub(crate) verbatim: bool,
}

impl Span {
    pub(crate) fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}
