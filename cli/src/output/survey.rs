//! [`survey`]: what stands where several files are to be written, before the first of them is.

use std::{
    fs::{self, Metadata},
    path::{Path, PathBuf},
};

use formwork_files::{same::FileId, written::Standing};
use rayon::prelude::*;

use crate::{
    failure::{self, Failure},
    inputs::{self, is_input},
};

/// One of several files that are written together.
pub(crate) struct Wanted {
    /// Where.
    pub(crate) path: PathBuf,
    /// Its length in bytes.
    pub(crate) size: u64,
}

/// What to do about one of several files that are written together.
#[derive(Debug)]
pub(crate) enum Step {
    /// Its bytes are there already.
    Keep,
    /// It is written.
    Write(Standing),
}

/// Asks all that forbids to write these files, before the first of them is written.
///
/// `is_same` says whether a file that exists has the bytes that it is to have.
pub(crate) fn survey(
    wanted: &[Wanted],
    inputs: &[&Path],
    force: bool,
    is_same: impl Fn(usize, &Path) -> bool + Sync,
) -> Result<Vec<Step>, Failure> {
    let steps = look(wanted, inputs, is_same)?;
    allow(wanted.iter().zip(&steps), force)?;
    Ok(steps)
}

/// The step for each of these files, if they may replace others.
///
/// `is_same` as in [`survey`](fn@survey).
pub(crate) fn look(
    wanted: &[Wanted],
    inputs: &[&Path],
    is_same: impl Fn(usize, &Path) -> bool + Sync,
) -> Result<Vec<Step>, Failure> {
    let inputs: Vec<_> = inputs
        .iter()
        .map(|path| (path, FileId::of_input(path)))
        .collect();
    let look = |(place, one): (usize, &Wanted)| {
        // What is not a file is refused where it is written, as is one that a link leads to.
        let Some(found) = fs::symlink_metadata(&one.path)
            .ok()
            .filter(Metadata::is_file)
        else {
            return Ok(Step::Write(Standing::Nothing));
        };
        let id = FileId::at(&one.path, &found);
        if let Some((input, _)) = inputs
            .iter()
            .find(|(_, input)| id.is_some() && *input == id)
        {
            return Err(is_input(&one.path, input));
        }
        if found.len() == one.size && is_same(place, &one.path) {
            return Ok(Step::Keep);
        }
        // Also one that only another input led to.
        if let Some(input) = inputs::name_of(id.as_ref()) {
            return Err(is_input(&one.path, &input));
        }
        Ok(Step::Write(Standing::Old(found)))
    };
    wanted.par_iter().enumerate().map(look).collect()
}

/// Refuses to replace files, unless that is forced; one message has them all.
pub(crate) fn allow<'a>(
    steps: impl Iterator<Item = (&'a Wanted, &'a Step)>,
    force: bool,
) -> Result<(), Failure> {
    let differs = |(_, step): &(&Wanted, &Step)| matches!(step, Step::Write(Standing::Old(_)));
    let others: Vec<&Path> = steps
        .filter(differs)
        .map(|(one, _)| one.path.as_path())
        .collect();
    if force || others.is_empty() {
        return Ok(());
    }
    Err(several(&others))
}

/// Names that a refusal tells.
const NAMES: usize = 10;

/// Files that exist and would be replaced.
fn several(paths: &[&Path]) -> Failure {
    let first = paths.first().copied().unwrap_or(Path::new(""));
    if paths.len() == 1 {
        let message = "another file is there already, and nothing was written";
        return Failure::forbidden(first, message, "--force replaces it");
    }
    let names = paths.iter().take(NAMES);
    let names: Vec<String> = names.map(|path| failure::name(path)).collect();
    let mut message = format!(
        "{} other files are there already, and nothing was written: {}",
        paths.len(),
        names.join(", ")
    );
    if let more @ 1.. = paths.len().saturating_sub(NAMES) {
        message += &format!(", and {more} more");
    }
    Failure::forbidden(first, &message, "--force replaces them")
}
