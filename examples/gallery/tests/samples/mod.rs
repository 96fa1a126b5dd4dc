//! The files of `files/`, and the descriptors of `descriptors/`.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

/// A sample file.
pub(crate) struct Sample {
    /// Where it is.
    pub(crate) path: PathBuf,
    /// What is in it.
    pub(crate) bytes: Vec<u8>,
}

/// All samples of a format, of which there is at least one.
pub(crate) fn of(extension: &str) -> Vec<Sample> {
    let folder = fs::read_dir(root().join("files")).expect("the samples");
    let paths = folder.map(|entry| entry.expect("an entry").path());
    let mut paths: Vec<PathBuf> = paths
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .collect();
    paths.sort();
    assert!(!paths.is_empty(), "no sample ends with .{extension}");
    let samples = paths.into_iter().map(|path| {
        let bytes = fs::read(&path).expect("a sample");
        Sample { path, bytes }
    });
    samples.collect()
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}
