//! [`Catalog`]: a folder of Parquet files that follows what changes.

mod journal;
mod listing;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs::{self, File, OpenOptions},
    path::{Path, PathBuf},
};

use formwork_schema::{Error, Kind, Result};
use rayon::prelude::*;
use sha2::{Digest, Sha256};

use self::journal::Journal;
use crate::{
    look::Options,
    task::{Done, Folder, Footer, Item, PartName, Place, Stored, Task, failed, footer, scanner},
};

/// How many files one part is about, on average.
pub const BATCH: usize = 512;

/// Parts have at most so many times the average.
const MOST: usize = 4;

/// A catalogue that nobody else writes to.
#[derive(Debug)]
pub struct Catalog {
    folder: Folder,
    /// Locked while it is open.
    _lock: File,
}

/// What there is to do.
#[derive(Debug, Clone)]
pub struct Plan {
    /// Parts to be made.
    pub tasks: Vec<Task>,
    /// How many files there are.
    pub files: usize,
    /// Parts of which nothing changed.
    kept: Vec<PartName>,
}

/// What became of a catalogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Summary {
    /// How many parts it has.
    pub parts: usize,
    /// How many of them are new.
    pub added: usize,
    /// How many are gone.
    pub removed: usize,
}

impl Catalog {
    /// Opens a catalogue, or begins one in a new or empty folder. A change that was interrupted while it came into force is completed.
    ///
    /// # Errors
    /// [`Kind::System`] where the folder cannot be written to, and [`Kind::Invalid`] where it is something else, another run writes to it, or
    /// its state leads out of it.
    pub fn open(out: &Path) -> Result<Self> {
        let wrong = |error: std::io::Error| failed(out, &error);
        fs::create_dir_all(out).map_err(wrong)?;
        if !Folder::has_state(out) && fs::read_dir(out).map_err(wrong)?.next().is_some() {
            let message = format!("{}: not empty, and no catalogue", out.display());
            let error = Error::new(Kind::Invalid, message);
            return Err(error.help("name a new folder, or that of a catalogue"));
        }
        let folder = Folder::open(out)?;
        folder.check_parts()?;
        let mut options = OpenOptions::new();
        let options = options.create(true).truncate(false).write(true);
        let lock = options.open(folder.lock()).map_err(wrong)?;
        if lock.try_lock().is_err() {
            let message = format!("{}: another run writes to it", out.display());
            return Err(Error::new(Kind::Invalid, message).help("wait until it is done"));
        }
        if let Some(journal) = Journal::read(&folder)? {
            journal.apply(&folder)?;
        }
        Ok(Self {
            folder,
            _lock: lock,
        })
    }

    /// Says what there is to do so that it is about the files below these roots. Parts of about `batch` files are made: of the same files the same
    /// parts, and where some change, most others stay.
    ///
    /// # Errors
    /// [`Kind::System`] for a root that does not exist: its files would be gone.
    pub fn plan(&self, roots: &[PathBuf], options: &Options, batch: usize) -> Result<Plan> {
        let items = listing::list(roots, self.folder.path())?;
        let files = items.len();
        let known = self.parts()?;
        let inputs = known.iter().filter(|(_, footer)| footer.is_final);
        let inputs: BTreeMap<&str, &PartName> = inputs
            .map(|(part, footer)| (&*footer.inputs, part))
            .collect();
        let (mut tasks, mut kept) = (Vec::new(), Vec::new());
        for items in batches(items, batch.max(1)) {
            let task = Task {
                base: Stored::new(PathBuf::new()),
                scanner: scanner(&options.limits),
                items,
                old: Vec::new(),
                bytes: options.limits.bytes,
                memory: options.limits.memory,
                seconds: options.time.map(|time| time.as_secs_f64()),
            };
            match inputs.get(&*task.inputs()) {
                Some(part) => kept.push((*part).clone()),
                None => tasks.push(with_old(task, &known)),
            }
        }
        Ok(Plan { tasks, files, kept })
    }

