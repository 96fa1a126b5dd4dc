//! [`Standing`]: the file at the path that is written.

use std::{
    fs::{self, Metadata},
    io,
    path::{Path, PathBuf},
};

use crate::{original::Original, same::FileId};

/// Links to follow before giving up, as many as Linux does.
const LINKS: usize = 40;

/// The file at the path that is written.
#[derive(Debug, Clone)]
pub enum Standing {
    /// No file; one that appears meanwhile is left alone.
    Nothing,
    /// A file that is to be replaced; another one that took its place meanwhile is left alone.
    Old(Metadata),
    /// A file that was read, and is to be replaced by what was made of it; one that changed since is left alone, as is one of which owner
    /// or rights cannot be kept.
    Read(Box<Original>),
}

impl Standing {
    /// The file that is there now.
    #[must_use]
    pub fn of(path: &Path) -> Self {
        fs::metadata(path).map_or(Self::Nothing, Self::Old)
    }

    /// The file that is to be replaced.
    pub(super) fn old(&self) -> Option<&Metadata> {
        match self {
            Self::Nothing => None,
            Self::Old(old) => Some(old),
            Self::Read(original) => Some(original.metadata()),
        }
    }

    /// Refuses to replace what is read-only, is not a file, or was read and has changed since.
    pub(super) fn check_replaceable(&self, target: &Path) -> io::Result<()> {
        let what = match self.old() {
            Some(old) if !old.is_file() => "it is not a file",
            Some(old) if old.permissions().readonly() => "the file is read-only",
            _ if matches!(self, Self::Read(_)) => return self.check_unchanged(target),
            _ => return Ok(()),
        };
        Err(io::Error::other(what))
    }

    /// Checks that the file to be replaced is still there.
    pub(super) fn check_unchanged(&self, path: &Path) -> io::Result<()> {
        match self {
            Self::Read(original) => original.check_unchanged(path),
            Self::Old(old) => {
                let now = fs::metadata(path);
                let is_it = now.is_ok_and(|now| FileId::at(path, old) == FileId::at(path, &now));
                is_it.then_some(()).ok_or_else(changed)
            }
            Self::Nothing => Ok(()),
        }
    }
}

/// Where symbolic links lead to, also when nothing is there yet.
pub(super) fn target(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..LINKS {
        let Ok(link) = fs::read_link(&path) else {
            return Ok(path);
        };
        path = path.parent().unwrap_or(Path::new("")).join(link);
    }
    Err(io::Error::other("too many symbolic links"))
}

/// The folder that a file is in.
pub(super) fn parent(path: &Path) -> &Path {
    let folder = path.parent();
    let folder = folder.filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

pub(super) fn changed() -> io::Error {
    io::Error::other("another file came there meanwhile, which is left alone")
}
