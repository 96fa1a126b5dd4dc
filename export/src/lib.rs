//! What a layout is to others: XML descriptors of layouts, which are read back, and XSDs of
//! instances. What the schema of an XML document is to others: see [`document`].
//!
//! ```text
//! Layout  → descriptor::print → layout.xml → descriptor::parse → the same Layout
//!         → xsd::print        → *.xsd, which accepts the XML form of every file of the format
//! ```

pub mod descriptor;
pub mod document;
mod names;
mod writer;
pub mod xsd;
