//! [`scan_file`]: all that tables say of one file.

use std::{
    fs::{self, File, Metadata},
    io,
    path::{Path, PathBuf},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use bytes::Bytes;
use formwork_files::{
    diagnose_contents, diagnose_picture,
    whole::{self, Unreadable},
    words::unreadable,
};
use formwork_formats::{Asset, Profile, diagnose_tree, identify_whole, open, refused_version};
use formwork_schema::{Diagnostic, Error, Kind, Limits, Reference, Result};
use sha2::{Digest, Sha256};

use crate::{
    facts::{facts, to_i64},
    guard::{Lost, guarded},
    name,
    row::{DiagnosticRow, ReferenceRow, Scanned, Status},
    vocabulary,
};

/// How files are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// What reading one may cost.
    pub limits: Limits,
    /// How long reading one may take; `None` is forever. With a limit, each file is read on a thread of its own.
    pub time: Option<Duration>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            limits: Limits::default(),
            time: Some(Duration::from_secs(60)),
        }
    }
}

/// What became of a file that may be known already.
pub(crate) enum Seen {
    /// Its content is the same.
    Same,
    /// It is new, or another one.
    New(Box<Scanned>),
}

/// Says what is in a file. Nothing that is wrong with it is an error: it is a row.
#[must_use]
pub fn scan_file(path: &Path, options: &Options) -> Scanned {
    match look(path, &name::text(path), options, None) {
        Seen::New(seen) => *seen,
        // Compared with nothing, no file is the same.
        Seen::Same => Scanned::default(),
    }
}

/// Says what is in bytes in memory, such as a member of an archive. Tables call them `name`, whose ending may tell their format.
///
/// The row of the file has no modification time, and reading has no time limit.
#[must_use]
pub fn scan_bytes(bytes: Bytes, name: &str, limits: &Limits) -> Scanned {
    let mut seen = Scanned::default();
    seen.file.hash = Some(hex(&Sha256::digest(&bytes)));
    seen.read(bytes, name, limits);
    seen.call(name);
    seen
}

/// Looks at a file that tables call `name`; only at its bytes, where these have this hash.
pub(crate) fn look(path: &Path, name: &str, options: &Options, hash: Option<&str>) -> Seen {
    let (place, called) = (PathBuf::from(path), name.to_owned());
    let (limits, known) = (options.limits, hash.map(str::to_owned));
    let seen = guarded(options.time, move || {
        read(&place, &called, &limits, known.as_deref())
    });
    let lost = seen.unwrap_or_else(|lost| Seen::New(Box::new(without(path, lost, options))));
    match lost {
        Seen::New(mut seen) => {
            seen.call(name);
            Seen::New(seen)
        }
        Seen::Same => Seen::Same,
    }
}

/// What is said of a file that was given up.
fn without(path: &Path, lost: Lost, options: &Options) -> Scanned {
    let (status, error) = match lost {
        Lost::Timeout => {
            let time = options.time.unwrap_or_default().as_secs_f64();
            let message = format!("reading it took longer than {time} s");
            (Status::Timeout, Error::new(Kind::Limit, message))
        }
        Lost::Panic => {
            let message = "reading it ended the thread that did; please report this file";
            (Status::Crashed, Error::new(Kind::System, message))
        }
    };
    let mut seen = Scanned::default();
    if let Ok(metadata) = fs::metadata(path) {
        seen.stamp(&metadata);
    }
    seen.refuse(status, &error);
    seen
}

/// When a file was last written.
pub(crate) fn modified(metadata: &Metadata) -> Option<i64> {
    let since = metadata.modified().ok()?;
    nanoseconds(since)
}

fn nanoseconds(time: SystemTime) -> Option<i64> {
    match time.duration_since(UNIX_EPOCH) {
        Ok(after) => i64::try_from(after.as_nanos()).ok(),
        Err(before) => i64::try_from(before.duration().as_nanos())
            .ok()
            .map(|nanoseconds| -nanoseconds),
    }
}

fn read(path: &Path, name: &str, limits: &Limits, known: Option<&str>) -> Seen {
    let mut seen = Box::new(Scanned::default());
    let bytes = match contents(path, limits, &mut seen) {
        Ok(bytes) => bytes,
        Err(error) => {
            let status = match error.kind() {
                Kind::Limit => Status::Limit,
                _ => Status::Unreadable,
            };
            seen.refuse(status, &error);
            return Seen::New(seen);
        }
    };
    let hash = hex(&Sha256::digest(&bytes));
    if known == Some(&*hash) {
        return Seen::Same;
    }
    seen.file.hash = Some(hash);
    seen.read(bytes, name, limits);
    Seen::New(seen)
}

