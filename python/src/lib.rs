//! `formwork_assets._native`: the crates of formwork, for Python.
//!
//! What knows Python is here, and nothing else: formats, texts, comparisons and diagnoses are those of the crates. No part of
//! it is `unsafe`: the bytes of a file are a `bytes` object, which NumPy reads by the buffer protocol, and which slices of Rust
//! keep alive.

mod arrays;
mod asset;
mod dtype;
mod edit;
mod error;
mod fields;
mod leaf;
mod lists;
mod names;
mod node;
mod open;
mod package;
mod picture;
mod place;
mod records;
mod shown;
mod state;
mod structs;
mod told;

#[cfg(feature = "catalog")]
mod catalog;

use pyo3::prelude::*;

/// The Rust part of formwork-assets.
#[pymodule(name = "_native")]
fn native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<asset::Asset>()?;
    module.add_class::<node::Struct>()?;
    module.add_class::<node::List>()?;
    module.add_class::<node::Records>()?;
    module.add_class::<package::PackageFiles>()?;
    module.add_class::<told::Diagnostic>()?;
    module.add_class::<fields::Field>()?;
    module.add_function(wrap_pyfunction!(open::open, module)?)?;
    module.add_function(wrap_pyfunction!(open::from_text, module)?)?;
    module.add_function(wrap_pyfunction!(open::identify, module)?)?;
    module.add_function(wrap_pyfunction!(fields::fields, module)?)?;
    #[cfg(feature = "catalog")]
    catalog::add(module)?;
    Ok(())
}
