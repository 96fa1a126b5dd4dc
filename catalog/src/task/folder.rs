//! [`PartName`] and [`Folder`]: the paths below a catalogue, which are input like any other.
//!
//! Somebody else may have made the folder: it may come from a repository or an archive. So no name that is read from it becomes a path before
//! it is checked, and no link in it is followed.

use std::{
    fmt::{self, Display},
    fs::{self, FileType},
    io,
    path::{Path, PathBuf},
};

use formwork_schema::{Error, Kind, Result, escape::escape};
use serde::{Deserialize, Serialize};

use crate::tables::TABLES;

/// State of a catalogue: its journal, its lock, and parts that are not published.
const STATE: &str = ".formwork";

/// Parts that are not published, below [`STATE`].
const STAGED: &str = "staged";

/// Prefix of folders in which parts are written.
pub(super) const UNFINISHED: &str = ".";

/// Hexadecimal digits of a part's name.
pub(super) const DIGITS: usize = 32;

/// The name of a part: lower-case hexadecimal digits, so that it is a plain component of a path everywhere.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct PartName(String);

impl PartName {
    fn matches(name: &str) -> bool {
        let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        name.len() == DIGITS && name.bytes().all(is_digit)
    }

    /// The part of a file in the folder of a table; `None` for other files.
    fn of_file(name: &str) -> Option<Self> {
        Self::try_from(name.strip_suffix(".parquet")?.to_owned()).ok()
    }
}

impl TryFrom<String> for PartName {
    type Error = Error;

    fn try_from(name: String) -> Result<Self> {
        if Self::matches(&name) {
            return Ok(Self(name));
        }
        let shown = escape(name.as_bytes());
        let message =
            format!("not the name of a part: `{shown}`; expected {DIGITS} hexadecimal digits");
        Err(Error::new(Kind::Invalid, message))
    }
}

impl fmt::Display for PartName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<PartName> for String {
    fn from(name: PartName) -> Self {
        name.0
    }
}

/// Where the files of a part are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// In the tables.
    Published,
    /// In the state, until all parts of a run are there.
    Staged,
}

/// The folder of a catalogue, in which nothing on the way to a part is a link.
#[derive(Debug, Clone)]
pub(crate) struct Folder(PathBuf);

impl Folder {
    /// Whether there is state of a catalogue below a folder.
    pub(crate) fn has_state(out: &Path) -> bool {
        fs::symlink_metadata(out.join(STATE)).is_ok()
    }

