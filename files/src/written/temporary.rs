//! Temporary files, which no end of the program leaves behind.

use std::{
    collections::BTreeSet,
    ffi::OsStr,
    fs,
    path::PathBuf,
    sync::{Mutex, MutexGuard, PoisonError},
};

use tempfile::Builder;

/// Temporary files that exist now.
static TEMPORARY: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

pub(super) fn temporary() -> MutexGuard<'static, BTreeSet<PathBuf>> {
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

pub(super) fn builder() -> Builder<'static, 'static> {
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