/// The bytes of a file. Its time is that of before they were read: where they change meanwhile, the next run sees another one.
fn contents(path: &Path, limits: &Limits, seen: &mut Scanned) -> Result<Bytes> {
    let wrong = |error: io::Error| unreadable(&error);
    let metadata = fs::metadata(path).map_err(wrong)?;
    seen.stamp(&metadata);
    if !metadata.is_file() {
        // A pipe would wait for somebody to write to it.
        return Err(Error::new(Kind::System, "cannot be read: not a file"));
    }
    let read = whole::read(File::open(path).map_err(wrong)?, whole::most(limits));
    read.map_err(|why| match why {
        Unreadable::System(error) => unreadable(&error),
        why => why.under(limits),
    })
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits
        .map(|digit| char::from(DIGITS[usize::from(digit)]))
        .collect()
}

impl Scanned {
    fn stamp(&mut self, metadata: &Metadata) {
        self.file.size = Some(to_i64(metadata.len()));
        self.file.modified = modified(metadata);
    }

    /// Gives all rows the name of the file.
    pub(crate) fn call(&mut self, name: &str) {
        name.clone_into(&mut self.file.path);
        let references = self.references.iter_mut().map(|row| &mut row.path);
        let diagnostics = self.diagnostics.iter_mut().map(|row| &mut row.path);
        let facts = self.facts.iter_mut().map(|row| &mut row.path);
        for path in references.chain(diagnostics).chain(facts) {
            name.clone_into(path);
        }
    }

    pub(crate) fn refuse(&mut self, status: Status, error: &Error) {
        self.file.status = status;
        self.tell(&Diagnostic::from(error));
    }

    fn read(&mut self, bytes: Bytes, name: &str, limits: &Limits) {
        self.file.size = Some(to_i64(bytes.len() as u64));
        match open(bytes.clone(), name, limits) {
            Ok(asset) => self.look(&asset),
            Err(error) => {
                let identity = identify_whole(&bytes, name);
                self.file.status = Status::Unknown;
                // Of files that nobody took for assets, nothing is said.
                if identity.looks_like.is_some() || identity.beginnings.is_some() {
                    self.tell(&Diagnostic::from(&error));
                }
            }
        }
    }

    fn look(&mut self, asset: &Asset) {
        let identity = asset.identity();
        self.file.format = Some(asset.id());
        self.file.version.clone_from(&identity.version);
        self.file.engine = identity.engine.map(vocabulary::engines);
        let looked = match asset.picture() {
            Some(_) => self.look_at_picture(asset),
            None => self.look_at_tree(asset),
        };
        self.file.status = match looked {
            Ok(()) => Status::Read,
            Err(error) => {
                self.tell(&Diagnostic::from(&error));
                match error.kind() {
                    Kind::Limit => Status::Limit,
                    _ => Status::Refused,
                }
            }
        };
        if self.file.engine.is_none() {
            let version = self.file.version.as_deref().unwrap_or_default();
            self.file.engine = Some(vocabulary::engines(asset.format().engine(version)));
        }
    }

    fn look_at_picture(&mut self, asset: &Asset) -> Result<()> {
        let minded = diagnose_picture(asset, &Profile::default());
        minded.iter().for_each(|one| self.tell(one));
        let kind = asset.picture().ok_or_else(not_a_picture)?;
        let seen = formwork_pixels::inspect(kind, asset.bytes(), asset.limits())?;
        self.facts = Some(facts("", asset, &seen, &[]));
        Ok(())
    }

    fn look_at_tree(&mut self, asset: &Asset) -> Result<()> {
        let profile = Profile::default();
        let tree = asset.tree().inspect_err(|error| {
            let refused = refused_version(asset, error, &profile);
            refused.iter().for_each(|one| self.tell(one));
        })?;
        self.file.version = tree.version();
        let contents = diagnose_contents(asset, &profile);
        let own = diagnose_tree(asset, &*tree, &profile);
        own.iter().chain(&contents).for_each(|one| self.tell(one));
        let references = tree.references().unwrap_or_default();
        self.facts = Some(facts("", asset, &tree.inspect(), &references));
        self.references = references.into_iter().map(reference).collect();
        Ok(())
    }

    fn tell(&mut self, told: &Diagnostic) {
        let place = &told.location;
        let has_line = place.line > 0;
        self.diagnostics.push(DiagnosticRow {
            path: String::new(),
            code: told.rule.code,
            severity: told.severity.name(),
            message: told.message.clone(),
            place: place.path.clone(),
            byte: place.bytes.as_ref().map(|bytes| to_i64(bytes.start)),
            line: has_line.then(|| to_i64(place.line)),
            line_column: has_line.then(|| to_i64(place.column)),
            places: to_i64(told.count),
        });
    }
}

fn not_a_picture() -> Error {
    Error::new(Kind::Unsupported, "not a picture")
}

fn reference(one: Reference) -> ReferenceRow {
    let has_line = one.line > 0;
    ReferenceRow {
        path: String::new(),
        kind: one.kind,
        name: one.name,
        place: one.path,
        line: has_line.then(|| to_i64(one.line)),
        line_column: has_line.then(|| to_i64(one.column)),
    }
}
