//! Files that appear whole or not at all.

mod staged;

use std::{
    collections::BTreeSet,
    ffi::OsStr,
    fs::{self, Metadata, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

use tempfile::Builder;

pub use self::staged::{Replacement, Staged, Uncommitted, commit, nearest_folder};
use crate::{original::Original, same::FileId, watched::Watched};

/// Links to follow before giving up, as many as Linux does.
const LINKS: usize = 40;

/// Temporary files that exist now.
static TEMPORARY: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn temporary() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes all temporary files, for a program that is about to end: as long as what it returns lives, nobody makes another.
pub fn remove_temporary_files() -> impl Sized {
    let files = temporary();
    for file in files.iter() {
        let _ = fs::remove_file(file);
    }
    files
}

/// What stands where a file is to be.
#[derive(Debug, Clone)]
pub enum Standing {
    /// Nothing; what comes there meanwhile is left alone.
    Nothing,
    /// A file that is to be replaced; another one that took its place meanwhile is left alone.
    Old(Metadata),
    /// A file that was read, and is to be replaced by what was made of it; one that changed since is left alone, as is one of which owner
    /// or rights cannot be kept.
    Read(Box<Original>),
}

impl Standing {
    /// What stands there now.
    #[must_use]
    pub fn of(path: &Path) -> Self {
        fs::metadata(path).map_or(Self::Nothing, Self::Old)
    }

    /// The file that is to be replaced.
    fn old(&self) -> Option<&Metadata> {
        match self {
            Self::Nothing => None,
            Self::Old(old) => Some(old),
            Self::Read(original) => Some(original.metadata()),
        }
    }

    /// Refuses to replace what is read-only, is not a file, or was read and has changed since.
    fn is_replaceable(&self, target: &Path) -> io::Result<()> {
        let what = match self.old() {
            Some(old) if !old.is_file() => "it is not a file",
            Some(old) if old.permissions().readonly() => "the file is read-only",
            _ if matches!(self, Self::Read(_)) => return self.is_still(target),
            _ => return Ok(()),
        };
        Err(io::Error::other(what))
    }

    /// Asks that the file to be replaced stands there still.
    fn is_still(&self, path: &Path) -> io::Result<()> {
        match self {
            Self::Read(original) => original.may_be_replaced(path),
            Self::Old(old) => {
                let now = fs::metadata(path);
                let is_it = now.is_ok_and(|now| FileId::at(path, old) == FileId::at(path, &now));
                is_it.then_some(()).ok_or_else(changed)
            }
            Self::Nothing => Ok(()),
        }
    }
}

/// Writes a file of the program's own making over whatever is there, but for what is not a file.
///
/// # Errors
/// Those of the content, and what `unwritable` makes of those of the system.
pub fn replace<E>(
    path: &Path,
    unwritable: impl Fn(io::Error) -> E,
    content: impl FnOnce(&mut dyn Write) -> Result<(), E>,
) -> Result<u64, E> {
    renamed(path, &Standing::of(path), unwritable, content)
}

/// Writes to a pipe or a device: put a file in its place, and nobody finds it again.
///
/// # Errors
/// See [`replace`].
pub fn straight<E>(
    path: &Path,
    unwritable: impl Fn(io::Error) -> E,
    content: impl FnOnce(&mut dyn Write) -> Result<(), E>,
) -> Result<u64, E> {
    let file = OpenOptions::new().write(true).open(path);
    let mut out = Watched::new(file.map_err(&unwritable)?);
    let result = content(&mut out);
    out.end(result, &unwritable)
}

/// Writes a file beside its place under a temporary name, and renames it.
///
/// The target of a symbolic link is replaced, not the link.
///
/// # Errors
/// See [`replace`].
pub fn renamed<E>(
    path: &Path,
    standing: &Standing,
    unwritable: impl Fn(io::Error) -> E,
    content: impl FnOnce(&mut dyn Write) -> Result<(), E>,
) -> Result<u64, E> {
    let target = target(path).map_err(&unwritable)?;
    // Before the work is done, and once more before the rename.
    standing.is_replaceable(&target).map_err(&unwritable)?;
    let (staged, count) = Staged::write(&target, standing, &unwritable, content)?;
    let replacement = Replacement {
        staged,
        path: target,
        standing: standing.clone(),
    };
    let committed = commit(vec![replacement]);
    committed.map_err(|failed| unwritable(failed.error))?;
    Ok(count)
}

/// Where symbolic links lead to, also when nothing is there yet.
fn target(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..LINKS {
        let Ok(link) = fs::read_link(&path) else {
            return Ok(path);
        };
        path = path.parent().unwrap_or(Path::new("")).join(link);
    }
    Err(io::Error::other("too many symbolic links"))
}

/// What names of temporary files begin with; some letters and digits follow.
const PREFIX: &str = ".formwork-";

/// Letters and digits of their names.
const RANDOM: usize = 6;

/// Whether a file is called as temporary ones are.
#[must_use]
pub fn is_temporary(name: &OsStr) -> bool {
    let rest = name.to_str().and_then(|name| name.strip_prefix(PREFIX));
    rest.is_some_and(|rest| {
        rest.len() == RANDOM && rest.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}

fn builder() -> Builder<'static, 'static> {
    let mut builder = Builder::new();
    builder.prefix(PREFIX).rand_bytes(RANDOM);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // The system takes the umask off.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder
}

/// The folder that a file is in.
fn parent(path: &Path) -> &Path {
    let folder = path.parent();
    let folder = folder.filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

fn changed() -> io::Error {
    io::Error::other("another file came there meanwhile, which is left alone")
}