    /// The folder of a catalogue; what is missing in it is made.
    ///
    /// # Errors
    /// [`Kind::System`] where it cannot be written to, and [`Kind::Invalid`] for a link, or something else than a folder or file, on the way
    /// to a part.
    pub(crate) fn open(out: &Path) -> Result<Self> {
        let folder = Self(out.to_owned());
        for path in folder.folders() {
            match fs::create_dir(&path) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(failed(&path, &error)),
                Ok(()) => {}
            }
            require(&path, FileType::is_dir)?;
        }
        for file in [folder.lock(), folder.journal()] {
            require(&file, FileType::is_file)?;
        }
        Ok(folder)
    }

    /// Checks that the files of all parts are files.
    ///
    /// # Errors
    /// See [`open`](Self::open).
    pub(crate) fn check_parts(&self) -> Result<()> {
        for table in TABLES {
            for entry in entries(&self.table(table.name))? {
                if PartName::of_file(&entry.name).is_some() {
                    require_kind(&entry.path, entry.kind, FileType::is_file)?;
                }
            }
        }
        for entry in entries(&self.staged())? {
            if is_of_part(&entry.name) {
                require_kind(&entry.path, entry.kind, FileType::is_dir)?;
                for table in TABLES {
                    require(&entry.path.join(file_name(table.name)), FileType::is_file)?;
                }
            }
        }
        Ok(())
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// The state of the catalogue.
    pub(crate) fn state(&self) -> PathBuf {
        self.0.join(STATE)
    }

    /// Locked by the process that writes.
    pub(crate) fn lock(&self) -> PathBuf {
        self.state().join("lock")
    }

    /// The change that is being published.
    pub(crate) fn journal(&self) -> PathBuf {
        self.state().join("commit.json")
    }

    /// Parts that are not published.
    pub(crate) fn staged(&self) -> PathBuf {
        self.state().join(STAGED)
    }

    /// The published files of a table.
    fn table(&self, table: &str) -> PathBuf {
        self.0.join(table)
    }

    /// A part that is not published.
    pub(super) fn staged_part(&self, part: &PartName) -> PathBuf {
        self.staged().join(&part.0)
    }

    /// The file of a table of a part.
    pub(crate) fn file(&self, place: Place, table: &str, part: &PartName) -> PathBuf {
        match place {
            Place::Published => self.table(table).join(file_name(&part.0)),
            Place::Staged => self.staged_part(part).join(file_name(table)),
        }
    }

    /// Every folder of a catalogue, each after the one that it is in.
    fn folders(&self) -> Vec<PathBuf> {
        let tables = TABLES.iter().map(|table| self.table(table.name));
        tables.chain([self.state(), self.staged()]).collect()
    }

    /// The names of the parts at a place, complete or not.
    ///
    /// # Errors
    /// [`Kind::System`] where a folder cannot be listed.
    pub(crate) fn parts(&self, place: Place) -> Result<Vec<PartName>> {
        let mut parts = Vec::new();
        match place {
            Place::Published => {
                for table in TABLES {
                    let entries = entries(&self.table(table.name))?.into_iter();
                    parts.extend(entries.filter_map(|entry| PartName::of_file(&entry.name)));
                }
            }
            Place::Staged => {
                let entries = entries(&self.staged())?.into_iter();
                parts.extend(entries.filter_map(|entry| PartName::try_from(entry.name).ok()));
            }
        }
        parts.sort_unstable();
        parts.dedup();
        Ok(parts)
    }

    /// Removes parts that are not published, and those that an interrupted task left. Other files stay.
    pub(crate) fn clean(&self) {
        let entries = entries(&self.staged()).unwrap_or_default().into_iter();
        for part in entries.filter(|entry| is_of_part(&entry.name) && entry.kind.is_dir()) {
            // A worker of a run that was killed may be writing there just now. The next run tries again, and nobody reads it until then.
            for table in TABLES {
                let _ = fs::remove_file(part.path.join(file_name(table.name)));
            }
            let _ = fs::remove_dir(part.path);
        }
    }
}

fn file_name(stem: &str) -> String {
    format!("{stem}.parquet")
}

/// Whether an entry of the staged parts is one, finished or not.
fn is_of_part(name: &str) -> bool {
    PartName::matches(name) || name.starts_with(UNFINISHED)
}

/// An entry of a folder.
struct Entry {
    name: String,
    path: PathBuf,
    kind: FileType,
}

/// The entries of a folder; not those whose names are not UTF-8, which no part has.
fn entries(folder: &Path) -> Result<Vec<Entry>> {
    let wrong = |error: io::Error| failed(folder, &error);
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).map_err(wrong)? {
        let entry = entry.map_err(wrong)?;
        if let Ok(name) = entry.file_name().into_string() {
            let (path, kind) = (entry.path(), entry.file_type().map_err(wrong)?);
            all.push(Entry { name, path, kind });
        }
    }
    Ok(all)
}

/// Requires a file or folder, if anything is there; a link is neither.
pub(super) fn require(path: &Path, expected: fn(&FileType) -> bool) -> Result<()> {
    match fs::symlink_metadata(path) {
        Ok(found) => require_kind(path, found.file_type(), expected),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(failed(path, &error)),
    }
}

fn require_kind(path: &Path, found: FileType, expected: fn(&FileType) -> bool) -> Result<()> {
    if expected(&found) {
        return Ok(());
    }
    let what = if found.is_symlink() {
        "a link, which a catalogue does not follow"
    } else if found.is_dir() {
        "a folder, where a catalogue has a file"
    } else if found.is_file() {
        "a file, where a catalogue has a folder"
    } else {
        "neither a file nor a folder"
    };
    let error = Error::new(Kind::Invalid, format!("{}: {what}", path.display()));
    Err(error.help("remove it, or name another folder"))
}

/// Something that cannot be done to a catalogue.
pub(crate) fn failed(path: &Path, why: &dyn Display) -> Error {
    Error::new(Kind::System, format!("{}: {why}", path.display()))
}
