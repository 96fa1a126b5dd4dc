//! Files that were read. None of them is ever overwritten, not even under another name.
//!
//! [`open`] opens every file whose content is used, and registers it. Output paths are looked up here when they are chosen, and again before
//! the files get them, since some inputs are found only while others are read.

use std::{
    collections::HashMap,
    fs::{self, File},
    io,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, OnceLock, PoisonError},
};

use formwork_files::same::FileId;

use crate::failure::{self, Failure};

/// The files that were read, each under the name that it was first read by.
static READ: Mutex<Option<HashMap<FileId, PathBuf>>> = Mutex::new(None);

fn read() -> MutexGuard<'static, Option<HashMap<FileId, PathBuf>>> {
    READ.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Opens a file to use its content.
///
/// # Errors
/// A file that the system does not give, or into which the command itself prints.
pub(crate) fn open(path: &Path) -> Result<File, Failure> {
    let unreadable = |error: &io::Error| Failure::unreadable(path, error);
    let file = File::open(path).map_err(|error| unreadable(&error))?;
    let found = file.metadata().map_err(|error| unreadable(&error))?;
    let id = found.is_file().then(|| FileId::at(path, &found)).flatten();
    if id.is_some() && id == *standard_output() {
        return Err(prints_into(path));
    }
    register(path, id);
    Ok(file)
}

/// Notes that a file will be read, or standard input for `-`.
pub(crate) fn announce(path: &Path) {
    register(path, FileId::of_input(path));
}

fn register(path: &Path, id: Option<FileId>) {
    if let Some(id) = id {
        let mut all = read();
        let all = all.get_or_insert_default();
        all.entry(id).or_insert_with(|| path.to_owned());
    }
}

/// The name under which a file was read.
pub(crate) fn name_of(id: Option<&FileId>) -> Option<PathBuf> {
    read().as_ref()?.get(id?).cloned()
}

/// The name under which the file was read that a path leads to.
pub(crate) fn name_at(path: &Path) -> Option<PathBuf> {
    let found = fs::metadata(path).ok()?;
    name_of(FileId::at(path, &found).as_ref())
}

/// The file behind standard output, where it was redirected into one.
fn standard_output() -> &'static Option<FileId> {
    static OUTPUT: OnceLock<Option<FileId>> = OnceLock::new();
    OUTPUT.get_or_init(FileId::of_standard_output)
}

/// Refuses to print into a file that is read.
pub(crate) fn prints_into(input: &Path) -> Failure {
    Failure {
        file: failure::OUTPUT.into(),
        ..is_input(Path::new("-"), input)
    }
}

/// Refuses to write onto a file that is read.
pub(crate) fn is_input(to: &Path, input: &Path) -> Failure {
    let message = match failure::name(input) {
        name if to == input => format!("`{name}` is what is read"),
        name => format!("it is the same file as `{name}`, which is read"),
    };
    Failure::forbidden(to, &message, "name another file")
}
