//! [`Journal`]: a change of a catalogue that is published step by step, and is completed when it was interrupted.

use std::{
    collections::BTreeSet,
    fs::{self, File},
    io::{self, Read as _, Write as _},
    path::Path,
};

use formwork_schema::{Error, Kind, Result};
use serde::{Deserialize, Serialize};

use crate::{
    tables::TABLES,
    task::{Folder, PartName, Place, failed, footer},
};

/// Maximum size, in bytes: several million parts.
const MOST_BYTES: u64 = 1 << 28;

/// Which parts are added, and which are removed. Their names are checked as they are read.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Journal {
    pub(crate) add: Vec<PartName>,
    pub(crate) remove: Vec<PartName>,
}

impl Journal {
    /// The change to a catalogue of these parts.
    ///
    /// # Errors
    /// [`Kind::Invalid`] where one of them does not exist.
    pub(crate) fn new(folder: &Folder, wanted: &BTreeSet<PartName>) -> Result<Self> {
        let is_complete = |place, part: &PartName| footer(folder, place, part).is_some();
        let mut journal = Self::default();
        for part in wanted {
            if is_complete(Place::Published, part) {
                continue;
            }
            if !is_complete(Place::Staged, part) {
                let message = format!("{}: there is no part {part}", folder.path().display());
                return Err(Error::new(Kind::Invalid, message));
            }
            journal.add.push(part.clone());
        }
        let published = folder.parts(Place::Published)?.into_iter();
        journal.remove = published.filter(|part| !wanted.contains(part)).collect();
        Ok(journal)
    }

    /// The change that was interrupted. Half a journal was never completed: nothing was published.
    ///
    /// # Errors
    /// [`Kind::System`] where it cannot be read, and [`Kind::Invalid`] for one that no run wrote.
    pub(crate) fn read(folder: &Folder) -> Result<Option<Self>> {
        let path = folder.journal();
        let mut bytes = Vec::new();
        let read =
            File::open(&path).and_then(|file| file.take(MOST_BYTES + 1).read_to_end(&mut bytes));
        match read {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(failed(&path, &error)),
            Ok(_) if bytes.len() as u64 > MOST_BYTES => {
                return Err(foreign(&path, &format!("more than {MOST_BYTES} bytes")));
            }
            Ok(_) => {}
        }
        match serde_json::from_slice(&bytes) {
            Ok(journal) => Ok(Some(journal)),
            Err(error) if error.is_data() => Err(foreign(&path, &error)),
            Err(_) => Ok(None),
        }
    }

    /// Stores the change. From here on it is completed, even if this process ends.
    pub(crate) fn write(&self, folder: &Folder) -> Result<()> {
        let path = folder.journal();
        let wrong = |error: &dyn std::fmt::Display| failed(&path, error);
        let text = serde_json::to_vec(self).map_err(|error| wrong(&error))?;
        let file = tempfile::NamedTempFile::new_in(folder.state());
        let mut file = file.map_err(|error| wrong(&error))?;
        let written = file
            .write_all(&text)
            .and_then(|()| file.as_file().sync_all());
        written.map_err(|error| wrong(&error))?;
        file.persist(&path).map_err(|error| wrong(&error))?;
        Ok(())
    }

    /// Takes every step that was not taken yet, and cleans up.
    pub(crate) fn apply(&self, folder: &Folder) -> Result<()> {
        let steps = |part: &PartName| TABLES.map(|table| (table.name, part.clone()));
        for (table, part) in self.add.iter().flat_map(steps) {
            let to = folder.file(Place::Published, table, &part);
            let moved = fs::rename(folder.file(Place::Staged, table, &part), &to);
            // A step that was taken before.
            if moved.is_err() && !to.is_file() {
                moved.map_err(|error| failed(&to, &error))?;
            }
        }
        for (table, part) in self.remove.iter().flat_map(steps) {
            remove(&folder.file(Place::Published, table, &part))?;
        }
        folder.clean();
        remove(&folder.journal())
    }
}

/// Removes a file, if it exists.
fn remove(path: &Path) -> Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(failed(path, &error)),
        _ => Ok(()),
    }
}

fn foreign(path: &Path, why: &dyn std::fmt::Display) -> Error {
    let message = format!("{}: not the journal of a catalogue: {why}", path.display());
    Error::new(Kind::Invalid, message).help("remove it; the next run makes the tables again")
}
