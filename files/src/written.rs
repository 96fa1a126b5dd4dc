//! Files that appear whole or not at all.

mod staged;
mod standing;
mod temporary;

use std::{
    fs::OpenOptions,
    io::{self, Write},
    path::Path,
};

pub use self::{
    staged::{Replacement, Staged, Uncommitted, commit, nearest_folder},
    standing::Standing,
    temporary::{is_temporary, remove_temporary_files},
};
use crate::watched::Watched;
use standing::target;

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
    standing.check_replaceable(&target).map_err(&unwritable)?;
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
