//! Files that appear whole or not at all.

use std::{
    fs::{self, Metadata, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

use tempfile::NamedTempFile;

use super::watched::Watched;
use crate::report::Failure;

/// Links to follow before giving up, as many as Linux does.
const LINKS: usize = 40;

/// Temporary files that exist now.
static TEMPORARY: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn temporary() -> MutexGuard<'static, Vec<PathBuf>> {
    TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes an interrupt remove temporary files and end the program with code 130.
pub(crate) fn remove_temporary_files_when_interrupted() {
    // Without a handler the program still ends; only a temporary file may stay.
    let _ = ctrlc::set_handler(|| {
        // Locked to the end, so that no other file is made meanwhile.
        let files = temporary();
        for file in files.iter() {
            let _ = fs::remove_file(file);
        }
        std::process::exit(130);
    });
}

/// Writes a file beside its place under a temporary name, and renames it.
///
/// The target of a symbolic link is replaced, not the link. A pipe or a device is written to: put
/// a file in its place, and nobody finds it again.
pub(super) fn write(
    path: &Path,
    content: impl FnOnce(&mut dyn Write) -> Result<(), Failure>,
) -> Result<u64, Failure> {
    let unwritable = |error: io::Error| Failure::unwritable(path, &error);
    let existing = fs::metadata(path).ok();
    match &existing {
        Some(found) if found.is_dir() => Err(unwritable(io::ErrorKind::IsADirectory.into())),
        Some(found) if !found.is_file() => straight(path, content),
        Some(found) if found.permissions().readonly() => {
            Err(unwritable(io::Error::other("the file is read-only")))
        }
        _ => renamed(path, existing.as_ref(), content),
    }
}

fn straight(
    path: &Path,
    content: impl FnOnce(&mut dyn Write) -> Result<(), Failure>,
) -> Result<u64, Failure> {
    let unwritable = |error: io::Error| Failure::unwritable(path, &error);
    let file = OpenOptions::new().write(true).open(path);
    let mut out = Watched::new(file.map_err(unwritable)?);
    let result = content(&mut out);
    out.end(result, unwritable)
}

fn renamed(
    path: &Path,
    existing: Option<&Metadata>,
    content: impl FnOnce(&mut dyn Write) -> Result<(), Failure>,
) -> Result<u64, Failure> {
    let unwritable = |error: io::Error| Failure::unwritable(path, &error);
    let target = target(path).map_err(unwritable)?;
    let mut file = Temporary::beside(&target, existing).map_err(unwritable)?;
    let mut out = Watched::new(&mut file.0);
    let result = content(&mut out);
    let count = out.end(result, unwritable)?;
    file.become_file(&target).map_err(unwritable)?;
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

/// A temporary file that goes with the value, and with an interrupt.
struct Temporary(NamedTempFile);

impl Temporary {
    fn beside(target: &Path, existing: Option<&Metadata>) -> io::Result<Self> {
        let folder = match target.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let mut builder = tempfile::Builder::new();
        builder.prefix(".formwork-");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            // The system takes the umask off.
            builder.permissions(fs::Permissions::from_mode(0o666));
        }
        let mut all = temporary();
        let file = builder.tempfile_in(folder)?;
        all.push(file.path().to_owned());
        drop(all);
        let file = Self(file);
        if let Some(existing) = existing {
            file.0.as_file().set_permissions(existing.permissions())?;
        }
        Ok(file)
    }

    fn become_file(self, target: &Path) -> io::Result<()> {
        let name = self.0.path().to_owned();
        let result = self.0.persist(target).map_err(|error| error.error);
        temporary().retain(|file| *file != name);
        result.map(drop)
    }
}