    /// The parts that there are, also aside.
    fn parts(&self) -> Result<BTreeMap<PartName, Footer>> {
        let mut names = Vec::new();
        for place in [Place::Published, Place::Staged] {
            let parts = self.folder.parts(place)?.into_iter();
            names.extend(parts.map(|name| (name, place)));
        }
        let footers = names.into_par_iter().filter_map(|(name, place)| {
            let footer = footer(&self.folder, place, &name)?;
            Some((name, footer))
        });
        Ok(footers.collect())
    }

    /// Does what there is to do, on all cores. `tick` is called for each file.
    ///
    /// # Errors
    /// [`Kind::System`] where something cannot be written; the catalogue is as it was, and the next run goes on from here.
    pub fn run(&self, plan: &Plan, tick: &(dyn Fn() + Sync)) -> Result<(Summary, usize)> {
        let done = plan.tasks.par_iter();
        let done = done.map(|task| task.run(self.folder.path(), true, tick));
        let done: Vec<Done> = done.collect::<Result<_>>()?;
        let read = done.iter().map(|one| one.read).sum();
        let parts = done.into_iter().map(|one| one.part);
        Ok((self.commit(plan, parts)?, read))
    }

    /// Brings parts into force that were made for a plan, and removes all others.
    ///
    /// # Errors
    /// See [`run`](Self::run); [`Kind::Invalid`] for the name of a part that does not exist.
    pub fn commit(&self, plan: &Plan, made: impl IntoIterator<Item = String>) -> Result<Summary> {
        let mut wanted: BTreeSet<PartName> = plan.kept.iter().cloned().collect();
        for part in made {
            wanted.insert(part.try_into()?);
        }
        let journal = Journal::new(&self.folder, &wanted)?;
        let summary = Summary {
            parts: wanted.len(),
            added: journal.add.len(),
            removed: journal.remove.len(),
        };
        journal.write(&self.folder)?;
        journal.apply(&self.folder)?;
        Ok(summary)
    }
}

/// The same task, with the parts that may know its files.
fn with_old(mut task: Task, known: &BTreeMap<PartName, Footer>) -> Task {
    let (first, last) = match (task.items.first(), task.items.last()) {
        (Some(first), Some(last)) => (first.name(), last.name()),
        _ => return task,
    };
    let scanner = task.scanner();
    let may_know =
        |footer: &Footer| footer.scanner == scanner && footer.first <= last && footer.last >= first;
    let old = known.iter().filter(|(_, footer)| may_know(footer));
    task.old = old.map(|(part, _)| part.clone()).collect();
    task
}

/// Cuts a list of files where their names say: a new file changes the batch that it is in, and no other. There is at least one batch.
fn batches(items: Vec<Item>, size: usize) -> Vec<Vec<Item>> {
    let mut batches = vec![Vec::new()];
    for item in items {
        let is_end = ends(&item.name(), size);
        let Some(last) = batches.last_mut() else {
            break;
        };
        last.push(item);
        if is_end || last.len() >= size.saturating_mul(MOST) {
            batches.push(Vec::new());
        }
    }
    if batches.len() > 1 && batches.last().is_some_and(Vec::is_empty) {
        batches.pop();
    }
    batches
}

fn ends(name: &str, size: usize) -> bool {
    let hash = Sha256::digest(name);
    let number = hash
        .first_chunk()
        .map_or(0, |bytes| u64::from_le_bytes(*bytes));
    number.is_multiple_of(size as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn items(names: impl Iterator<Item = usize>) -> Vec<Item> {
        let item = |name| Item::new(format!("{name:05}").into(), 1, None);
        names.map(item).collect()
    }

    #[test]
    fn a_new_file_changes_one_batch() {
        let before = batches(items((0..5000).filter(|name| *name != 2500)), 100);
        let after = batches(items(0..5000), 100);
        assert!(before.len() > 20);
        let changed = after.iter().filter(|batch| !before.contains(batch)).count();
        assert!((1..=2).contains(&changed), "{changed}");
        assert!(
            after
                .iter()
                .all(|batch| batch.len() <= 400 && !batch.is_empty())
        );
        assert_eq!(batches(Vec::new(), 100).len(), 1);
    }
}
