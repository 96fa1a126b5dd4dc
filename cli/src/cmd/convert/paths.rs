//! Paths of all outputs of a run, which differ before the first file is written.

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
};

use formwork_convert::{FileNumbers, split_path};
use formwork_formats::package::names::fold;

use super::{
    job::{Job, Place},
    verdict::{Made, Verdict},
};
use crate::report::Failure;

/// Maximum number of conversions of one job, each with other names.
const ATTEMPTS: usize = 64;

/// The paths that outputs have. Letter case makes no difference, nor how accents are written.
pub(super) struct OutputPaths {
    /// The job that a path is reserved for, as its requested file.
    reserved: HashMap<String, usize>,
    taken: HashMap<String, Output>,
    /// Numbers behind a path, by the content of the file that has them.
    numbers: HashMap<(String, String), usize>,
    /// The number to try next behind a path.
    next: HashMap<String, usize>,
}

struct Output {
    path: PathBuf,
    sha256: String,
}

impl OutputPaths {
    pub(super) fn new(jobs: &[Job]) -> Self {
        let reserved = jobs.iter().enumerate().filter_map(|(job, it)| {
            let Place::File(name, _) = &it.place else {
                return None;
            };
            Some((folded(&it.folder.join(name)), job))
        });
        Self {
            reserved: reserved.collect(),
            taken: HashMap::new(),
            numbers: HashMap::new(),
            next: HashMap::new(),
        }
    }

    /// Takes the paths of a job's outputs. Equal files of one path are one; a job whose output is another file than the one that has
    /// its path is converted `again`, with numbers behind the names that are taken.
    pub(super) fn take(
        &mut self,
        number: usize,
        job: &Job,
        mut verdict: Verdict,
        again: impl Fn(FileNumbers) -> Result<Verdict, Failure>,
    ) -> Result<Verdict, Failure> {
        let mut numbers = FileNumbers::default();
        for _ in 0..ATTEMPTS {
            let outputs = verdict.outputs.iter().filter(|_| !verdict.refused);
            let colliding: Vec<&Made> = outputs.filter(|it| !self.is_free(number, it)).collect();
            if colliding.is_empty() {
                self.insert(&mut verdict);
                return Ok(verdict);
            }
            for made in colliding {
                self.choose_number(number, job, made, &mut numbers);
            }
            verdict = again(numbers.clone())?;
        }
        let path = verdict.outputs.first().map_or(job.first(), |it| &it.path);
        let message = "other outputs of this run have the names of those of this file";
        Err(Failure::forbidden(
            path,
            message,
            "convert it into another folder",
        ))
    }

    /// Whether an output may have its path: no other has it, or an equal one.
    fn is_free(&self, job: usize, made: &Made) -> bool {
        let folded = folded(&made.path);
        let is_reserved = self
            .reserved
            .get(&folded)
            .is_some_and(|other| *other != job);
        let is_other = |it: &Output| it.path != made.path || it.sha256 != made.sha256;
        !is_reserved && !self.taken.get(&folded).is_some_and(is_other)
    }

    /// Chooses the number behind the name of an output: that of an equal file, or a free one.
    fn choose_number(&mut self, job: usize, folder: &Job, made: &Made, numbers: &mut FileNumbers) {
        let name = folder.below(&made.path);
        let (stem, extension) = split_path(&name);
        let stem = numbers.base(stem);
        let alone = folded(&folder.folder.join(format!("{stem}{extension}")));
        let key = (alone, made.sha256.clone());
        let path = |number: usize| folder.folder.join(format!("{stem}_{number}{extension}"));
        let equal = self.numbers.get(&key).copied();
        let number = equal
            .filter(|number| *number > numbers.get(stem))
            .unwrap_or_else(|| {
                let first = self.next.get(&key.0).copied().unwrap_or(1);
                let is_free = |number: &usize| {
                    let folded = folded(&path(*number));
                    let reserved = self.reserved.get(&folded);
                    !self.taken.contains_key(&folded) && reserved.is_none_or(|other| *other == job)
                };
                let mut free = (first.max(numbers.get(stem) + 1)..).filter(is_free);
                free.next().unwrap_or(first)
            });
        let next = self.next.entry(key.0.clone()).or_default();
        *next = (*next).max(number + 1);
        self.numbers.entry(key).or_insert(number);
        numbers.set(stem, number);
    }

    fn insert(&mut self, verdict: &mut Verdict) {
        for made in verdict.outputs.iter_mut().filter(|_| !verdict.refused) {
            let output = Output {
                path: made.path.clone(),
                sha256: made.sha256.clone(),
            };
            if self.taken.insert(folded(&made.path), output).is_some() {
                made.staged = None;
            }
        }
    }
}

/// A path as systems see it that do not tell letter case, nor how accents are written.
pub(super) fn folded(path: &Path) -> String {
    fold(path.to_string_lossy().as_bytes())
}
