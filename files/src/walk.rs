//! [`below`]: what is in a folder.

use std::{
    ffi::OsStr,
    fs::{self, FileType},
    io,
    path::{Path, PathBuf},
};

use formwork_formats::package::names;
use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};
use walkdir::{DirEntry, Error, WalkDir};

/// A file below a folder, or a place that leads to none, and why.
pub type Entry = Result<PathBuf, (PathBuf, io::Error)>;

/// The files below a folder that are meant, sorted by path. Nothing is left out because some other tool ignores it, but for the folders of
/// version control; links are not followed, but those that lead nowhere are reported. `is_meant` is called for everything but folders and
/// links that lead somewhere, on all cores.
pub fn below(folder: &Path, is_meant: impl Fn(&Path, FileType) -> bool + Sync) -> Vec<Entry> {
    let walk = WalkDir::new(folder).sort_by_file_name().into_iter();
    let walk =
        walk.filter_entry(|entry| entry.depth() == 0 || !is_version_control(entry.file_name()));
    let found: Vec<_> = walk.collect();
    let found = found.into_par_iter();
    found
        .filter_map(|entry| one(entry, folder, &is_meant))
        .collect()
}

/// Whether a folder is version control's own: what is in it is nobody's asset.
#[must_use]
pub fn is_version_control(name: &OsStr) -> bool {
    names::is_version_control(name.as_encoded_bytes())
}

fn one(
    entry: Result<DirEntry, Error>,
    folder: &Path,
    is_meant: &impl Fn(&Path, FileType) -> bool,
) -> Option<Entry> {
    match entry {
        Ok(entry) => {
            let kind = entry.file_type();
            let lost = kind.is_symlink().then(|| fs::metadata(entry.path()).err());
            let is_other = kind.is_dir() || matches!(lost, Some(None));
            if is_other || !is_meant(entry.path(), kind) {
                return None;
            }
            let path = entry.into_path();
            Some(match lost.flatten() {
                Some(error) => Err((path, error)),
                None => Ok(path),
            })
        }
        Err(error) => {
            let path = error.path().unwrap_or(folder).to_owned();
            let error = error.into_io_error();
            let endless = || io::Error::other("the folder ends nowhere");
            Some(Err((path, error.unwrap_or_else(endless))))
        }
    }
}
