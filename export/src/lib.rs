//! What a layout is to others: XML descriptors of layouts, which are read back, and XSDs of
//! instances.
//!
//! ```text
//! Layout  → descriptor::print → layout.xml → descriptor::parse → the same Layout
//!         → xsd::print        → *.xsd, which accepts the XML form of every file of the format
//! ```

pub mod descriptor;
mod names;
mod writer;
pub mod xsd;
