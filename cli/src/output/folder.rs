//! A folder that several files are written into, and the folders below it: nothing leads out of them.

use std::{
    collections::{BTreeSet, HashSet},
    fs::{self, Metadata},
    io,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

use formwork_schema::sorted;

use crate::failure::Failure;

/// A folder to write into.
pub(crate) struct OutputFolder {
    root: PathBuf,
    /// The files that were written: what the system calls them, whatever their names.
    written: Mutex<HashSet<Identity>>,
}

/// What tells a file from all others, while it exists.
type Identity = (u64, u64);

impl OutputFolder {
    /// The folder, which need not be there yet. It may be reached through symbolic links; on the way to
    /// these paths below it there must be none.
    pub(crate) fn new<'a>(
        root: &Path,
        paths: impl Iterator<Item = &'a [u8]>,
    ) -> Result<Self, Failure> {
        let root = if root.as_os_str().is_empty() {
            Path::new(".")
        } else {
            root
        };
        let place = Self {
            root: root.into(),
            written: Mutex::default(),
        };
        let folders = paths.flat_map(|path| {
            let slashes = path.iter().enumerate().filter(|(_, byte)| **byte == b'/');
            slashes.map(move |(at, _)| &path[..at])
        });
        for folder in sorted::collect::<BTreeSet<_>, _>(folders) {
            let folder = place.root.join(native(folder));
            if fs::symlink_metadata(&folder).is_ok() {
                is_folder(&folder)?;
            }
        }
        Ok(place)
    }

    /// Makes the folder itself.
    pub(crate) fn make(&self) -> Result<(), Failure> {
        let made = fs::create_dir_all(&self.root);
        made.map_err(|error| Failure::unwritable(&self.root, &error))
    }

    /// Where a file goes, in folders that are made now. What stands there is a file already, or nothing.
    pub(crate) fn file(&self, path: &[u8]) -> Result<PathBuf, Failure> {
        self.make()?;
        let mut whole = self.root.clone();
        // Looked at again, for every file: a folder may have been replaced meanwhile.
        let mut parts = path.split(|byte| *byte == b'/').map(native).peekable();
        while let Some(part) = parts.next() {
            whole.push(part);
            if parts.peek().is_some() {
                folder_at(&whole)?;
            }
        }
        match fs::symlink_metadata(&whole) {
            Ok(found) if !found.is_file() => Err(odd(&whole, "is not a file; it is left alone")),
            Ok(found) if self.has_written(&found) => {
                let what =
                    "is another of these files already, for letter case makes no difference here";
                Err(odd(&whole, what))
            }
            _ => Ok(whole),
        }
    }

    /// Notes that a file is there now.
    pub(crate) fn written(&self, path: &Path) {
        let identity = fs::symlink_metadata(path).ok().as_ref().and_then(identity);
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        written.extend(identity);
    }

    fn has_written(&self, file: &Metadata) -> bool {
        let written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        identity(file).is_some_and(|identity| written.contains(&identity))
    }
}

#[cfg(unix)]
fn identity(file: &Metadata) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt as _;
    Some((file.dev(), file.ino()))
}

/// Where names that differ in letter case only are refused, no two files share a path.
#[cfg(not(unix))]
fn identity(_: &Metadata) -> Option<Identity> {
    None
}

/// Makes a folder whose parent is there already, or finds it.
fn folder_at(path: &Path) -> Result<(), Failure> {
    match fs::create_dir(path) {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => is_folder(path),
        Err(error) => Err(Failure::unwritable(path, &error)),
    }
}

fn is_folder(path: &Path) -> Result<(), Failure> {
    match fs::symlink_metadata(path) {
        Ok(found) if found.is_dir() => Ok(()),
        Ok(_) => Err(odd(path, "is not a folder; it is left alone")),
        Err(error) => Err(Failure::unwritable(path, &error)),
    }
}

fn odd(path: &Path, what: &str) -> Failure {
    Failure::unwritable(path, &io::Error::other(what))
}

/// A path of bytes with slashes as the system has it.
pub(crate) fn native(path: &[u8]) -> PathBuf {
    #[cfg(unix)]
    {
        use std::{ffi::OsStr, os::unix::ffi::OsStrExt as _};
        OsStr::from_bytes(path).into()
    }
    // What is not UTF-8 has no path there, and does not come here.
    #[cfg(not(unix))]
    String::from_utf8_lossy(path).into_owned().into()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_this_run_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("old"), "old").unwrap();
        let place = OutputFolder::new(folder.path(), std::iter::empty()).unwrap();
        // What was there before may be replaced.
        let path = place.file(b"old").unwrap();
        fs::write(&path, "new").unwrap();
        place.written(&path);
        let refused = place.file(b"old").unwrap_err();
        assert!(refused.error.message().contains("another of these files"));
        // Where letter case makes no difference, the other name leads to the same file, as this link does.
        fs::hard_link(&path, folder.path().join("OLD")).unwrap();
        place.file(b"OLD").unwrap_err();
        place.file(b"other").unwrap();
    }
}
