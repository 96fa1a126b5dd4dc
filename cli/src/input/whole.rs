//! [`read`]: one state of a file, or an error.

use std::{
    fs::{File, Metadata},
    io::{self, Read, Seek},
    path::Path,
    time::{Duration, SystemTime},
};

use bytes::Bytes;
use formwork_schema::{Error, Kind};

use crate::failure::Failure;

/// The coarsest clock of a file system, that of FAT: a file that was written less than this ago may change without
/// having another time.
const TICK: Duration = Duration::from_secs(2);

/// Bytes that are compared at once.
const PIECE: usize = 1 << 16;

/// All bytes of a file as they were at one time; of more than `most`, none.
///
/// The bytes are a copy, so that whatever is said of them is said of the same bytes. A map would follow what
/// other programs write.
///
/// # Errors
/// A file that cannot be read, is too long, or changed meanwhile.
pub(super) fn read(path: &Path, file: File, most: u64) -> Result<Bytes, Failure> {
    let unreadable = |error: io::Error| Failure::unreadable(path, &error);
    let before = file.metadata().map_err(unreadable)?;
    if before.len() > most {
        return Err(too_long(path, most));
    }
    let is_new = is_new(&before);
    let bytes = bounded(path, &file, most, before.len())?;
    if before.is_file() && !is_settled(file, &before, is_new, &bytes).map_err(unreadable)? {
        let error = Error::new(Kind::System, "changed while it was read");
        let help = "another program writes it; try again when that is done";
        return Err(Failure::new(path, error.help(help)));
    }
    Ok(bytes)
}

/// Whether the bytes are those of one state of the file.
///
/// Times tell that, unless the file is so new that its time may stand still; then it is read once more. So a file that
/// gets a new time, mode or name, but no other bytes, has not changed.
fn is_settled(mut file: File, before: &Metadata, is_new: bool, bytes: &[u8]) -> io::Result<bool> {
    let after = file.metadata()?;
    if stamp(before) == stamp(&after) && !is_new {
        return Ok(bytes.len() as u64 == after.len());
    }
    file.rewind()?;
    let mut piece = vec![0; PIECE.min(bytes.len() + 1)];
    let mut rest = bytes;
    loop {
        match file.read(&mut piece) {
            Ok(0) => return Ok(rest.is_empty()),
            Ok(count) => match rest.strip_prefix(&piece[..count]) {
                Some(more) => rest = more,
                None => return Ok(false),
            },
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// What changes when the file does.
#[cfg(unix)]
fn stamp(found: &Metadata) -> impl PartialEq + use<> {
    use std::os::unix::fs::MetadataExt;
    let changed = (found.ctime(), found.ctime_nsec());
    (found.len(), found.mtime(), found.mtime_nsec(), changed)
}

/// What changes when the file does.
#[cfg(not(unix))]
fn stamp(found: &Metadata) -> impl PartialEq + use<> {
    (found.len(), found.modified().ok())
}

/// Whether the time of a file may stand still although it changes.
fn is_new(found: &Metadata) -> bool {
    let age = |time| SystemTime::now().duration_since(time);
    let is_young = |time| age(time).map_or(true, |age| age < TICK);
    found.modified().map_or(true, is_young) || changed(found).is_none_or(is_young)
}

/// When the file was last written, also where its time says otherwise.
#[cfg(unix)]
fn changed(found: &Metadata) -> Option<SystemTime> {
    use std::os::unix::fs::MetadataExt;
    let seconds = found.ctime().try_into().ok()?;
    let since = Duration::new(seconds, found.ctime_nsec().try_into().ok()?);
    SystemTime::UNIX_EPOCH.checked_add(since)
}

/// When the file was last written.
#[cfg(not(unix))]
fn changed(found: &Metadata) -> Option<SystemTime> {
    found.modified().ok()
}

/// All bytes of a stream, unless there are more than `most`.
pub(super) fn bounded(
    path: &Path,
    reader: impl Read,
    most: u64,
    length: u64,
) -> Result<Bytes, Failure> {
    let mut bytes = Vec::new();
    // One more, in which the end of the file is found.
    let length = usize::try_from(length).map_or(usize::MAX, |length| length.saturating_add(1));
    if bytes.try_reserve_exact(length).is_err() {
        let error = Error::new(Kind::Limit, "does not fit into memory");
        return Err(Failure::new(path, error));
    }
    reader
        .take(most.saturating_add(1))
        .read_to_end(&mut bytes)
        .map_err(|error| Failure::unreadable(path, &error))?;
    if bytes.len() as u64 > most {
        return Err(too_long(path, most));
    }
    Ok(bytes.into())
}

fn too_long(path: &Path, most: u64) -> Failure {
    let error = Error::new(Kind::Limit, format!("longer than {} MiB", most >> 20));
    Failure::new(path, error.help("raise the limit with --max-size"))
}
