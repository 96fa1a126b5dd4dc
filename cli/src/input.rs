//! The bytes of files and of standard input.

use std::{
    fs::{File, Metadata},
    io::{self, Read},
    path::Path,
    thread,
    time::Duration,
};

use bytes::Bytes;
use formwork_formats::{
    FORMATS, Identity, PICTURES, Picture, TEXTS, identify, identify_whole, is_program, picture_info,
};
use formwork_schema::{Error, Kind, Limits};

use crate::{args::Args, map::map, report::Failure};

/// Code of the finding that a picture has the name of another kind.
pub(crate) const MISNAMED: &str = "name-of-another-kind";

/// How many bytes tell a format.
const HEAD: u64 = 4096;

/// Longer than what any file system takes for one moment; but FAT, where it is two seconds.
const TICK: Duration = Duration::from_millis(20);

/// The limits that the command line sets.
pub(crate) fn limits(args: &Args) -> Limits {
    Limits {
        bytes: args.max_size.saturating_mul(1 << 20),
        ..Limits::default()
    }
}

/// Whether a path means standard input.
pub(crate) fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// The content of a file, or of standard input for `-`.
pub(crate) fn read(args: &Args, path: &Path) -> Result<Bytes, Failure> {
    let most = limits(args).bytes;
    if is_standard(path) {
        return bounded(path, io::stdin().lock(), most, 0);
    }
    let unreadable = |error: io::Error| Failure::unreadable(path, &error);
    let file = File::open(path).map_err(unreadable)?;
    let length = file.metadata().map_err(unreadable)?.len();
    if length > most {
        return Err(too_long(path, most));
    }
    match map(&file) {
        Some(bytes) => Ok(bytes),
        None => bounded(path, file, most, length),
    }
}

/// The content of a file as it was at one moment, in memory of its own: a map would change with the file.
pub(crate) fn read_owned(args: &Args, path: &Path) -> Result<Bytes, Failure> {
    let unreadable = |error: io::Error| Failure::unreadable(path, &error);
    let file = File::open(path).map_err(unreadable)?;
    let before = settled(&file).map_err(unreadable)?;
    let most = limits(args).bytes;
    if before.len() > most {
        return Err(too_long(path, most));
    }
    let bytes = bounded(path, &file, most, before.len())?;
    let after = file.metadata().map_err(unreadable)?;
    if state(&before) == state(&after) {
        return Ok(bytes);
    }
    let changed = Error::new(Kind::System, "it changed while it was read");
    let help = "try again when no other program writes to it";
    Err(Failure::new(path, changed.help(help)))
}

/// Metadata by which a later change can be told. Clocks of file systems are coarse: of two changes within a tick, the
/// second leaves no trace, so a file that has just been changed is given the time to become older.
fn settled(file: &File) -> io::Result<Metadata> {
    let found = file.metadata()?;
    let age = found.modified().ok().map(|then| then.elapsed());
    match age {
        Some(Ok(age)) if age < TICK => {
            thread::sleep(TICK - age);
            file.metadata()
        }
        _ => Ok(found),
    }
}

/// What of a file's metadata changes with its content.
fn state(of: &Metadata) -> impl PartialEq {
    #[cfg(unix)]
    let changed = {
        use std::os::unix::fs::MetadataExt as _;
        // Unlike the time of modification, programs cannot set this one back.
        (of.ctime(), of.ctime_nsec())
    };
    #[cfg(not(unix))]
    let changed = ();
    (of.len(), of.modified().ok(), changed)
}

