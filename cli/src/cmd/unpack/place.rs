//! The folder that files are unpacked into, and the folders below it: nothing leads out of them.

use std::{
    collections::BTreeSet,
    fs, io,
    path::{Path, PathBuf},
};

use crate::report::Failure;

/// A folder to write into.
pub(super) struct Place {
    root: PathBuf,
}

impl Place {
    /// The folder, which need not be there yet. It may be reached through symbolic links; on the way to
    /// these paths below it there must be none.
    pub(super) fn new<'a>(
        root: &Path,
        paths: impl Iterator<Item = &'a str>,
    ) -> Result<Self, Failure> {
        let root = if root.as_os_str().is_empty() {
            Path::new(".")
        } else {
            root
        };
        let place = Self { root: root.into() };
        let folders = paths.flat_map(|path| {
            let slashes = path.match_indices('/');
            slashes.map(|(at, _)| &path[..at])
        });
        for folder in folders.collect::<BTreeSet<_>>() {
            let folder = place.root.join(folder);
            if fs::symlink_metadata(&folder).is_ok() {
                is_folder(&folder)?;
            }
        }
        Ok(place)
    }

    /// Makes the folder itself.
    pub(super) fn make(&self) -> Result<(), Failure> {
        let made = fs::create_dir_all(&self.root);
        made.map_err(|error| Failure::unwritable(&self.root, &error))
    }

    /// Where a file goes, in folders that are made now. What stands there is a file already, or nothing.
    pub(super) fn file(&self, path: &str) -> Result<PathBuf, Failure> {
        self.make()?;
        let mut whole = self.root.clone();
        // Looked at again, for every file: a folder may have been replaced meanwhile.
        let parts: Vec<&str> = path.split('/').collect();
        let (file, folders) = parts
            .split_last()
            .map_or(("", &[][..]), |(f, rest)| (*f, rest));
        for folder in folders {
            whole.push(folder);
            folder_at(&whole)?;
        }
        whole.push(file);
        match fs::symlink_metadata(&whole) {
            Ok(found) if !found.is_file() => Err(odd(&whole, "is no file; it is left alone")),
            _ => Ok(whole),
        }
    }
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
        Ok(_) => Err(odd(path, "is no folder; it is left alone")),
        Err(error) => Err(Failure::unwritable(path, &error)),
    }
}

fn odd(path: &Path, what: &str) -> Failure {
    Failure::unwritable(path, &io::Error::other(what))
}
