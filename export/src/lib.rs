//! What a layout is to others: XML descriptors of layouts, which are read back, XSDs and JSON Schemas of
//! instances, reference pages, and what changed from one layout to another.
//!
//! ```text
//! Layout  → descriptor::print → layout.xml → descriptor::parse → the same Layout
//!         → xsd::print        → *.xsd, which accepts the XML form of every file of the format
//!         → jsonschema::print → *.schema.json, which accepts the JSON form of every file of the format
//! two     → compare::layouts  → what changed, and whether files of the old one still read
//! ```

pub mod compare;
pub mod descriptor;
mod document;
mod facets;
pub mod jsonschema;
pub mod markdown;
mod names;
mod writer;
pub mod xsd;
