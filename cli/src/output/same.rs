//! [`FileId`]: which file something is, whatever its name.

use std::{
    fs::{self, Metadata},
    io,
    path::Path,
};

use crate::input;

/// Which file it is: the same for hard links, and for what symbolic links lead to.
#[cfg(unix)]
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FileId(u64, u64);

/// Which file it is: where symbolic links lead to.
#[cfg(not(unix))]
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FileId(std::path::PathBuf);

impl FileId {
    /// The file that is read under this name; none for a pipe or a device, which writing does not change.
    pub(super) fn of_input(path: &Path) -> Option<Self> {
        if input::is_standard(path) {
            return standard(&io::stdin());
        }
        let found = fs::metadata(path).ok()?;
        found.is_file().then(|| Self::at(path, &found))?
    }

    /// The file behind standard output, where it was redirected into one.
    pub(super) fn of_standard_output() -> Option<Self> {
        standard(&io::stdout())
    }

    #[cfg(unix)]
    pub(super) fn at(_: &Path, found: &Metadata) -> Option<Self> {
        use std::os::unix::fs::MetadataExt;
        Some(Self(found.dev(), found.ino()))
    }

    #[cfg(not(unix))]
    pub(super) fn at(path: &Path, _: &Metadata) -> Option<Self> {
        fs::canonicalize(path).ok().map(Self)
    }
}

#[cfg(unix)]
fn standard(stream: &impl std::os::fd::AsFd) -> Option<FileId> {
    let copy = stream.as_fd().try_clone_to_owned().ok()?;
    let found = fs::File::from(copy).metadata().ok()?;
    found
        .is_file()
        .then(|| FileId::at(Path::new("-"), &found))?
}

/// Other systems do not tell.
#[cfg(not(unix))]
fn standard<T>(_: &T) -> Option<FileId> {
    None
}
