//! A small set of assets of our own: a wooden figure that walks, smiles and breathes, and a crate.
//!
//! The shapes know no format. [`urho3d`] and [`horde3d`] make trees of the library's own types from them,
//! and the library writes the files: not a byte is made here.

pub mod figure;
mod file;
pub mod gltf;
pub mod horde3d;
pub mod math;
pub mod mesh;
pub mod picture;
pub mod prop;
pub mod urho3d;

use std::path::{Path, PathBuf};

use formwork_schema::Result;

pub use file::File;

/// Where the set is.
#[must_use]
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

/// Where the picture of the figure is.
#[must_use]
pub fn picture_file() -> PathBuf {
    folder().join("../docs/images/figure.svg")
}

/// Makes every file of the set.
///
/// # Errors
/// Those of writing: a tree that contradicts itself.
pub fn files() -> Result<Vec<File>> {
    let mut files = urho3d::files()?;
    files.extend(gltf::files(&files)?);
    files.extend(horde3d::files()?);
    Ok(files)
}
