//! The bytes of files and of standard input.

use std::{
    fs::File,
    io::{self, Read},
    path::Path,
};

use bytes::Bytes;
use encoding_rs::UTF_8;
use formwork_files::{
    Form, Text, memory,
    original::Original,
    whole::{self, Unreadable},
};
use formwork_formats::{Identity, all, identify, identify_whole, is_program};
use formwork_schema::{Error, Kind, Limits};

use crate::{args::Args, failure::Failure, inputs};

/// What came of a file, or what went wrong with it.
pub(crate) type Found<T> = std::result::Result<T, Failure>;

/// How many bytes tell a format.
const HEAD: u64 = 4096;

/// Bytes of a program, at most: beyond, no package is looked for after it.
const PROGRAM: u64 = 1 << 29;

/// The limits that the command line sets.
pub(crate) fn limits(args: &Args) -> Limits {
    Limits {
        bytes: args.max_size.saturating_mul(1 << 20),
        memory: memory::budget(args.max_memory),
        whole_memory: Some(memory::whole(args.max_memory)),
        ..Limits::default()
    }
}

/// Whether a path means standard input.
pub(crate) fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// The content of a file as it was at one time, or of standard input for `-`.
///
/// It is copied into memory: what takes more than the budget is not read to its end, if it has one. Devices have none.
///
/// # Errors
/// A file that cannot be read, is too long, or changed while it was read.
pub(crate) fn read(args: &Args, path: &Path) -> Found<Bytes> {
    let limits = limits(args);
    let most = whole::most(&limits);
    let read = if is_standard(path) {
        inputs::announce(path);
        whole::bounded(io::stdin().lock(), most, 0)
    } else {
        whole::read(inputs::open(path)?, most)
    };
    read.map_err(|why| unread(path, why, &limits))
}

/// A file as it was at one time, which is replaced by what is made of it.
///
/// # Errors
/// See [`read`].
pub(crate) fn original(args: &Args, path: &Path) -> Found<Original> {
    let limits = limits(args);
    let read = Original::read(path, inputs::open(path)?, whole::most(&limits));
    read.map_err(|why| unread(path, why, &limits))
}

/// A text that belongs to the user, such as a configuration: in UTF-8, or in UTF-16 behind a byte order mark, which PowerShell writes.
///
/// # Errors
/// A file that cannot be read, or is in neither encoding.
pub(crate) fn text(args: &Args, path: &Path) -> Found<String> {
    let bytes = read(args, path)?;
    let (text, encoding, is_damaged) = UTF_8.decode(&bytes);
    if is_damaged {
        let error = Error::new(Kind::Malformed, format!("is not {}", encoding.name()));
        let advice = "save it as UTF-8, or as UTF-16 with a byte order mark";
        return Err(Failure::new(path, error.help(advice)));
    }
    Ok(text.into_owned())
}

/// Why a file was not read.
fn unread(path: &Path, why: Unreadable, limits: &Limits) -> Failure {
    match why {
        Unreadable::System(error) => Failure::unreadable(path, &error),
        why => Failure::new(path, why.under(limits)),
    }
}

/// What a file is, from its first bytes; of programs, from the last as well.
pub(crate) fn identify_file(path: &Path) -> Found<Known> {
    let mut head = Vec::new();
    let read = if is_standard(path) {
        io::stdin().lock().take(HEAD).read_to_end(&mut head)
    } else {
        File::open(path).and_then(|file| file.take(HEAD).read_to_end(&mut head))
    };
    read.map_err(|error| Failure::unreadable(path, &error))?;
    let known = identify_bytes(&head, path);
    if known.identity.format.is_some() {
        return Ok(known);
    }
    // A package after a program, perhaps.
    if (head.len() as u64) < HEAD {
        return Ok(identify_whole(&head, &path.to_string_lossy()).into());
    }
    if is_standard(path) || !(is_program(&head) || has_our_extension(path)) {
        return Ok(known);
    }
    // Not a map: a file that another program cuts would end this one.
    let whole = File::open(path).map_err(|error| Failure::unreadable(path, &error))?;
    let whole = whole::bounded(whole, PROGRAM, 0).ok();
    Ok(whole.map_or(known, |whole| {
        identify_whole(&whole, &path.to_string_lossy()).into()
    }))
}

/// Whether a name ends as those of our formats do.
pub(crate) fn has_our_extension(path: &Path) -> bool {
    let name = path.to_string_lossy();
    let mut formats = all().iter();
    path.extension().is_some() && formats.any(|format| format.has_extension(&name))
}

/// What a file is.
pub(crate) struct Known {
    /// What it is; of a text of ours, what it stands for.
    pub(crate) identity: Identity,
    /// How it is written, where it is a text of ours.
    pub(crate) form: Option<Form>,
}

impl From<Identity> for Known {
    fn from(identity: Identity) -> Self {
        let form = None;
        Self { identity, form }
    }
}

/// What some bytes are, under a name.
pub(crate) fn identify_bytes(bytes: &[u8], path: &Path) -> Known {
    let identity = identify(bytes, &path.to_string_lossy());
    match text_of(bytes, &identity) {
        Some(text) => Known {
            form: Some(text.form),
            identity: text.identity(),
        },
        None => identity.into(),
    }
}

/// The text of ours that some bytes are, where they are nothing else.
pub(crate) fn text_of(bytes: &[u8], identity: &Identity) -> Option<Text> {
    let is_free = identity.format.is_none();
    is_free.then(|| Text::of(bytes)).flatten()
}
