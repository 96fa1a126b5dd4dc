//! [`Task`]: some files, of which one part of a catalogue is made.

mod folder;
mod known;
mod merge;
mod part;

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
};

use formwork_schema::{Error, Kind, Limits, Result};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use self::known::{Found, Known};
use self::part::stage;
pub(crate) use self::{
    folder::{Folder, PartName, Place, failed},
    part::{Footer, footer},
};
use crate::{
    batch::Tables,
    look::{Options, Seen, hex, look},
    name,
    row::{Scanned, Status},
};

/// What the rows of a part depend on beside the files: another version may say something else of the same file.
const SCANNER: &str = concat!(env!("CARGO_PKG_VERSION"), " 2");

/// A file, as the walk saw it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Item {
    /// Where it is.
    place: Stored,
    /// Its size, in bytes.
    size: i64,
    /// When it was last written, in nanoseconds since 1970.
    modified: Option<i64>,
    /// Why the place leads to no file.
    lost: Option<String>,
}

/// A path as text where it is one, so that tasks are short and anybody can read them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum Stored {
    Text(String),
    Other(OsString),
}

impl Stored {
    pub(crate) fn new(path: PathBuf) -> Self {
        let text = path.into_os_string().into_string();
        text.map_or_else(Self::Other, Self::Text)
    }

    fn path(&self) -> &Path {
        match self {
            Self::Text(text) => Path::new(text),
            Self::Other(name) => Path::new(name),
        }
    }
}

/// What makes parts here, where files may cost so much.
pub(crate) fn scanner(limits: &Limits) -> String {
    let Limits { bytes, memory, .. } = limits;
    format!("{SCANNER} {bytes} {memory}")
}

/// Some files, of which one part of a catalogue is made. It is data: it can be sent to another process.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Task {
    /// The folder that paths are relative to; empty for the current one.
    pub(crate) base: Stored,
    /// What makes parts where the task comes from.
    pub(crate) scanner: String,
    /// The files, in the order of their names.
    pub(crate) items: Vec<Item>,
    /// Parts that may know some of them.
    pub(crate) old: Vec<PartName>,
    /// How long a file may be, in bytes.
    pub(crate) bytes: u64,
    /// What reading one may take, in bytes of memory.
    pub(crate) memory: u64,
    /// How long reading one may take, in seconds.
    pub(crate) seconds: Option<f64>,
}

/// A part that was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Done {
    /// Its name: the SHA-256 of its content, shortened.
    pub part: String,
    /// How many files were looked into for it.
    pub read: usize,
}

impl Item {
    /// A file, as the walk saw it.
    pub(crate) fn new(path: PathBuf, size: i64, modified: Option<i64>) -> Self {
        Self {
            place: Stored::new(path),
            size,
            modified,
            lost: None,
        }
    }

    /// A place that leads to no file.
    pub(crate) fn lost(path: PathBuf, why: &str) -> Self {
        Self {
            lost: Some(why.to_owned()),
            ..Self::new(path, 0, None)
        }
    }

    fn path(&self) -> &Path {
        self.place.path()
    }

    /// How tables call it.
    #[must_use]
    pub fn name(&self) -> String {
        name::text(self.path())
    }
}

impl Task {
    /// How many files there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// The names of its files, as tables have them.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        self.items.iter().map(Item::name).collect()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The task for another process, as bytes. `base` is the folder that its paths are relative to.
    ///
    /// # Errors
    /// [`Kind::Invalid`] where it has no such form.
    pub fn to_bytes(&self, base: &Path) -> Result<Vec<u8>> {
        let base = Stored::new(base.to_owned());
        let task = Self {
            base,
            ..self.clone()
        };
        task.encode()
    }

    /// The task as bytes, as it is.
    ///
    /// # Errors
    /// See [`to_bytes`](Self::to_bytes).
    pub fn encode(&self) -> Result<Vec<u8>> {
        serde_json::to_vec(self).map_err(|error| Error::new(Kind::Invalid, error.to_string()))
    }

