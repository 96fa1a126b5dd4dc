//! What is in many asset files, as tables: one row for each file, whatever becomes of it.
//!
//! [`scan_file`] says what is in one file, as rows, and [`scan_bytes`] in bytes in memory. [`TABLES`] says which tables and columns there are. With the feature `tables`, [`scan`]
//! gives Arrow record batches of many files, and [`Catalog`] keeps a folder of Parquet files that follows what changes.
//!
//! ```
//! use formwork_catalog::{Options, Status, scan_file};
//!
//! # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../samples/urho3d/Crate.mdl");
//! let seen = scan_file(path.as_ref(), &Options::default());
//! assert_eq!(seen.file.status, Status::Read);
//! assert_eq!(seen.facts.and_then(|facts| facts.vertices), Some(192));
//! ```
//!
//! [`scan`]: https://docs.rs/formwork-catalog/latest/formwork_catalog/fn.scan.html
//! [`Catalog`]: https://docs.rs/formwork-catalog/latest/formwork_catalog/struct.Catalog.html

#[cfg(feature = "ffi")]
pub mod arrow;
#[cfg(feature = "tables")]
mod batch;
mod column;
mod facts;
mod guard;
mod look;
pub mod name;
mod row;
mod rows;
#[cfg(feature = "tables")]
mod store;
mod tables;
#[cfg(feature = "tables")]
mod task;
mod vocabulary;

#[cfg(feature = "tables")]
pub use batch::{Tables, scan, scan_while};
pub use column::{Column, Get, Row};
pub use look::{Options, scan_bytes, scan_file};
pub use row::{DiagnosticRow, FactRow, FileRow, ReferenceRow, Scanned, Status};
#[cfg(feature = "tables")]
pub use store::{BATCH, Catalog, Plan, Summary};
pub use tables::{TABLES, Table};
#[cfg(feature = "tables")]
pub use task::{Done, Item, Task};
