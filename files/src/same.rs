//! [`FileId`]: which file something is, whatever its name.

use std::{
    fs::{self, Metadata},
    io,
    path::Path,
};

/// Which file it is: the same for hard links, and for what symbolic links lead to.
#[cfg(unix)]
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct FileId(u64, u64);

/// Which file it is: where symbolic links lead to.
#[cfg(not(unix))]
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct FileId(std::path::PathBuf);

impl FileId {
    /// The file that is read under this name, `-` for standard input; none for a pipe or a device, which writing does not change.
    #[must_use]
    pub fn of_input(path: &Path) -> Option<Self> {
        if path.as_os_str() == "-" {
            return standard(&io::stdin());
        }
        let found = fs::metadata(path).ok()?;
        found.is_file().then(|| Self::at(path, &found))?
    }

    /// The file behind standard output, where it was redirected into one.
    #[must_use]
    pub fn of_standard_output() -> Option<Self> {
        standard(&io::stdout())
    }

    /// The file of this path, of which the metadata are known.
    #[cfg(unix)]
    #[must_use]
    pub fn at(_: &Path, found: &Metadata) -> Option<Self> {
        use std::os::unix::fs::MetadataExt;
        Some(Self(found.dev(), found.ino()))
    }

    /// The file of this path, of which the metadata are known.
    #[cfg(not(unix))]
    #[must_use]
    pub fn at(path: &Path, _: &Metadata) -> Option<Self> {
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