/// What a file is, from its first bytes; of programs, from the last as well.
pub(crate) fn identify_file(path: &Path) -> Result<Identity, Failure> {
    let mut head = Vec::new();
    let read = if is_standard(path) {
        io::stdin().lock().take(HEAD).read_to_end(&mut head)
    } else {
        File::open(path).and_then(|file| file.take(HEAD).read_to_end(&mut head))
    };
    read.map_err(|error| Failure::unreadable(path, &error))?;
    let identity = identify_bytes(&head, path);
    if identity.format.is_some() {
        return Ok(identity);
    }
    // A package behind a program, perhaps.
    if (head.len() as u64) < HEAD {
        return Ok(identify_whole(&head, &path.to_string_lossy()));
    }
    if is_standard(path) || !(is_program(&head) || has_our_extension(path)) {
        return Ok(identity);
    }
    let whole = File::open(path).ok().and_then(|file| whole(&file));
    Ok(whole.map_or(identity, |whole| {
        identify_whole(&whole, &path.to_string_lossy())
    }))
}

/// All bytes of a file.
fn whole(mut file: &File) -> Option<Bytes> {
    map(file).or_else(|| {
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).ok()?;
        Some(bytes.into())
    })
}

/// Whether a name ends as those of our formats do.
pub(crate) fn has_our_extension(path: &Path) -> bool {
    if has_extension_of_a_text(path) {
        return true;
    }
    let extension = path
        .extension()
        .map(|extension| extension.to_string_lossy().to_lowercase());
    let known = |extension: &str| {
        FORMATS
            .iter()
            .any(|info| (info.layout)().extensions.iter().any(|e| **e == *extension))
    };
    let pictured = |extension: &str| {
        PICTURES
            .iter()
            .any(|one| one.extensions.contains(&extension))
    };
    extension.is_some_and(|extension| known(&extension) || pictured(&extension))
}

/// Texts are known by more than what stands behind the last dot.
fn has_extension_of_a_text(path: &Path) -> bool {
    let name = path.to_string_lossy();
    TEXTS.iter().any(|text| text.info.has_extension(&name))
}

/// What some bytes are, under a name.
pub(crate) fn identify_bytes(bytes: &[u8], path: &Path) -> Identity {
    identify(bytes, &path.to_string_lossy())
}

/// The kind of picture file that some bytes are, when they are one.
pub(crate) fn picture(bytes: &[u8], path: &Path) -> Option<&'static Picture> {
    identify_bytes(bytes, path).format.and_then(picture_info)
}

/// The format of some bytes.
pub(crate) fn format(bytes: &[u8], path: &Path) -> Result<&'static str, Failure> {
    let identity = identify_whole(bytes, &path.to_string_lossy());
    if let Some(picture) = identity.format.and_then(picture_info) {
        return Err(no_tree(path, picture));
    }
    if let Some(format) = identity.format {
        return Ok(format);
    }
    let message = match identity.looks_like {
        Some(what) => format!("no format that formwork reads: this is {what}"),
        None => "no format that formwork reads".into(),
    };
    let error = Error::new(Kind::Unsupported, message);
    Err(Failure::new(
        path,
        error.help("`formwork formats` lists what can be read"),
    ))
}

/// What to say of a picture whose name is that of another kind.
pub(crate) fn misnamed(picture: &Picture, path: &Path) -> Option<String> {
    let extension = path.extension()?.to_string_lossy().to_lowercase();
    let is_its_own = picture.extensions.contains(&extension.as_str());
    let is_known = has_our_extension(path);
    (!is_its_own && is_known).then(|| {
        let what = picture.what();
        format!("this is {what}, under the name of another kind; engines look at the content")
    })
}

/// Of a picture file only the pixels are read.
fn no_tree(path: &Path, picture: &Picture) -> Failure {
    let message = format!("{} has no tree, only pixels", picture.what());
    let error = Error::new(Kind::Unsupported, message);
    Failure::new(
        path,
        error.help("ask `identify`, `inspect`, `check` or `decode --to png`"),
    )
}

fn bounded(path: &Path, reader: impl Read, most: u64, length: u64) -> Result<Bytes, Failure> {
    let mut bytes = Vec::with_capacity(usize::try_from(length).unwrap_or(0));
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
