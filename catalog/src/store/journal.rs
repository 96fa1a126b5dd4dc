//! [`Journal`]: a change of a catalogue that comes into force step by step, and is completed when it was interrupted.

use std::{
    collections::BTreeSet,
    fs, io,
    path::{Path, PathBuf},
};

use formwork_schema::{Error, Kind, Result};
use serde::{Deserialize, Serialize};

use crate::{
    tables::TABLES,
    task::{Place, STAGED, failed, footer},
};

/// Which parts come, and which go.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Journal {
    pub(crate) add: Vec<String>,
    pub(crate) remove: Vec<String>,
}

/// The names of the parts at a place, whole or not.
pub(crate) fn names(out: &Path, place: Place) -> Vec<String> {
    let folders: Vec<PathBuf> = match place {
        Place::Kept => TABLES.iter().map(|table| out.join(table.name)).collect(),
        Place::Staged => vec![out.join(STAGED)],
    };
    let entries = folders
        .iter()
        .filter_map(|folder| fs::read_dir(folder).ok());
    let names = entries.flatten().flatten().filter_map(|entry| {
        let name = entry.file_name().into_string().ok()?;
        let name = name.strip_suffix(".parquet").unwrap_or(&name);
        let is_part = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_part.then(|| name.to_owned())
    });
    names.collect::<BTreeSet<_>>().into_iter().collect()
}

fn place(out: &Path) -> PathBuf {
    out.join(".formwork/commit.json")
}

impl Journal {
    /// What leads to a catalogue of these parts.
    ///
    /// # Errors
    /// [`Kind::Invalid`] where one of them is not there.
    pub(crate) fn new(out: &Path, wanted: &BTreeSet<String>) -> Result<Self> {
        let is_whole = |place, part: &str| footer(out, place, part).is_some();
        let mut journal = Self::default();
        for part in wanted {
            if is_whole(Place::Kept, part) {
                continue;
            }
            if !is_whole(Place::Staged, part) {
                let message = format!("{}: there is no part {part}", out.display());
                return Err(Error::new(Kind::Invalid, message));
            }
            journal.add.push(part.clone());
        }
        let kept = names(out, Place::Kept).into_iter();
        journal.remove = kept.filter(|part| !wanted.contains(part)).collect();
        Ok(journal)
    }

    /// The change that was interrupted. What is no journal was never completed: nothing came into force.
    pub(crate) fn read(out: &Path) -> Result<Option<Self>> {
        match fs::read(place(out)) {
            Ok(bytes) => Ok(serde_json::from_slice(&bytes).ok()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(failed(&place(out), &error)),
        }
    }

    /// Says what is about to happen. From here on it does, whatever happens to this process.
    pub(crate) fn write(&self, out: &Path) -> Result<()> {
        let wrong = |error: &dyn std::fmt::Display| failed(&place(out), error);
        let text = serde_json::to_vec(self).map_err(|error| wrong(&error))?;
        let file = tempfile::NamedTempFile::new_in(out.join(".formwork"));
        let file = file.map_err(|error| wrong(&error))?;
        fs::write(file.path(), text).map_err(|error| wrong(&error))?;
        file.persist(place(out)).map_err(|error| wrong(&error))?;
        Ok(())
    }

    /// Takes every step that was not taken yet, and cleans up.
    pub(crate) fn apply(&self, out: &Path) -> Result<()> {
        let steps = |part: &String| TABLES.map(|table| (table.name, part.clone()));
        for (table, part) in self.add.iter().flat_map(steps) {
            let to = Place::Kept.file(out, table, &part);
            let moved = fs::rename(Place::Staged.file(out, table, &part), &to);
            // A step that was taken before.
            if moved.is_err() && !to.is_file() {
                moved.map_err(|error| failed(&to, &error))?;
            }
        }
        for (table, part) in self.remove.iter().flat_map(steps) {
            let path = Place::Kept.file(out, table, &part);
            match fs::remove_file(&path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    return Err(failed(&path, &error));
                }
                _ => {}
            }
        }
        clean(&out.join(STAGED));
        match fs::remove_file(place(out)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(failed(&place(out), &error))
            }
            _ => Ok(()),
        }
    }
}

/// Removes what is in a folder: parts that no plan wants, and what interrupted tasks left.
fn clean(folder: &Path) {
    let entries = fs::read_dir(folder).into_iter().flatten();
    for entry in entries.flatten() {
        // A worker of a run that was killed may be writing there just now. The next run tries again, and nobody reads it until then.
        let _ = fs::remove_dir_all(entry.path());
    }
}
