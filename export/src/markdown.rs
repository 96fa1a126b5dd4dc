//! Reference pages: what the documents of one format may contain, for people.

use formwork_schema::{Layout, layout::Encoding};

/// The reference page of the documents of a format, in Markdown; `None` for formats of bytes.
#[must_use]
pub fn print(layout: &Layout) -> Option<String> {
    (layout.encoding == Encoding::Xml).then(|| crate::document::markdown::print(layout))
}