    /// The task that another process sent.
    ///
    /// # Errors
    /// [`Kind::Malformed`] for other bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        let task = serde_json::from_slice(bytes);
        task.map_err(|error| Error::new(Kind::Malformed, format!("not a task: {error}")))
    }

    /// Pieces of it, so that a file that ends every process that reads it can be found; `None` of a single file.
    #[must_use]
    pub fn split(&self, pieces: usize) -> Option<Vec<Self>> {
        if self.items.len() < 2 {
            return None;
        }
        let size = self.items.len().div_ceil(pieces.max(2));
        let piece = |items: &[Item]| Self {
            items: items.to_vec(),
            ..self.clone()
        };
        Some(self.items.chunks(size).map(piece).collect())
    }

    /// The same, where other parts know files as well.
    ///
    /// # Errors
    /// [`Kind::Invalid`] for what is not the name of a part.
    pub fn with_parts(mut self, parts: impl IntoIterator<Item = String>) -> Result<Self> {
        for part in parts {
            self.old.push(part.try_into()?);
        }
        Ok(self)
    }

    /// What the part depends on.
    pub(crate) fn inputs(&self) -> String {
        let mut hash = Sha256::new();
        for format in formwork_formats::all() {
            hash.update(format.id());
            hash.update([0]);
        }
        hash.update(self.scanner());
        for item in &self.items {
            hash.update([0]);
            hash.update(item.path().as_os_str().as_encoded_bytes());
            let Item { size, modified, .. } = item;
            hash.update(format!("\0{size} {modified:?}"));
        }
        hex(&hash.finalize())
    }

    /// What the rows of a part depend on beside its files.
    pub(crate) fn scanner(&self) -> String {
        scanner(&self.limits())
    }

    fn limits(&self) -> Limits {
        Limits {
            bytes: self.bytes,
            memory: self.memory,
            ..Limits::default()
        }
    }

    fn options(&self) -> Options {
        let seconds = self.seconds.map(std::time::Duration::try_from_secs_f64);
        Options {
            limits: self.limits(),
            time: seconds.and_then(std::result::Result::ok),
        }
    }

    /// Looks into the files that no part knows, and writes a part below `out`, aside. `tick` is called for each file.
    ///
    /// # Errors
    /// [`Kind::System`] where the part cannot be written, and [`Kind::Invalid`] for a task of another version, or a folder that is not a
    /// catalogue's, such as one with links in it.
    pub fn run(&self, out: &Path, threads: bool, tick: &(dyn Fn() + Sync)) -> Result<Done> {
        if self.scanner != self.scanner() {
            let (theirs, ours) = (&self.scanner, self.scanner());
            let message = format!("a task of version {theirs}, and this is {ours}");
            let error = Error::new(Kind::Invalid, message);
            return Err(error.help("install one version on all machines"));
        }
        let out = Folder::open(out)?;
        let known = Known::load(&out, &self.old, &self.scanner());
        let options = self.options();
        let one = |item: &Item| {
            let found = self.find(item, &known, &options);
            tick();
            found
        };
        let found: Vec<Found> = match threads {
            true => self.items.par_iter().map(one).collect(),
            false => self.items.iter().map(one).collect(),
        };
        self.write(&out, &known, found)
    }

    /// Writes the part of a file that cannot be read by any process, without reading it.
    ///
    /// # Errors
    /// See [`run`](Self::run).
    pub fn give_up(&self, out: &Path, why: &str) -> Result<Done> {
        let error = Error::new(Kind::System, why.to_owned());
        let row = |item: &Item| Found::New(self.refused(item, Status::Crashed, &error));
        self.write(
            &Folder::open(out)?,
            &Known::default(),
            self.items.iter().map(row).collect(),
        )
    }

    fn find(&self, item: &Item, known: &Known, options: &Options) -> Found {
        if let Some(why) = &item.lost {
            let error = Error::new(Kind::System, why.clone());
            return Found::New(self.refused(item, Status::Unreadable, &error));
        }
        let name = item.name();
        if let Some(row) = known.unchanged(&name, item.size, item.modified) {
            return Found::Known(row, item.modified);
        }
        let path = self.base.path().join(item.path());
        let same = known.of_size(&name, item.size);
        let hash = same.as_ref().map(|(_, hash)| &**hash);
        match (look(&path, &name, options, hash), &same) {
            (Seen::Same, Some((row, _))) => Found::Known(*row, item.modified),
            (Seen::Same, None) => Found::New(Box::default()),
            (Seen::New(seen), _) => Found::New(seen),
        }
    }

    /// What is said of a file that is not read.
    fn refused(&self, item: &Item, status: Status, error: &Error) -> Box<Scanned> {
        let mut seen = Box::<Scanned>::default();
        if item.lost.is_none() {
            seen.file.size = Some(item.size);
            seen.file.modified = item.modified;
        }
        seen.refuse(status, error);
        seen.call(&item.name());
        seen
    }

    fn write(&self, out: &Folder, known: &Known, found: Vec<Found>) -> Result<Done> {
        let mut scanned = Vec::new();
        let mut picks = Vec::new();
        for one in found {
            picks.push(match one {
                Found::Known(row, modified) => merge::Pick::Known(row, modified),
                Found::New(seen) => {
                    let modified = seen.file.modified;
                    scanned.push(*seen);
                    merge::Pick::New(scanned.len() - 1, modified)
                }
            });
        }
        let again = |seen: &Scanned| seen.file.status == Status::Unreadable;
        let footer = Footer {
            inputs: self.inputs(),
            scanner: self.scanner(),
            first: self.items.first().map(Item::name).unwrap_or_default(),
            last: self.items.last().map(Item::name).unwrap_or_default(),
            is_final: !scanned.iter().any(again),
        };
        let read = scanned.len();
        let wrong = |error| failed(out.path(), &error);
        let new = Tables::of(&scanned).map_err(wrong)?;
        let tables = merge::merge(&new, known, &picks).map_err(wrong)?;
        let part = stage(out, &tables, &footer)?;
        let part = part.into();
        Ok(Done { part, read })
    }
}
