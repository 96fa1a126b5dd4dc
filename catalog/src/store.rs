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
    tables::TABLES,
    task::{Done, Footer, Item, Place, STAGED, Stored, Task, failed, footer, scanner},
};

/// How many files one part is about, on average.
pub const BATCH: usize = 512;

/// Parts have at most so many times the average.
const MOST: usize = 4;

/// A catalogue that nobody else writes to.
#[derive(Debug)]
pub struct Catalog {
    out: PathBuf,
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
    kept: Vec<String>,
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
    /// [`Kind::System`] where the folder cannot be written to, and [`Kind::Invalid`] where it is something else, or another run writes to it.
    pub fn open(out: &Path) -> Result<Self> {
        let wrong = |error: std::io::Error| failed(out, &error);
        fs::create_dir_all(out).map_err(wrong)?;
        let inner = out.join(".formwork");
        if !inner.is_dir() && fs::read_dir(out).map_err(wrong)?.next().is_some() {
            let message = format!("{}: not empty, and no catalogue", out.display());
            let error = Error::new(Kind::Invalid, message);
            return Err(error.help("name a new folder, or that of a catalogue"));
        }
        for folder in TABLES.iter().map(|table| table.name).chain([STAGED]) {
            fs::create_dir_all(out.join(folder)).map_err(wrong)?;
        }
        let mut options = OpenOptions::new();
        let options = options.create(true).truncate(false).write(true);
        let lock = options.open(inner.join("lock")).map_err(wrong)?;
        if lock.try_lock().is_err() {
            let message = format!("{}: another run writes to it", out.display());
            return Err(Error::new(Kind::Invalid, message).help("wait until it is done"));
        }
        if let Some(journal) = Journal::read(out)? {
            journal.apply(out)?;
        }
        Ok(Self {
            out: out.to_owned(),
            _lock: lock,
        })
    }

    /// Says what there is to do so that it is about the files below these roots. Parts of about `batch` files are made: of the same files the same
    /// parts, and where some change, most others stay.
    ///
    /// # Errors
    /// [`Kind::System`] for a root that does not exist: its files would be gone.
    pub fn plan(&self, roots: &[PathBuf], options: &Options, batch: usize) -> Result<Plan> {
        let items = listing::list(roots, &self.out)?;
        let files = items.len();
        let known = self.parts();
        let inputs = known.iter().filter(|(_, footer)| footer.is_final);
        let inputs: BTreeMap<&str, &str> = inputs
            .map(|(part, footer)| (&*footer.inputs, &**part))
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
                Some(part) => kept.push((*part).to_owned()),
                None => tasks.push(with_old(task, &known)),
            }
        }
        Ok(Plan { tasks, files, kept })
    }

    /// The parts that there are, also aside.
    fn parts(&self) -> BTreeMap<String, Footer> {
        let places = [Place::Kept, Place::Staged];
        let names = places.into_iter().flat_map(|place| {
            journal::names(&self.out, place)
                .into_iter()
                .map(move |name| (name, place))
        });
        let names: Vec<_> = names.collect();
        let footers = names.into_par_iter().filter_map(|(name, place)| {
            let footer = footer(&self.out, place, &name)?;
            Some((name, footer))
        });
        footers.collect()
    }

    /// Does what there is to do, on all cores. `tick` is called for each file.
    ///
    /// # Errors
    /// [`Kind::System`] where something cannot be written; the catalogue is as it was, and the next run goes on from here.
    pub fn run(&self, plan: &Plan, tick: &(dyn Fn() + Sync)) -> Result<(Summary, usize)> {
        let done = plan.tasks.par_iter();
        let done = done.map(|task| task.run(&self.out, true, tick));
        let done: Vec<Done> = done.collect::<Result<_>>()?;
        let read = done.iter().map(|one| one.read).sum();
        let parts = done.into_iter().map(|one| one.part);
        Ok((self.commit(plan, parts)?, read))
    }

    /// Brings parts into force that were made for a plan, and removes all others.
    ///
    /// # Errors
    /// See [`run`](Self::run); [`Kind::Invalid`] for the name of a part that there is not.
    pub fn commit(&self, plan: &Plan, made: impl IntoIterator<Item = String>) -> Result<Summary> {
        let wanted: BTreeSet<String> = plan.kept.iter().cloned().chain(made).collect();
        let journal = Journal::new(&self.out, &wanted)?;
        let summary = Summary {
            parts: wanted.len(),
            added: journal.add.len(),
            removed: journal.remove.len(),
        };
        journal.write(&self.out)?;
        journal.apply(&self.out)?;
        Ok(summary)
    }
}

/// The same task, with the parts that may know its files.
fn with_old(task: Task, known: &BTreeMap<String, Footer>) -> Task {
    let (first, last) = match (task.items.first(), task.items.last()) {
        (Some(first), Some(last)) => (first.name(), last.name()),
        _ => return task,
    };
    let scanner = task.scanner();
    let may_know =
        |footer: &Footer| footer.scanner == scanner && footer.first <= last && footer.last >= first;
    let old = known.iter().filter(|(_, footer)| may_know(footer));
    let old: Vec<String> = old.map(|(part, _)| part.clone()).collect();
    task.with_parts(old)
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
