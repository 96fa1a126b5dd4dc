//! [`read`]: one state of a file, or an error.

use std::{
    fmt,
    fs::{File, Metadata},
    io::{self, Read, Seek},
    time::{Duration, SystemTime},
};

use bytes::Bytes;
use formwork_schema::{Error, Kind, Limits};

/// The coarsest clock of a file system, that of FAT: a file that was written less than this ago may change without
/// having another time.
const TICK: Duration = Duration::from_secs(2);

/// Bytes that are compared at once.
const PIECE: usize = 1 << 16;

/// Why the bytes of a file cannot be had.
#[derive(Debug)]
pub enum Unreadable {
    /// The system says no.
    System(io::Error),
    /// It is longer than this many bytes.
    TooLong(u64),
    /// It does not fit into memory.
    TooLarge,
    /// Another program wrote it meanwhile.
    Changed,
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::System(error) => error.fmt(f),
            Self::TooLong(most) => write!(f, "longer than {} MiB", most >> 20),
            Self::TooLarge => f.write_str("does not fit into memory"),
            Self::Changed => f.write_str("changed while it was read"),
        }
    }
}

impl std::error::Error for Unreadable {}

impl From<io::Error> for Unreadable {
    fn from(error: io::Error) -> Self {
        Self::System(error)
    }
}

impl Unreadable {
    /// The same as an error that names the limit which [`most`] is from.
    #[must_use]
    pub fn under(self, limits: &Limits) -> Error {
        match self {
            Self::TooLong(most) if most < limits.bytes => {
                limits.exceeded("does not fit into memory")
            }
            Self::TooLong(_) => Error::from(self).help("raise the limit with --max-size"),
            why => why.into(),
        }
    }
}

/// How many bytes of a file may be read, as they are all held in memory.
#[must_use]
pub fn most(limits: &Limits) -> u64 {
    limits.bytes.min(limits.memory)
}

impl From<Unreadable> for Error {
    fn from(why: Unreadable) -> Self {
        let kind = match why {
            Unreadable::System(_) | Unreadable::Changed => Kind::System,
            Unreadable::TooLong(_) | Unreadable::TooLarge => Kind::Limit,
        };
        let error = Self::new(kind, why.to_string());
        match why {
            Unreadable::Changed => {
                error.help("another program writes it; try again when that is done")
            }
            _ => error,
        }
    }
}

/// All bytes of a file as they were at one time; of more than `most`, none.
///
/// The bytes are a copy, so that whatever is said of them is said of the same bytes. A map would follow what
/// other programs write.
///
/// # Errors
/// A file that cannot be read, is too long, or changed meanwhile.
pub fn read(file: File, most: u64) -> Result<Bytes, Unreadable> {
    read_with(file, most, |file, length| bounded(file, most, length))
}

/// The same with bytes of the caller's own: `fill` reads them all, and is told how many to expect.
///
/// # Errors
/// See [`read`].
pub fn read_with<T: AsRef<[u8]>>(
    file: File,
    most: u64,
    fill: impl FnOnce(&mut File, u64) -> Result<T, Unreadable>,
) -> Result<T, Unreadable> {
    read_state(file, most, fill).map(|(bytes, _)| bytes)
}

/// The same with the metadata of the state that the bytes are of.
pub(crate) fn read_state<T: AsRef<[u8]>>(
    mut file: File,
    most: u64,
    fill: impl FnOnce(&mut File, u64) -> Result<T, Unreadable>,
) -> Result<(T, Metadata), Unreadable> {
    let before = file.metadata()?;
    if before.len() > most {
        return Err(Unreadable::TooLong(most));
    }
    let is_new = is_new(&before);
    let bytes = fill(&mut file, before.len())?;
    let after = file.metadata()?;
    if before.is_file() && !is_settled(file, [&before, &after], is_new, bytes.as_ref())? {
        return Err(Unreadable::Changed);
    }
    Ok((bytes, after))
}

/// Whether the bytes are those of one state of the file.
///
/// Times tell that, unless the file is so new that its time may stand still; then it is read once more. So a file that
/// gets a new time, mode or name, but no other bytes, has not changed.
fn is_settled(
    mut file: File,
    [before, after]: [&Metadata; 2],
    is_new: bool,
    bytes: &[u8],
) -> io::Result<bool> {
    if stamp(before) == stamp(after) && !is_new {
        return Ok(bytes.len() as u64 == after.len());
    }
    file.rewind()?;
    is_same(file, bytes)
}

/// Whether the rest of a file equals these bytes.
pub(crate) fn is_same(mut file: File, bytes: &[u8]) -> io::Result<bool> {
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
pub(crate) fn stamp(found: &Metadata) -> impl PartialEq + use<> {
    use std::os::unix::fs::MetadataExt;
    let changed = (found.ctime(), found.ctime_nsec());
    (found.len(), found.mtime(), found.mtime_nsec(), changed)
}

/// What changes when the file does.
#[cfg(not(unix))]
pub(crate) fn stamp(found: &Metadata) -> impl PartialEq + use<> {
    (found.len(), found.modified().ok())
}

/// Number of hard links of a file.
#[cfg(unix)]
pub(crate) fn links(found: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::nlink(found)
}

/// Number of hard links of a file; 1 on systems that do not report it.
#[cfg(not(unix))]
pub(crate) fn links(_: &Metadata) -> u64 {
    1
}

/// Whether the time of a file may stand still although it changes.
pub(crate) fn is_new(found: &Metadata) -> bool {
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

/// All bytes of a stream, unless there are more than `most`; `length` is how many are expected.
///
/// # Errors
/// See [`read`].
pub fn bounded(reader: impl Read, most: u64, length: u64) -> Result<Bytes, Unreadable> {
    let mut bytes = Vec::new();
    // One more, in which the end of the file is found.
    let length = usize::try_from(length).map_or(usize::MAX, |length| length.saturating_add(1));
    if bytes.try_reserve_exact(length).is_err() {
        return Err(Unreadable::TooLarge);
    }
    reader
        .take(most.saturating_add(1))
        .read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(Unreadable::TooLong(most));
    }
    Ok(bytes.into())
}
