//! Writing of all that a run made: every file is new, or every file is as it was.

use std::{fs, path::Path};

use formwork_files::written::Replacement;

use super::{
    job::{Job, hex},
    verdict::{Made, Verdict},
};
use crate::{
    output::{self, OutputFolder, Step, Wanted},
    report::Failure,
};

/// Gives all outputs their paths, once nothing forbids it for any of them.
pub(super) fn write<'a>(
    made: impl Iterator<Item = (&'a Job, &'a mut Verdict)>,
    force: bool,
) -> Result<(), Failure> {
    let mut surveys = Vec::new();
    for (job, verdict) in made {
        surveys.push(Survey::new(job, verdict)?);
    }
    let steps = surveys
        .iter()
        .flat_map(|it| it.wanted.iter().zip(&it.steps));
    output::allow(steps, force)?;
    let mut files = Vec::new();
    for survey in surveys {
        survey.collect(&mut files)?;
    }
    output::commit(files)
}

/// Files at the paths of the outputs of one job.
struct Survey<'a> {
    job: &'a Job,
    outputs: Vec<&'a mut Made>,
    wanted: Vec<Wanted>,
    steps: Vec<Step>,
}

impl<'a> Survey<'a> {
    fn new(job: &'a Job, verdict: &'a mut Verdict) -> Result<Self, Failure> {
        let outputs = verdict.outputs.iter_mut();
        let mut outputs: Vec<&mut Made> = outputs.filter(|made| made.staged.is_some()).collect();
        // The sort is stable.
        outputs.sort_by_key(|made| made.is_main);
        let wanted = outputs.iter().map(|made| Wanted {
            path: made.path.clone(),
            size: made.size as u64,
        });
        let wanted: Vec<Wanted> = wanted.collect();
        let sums: Vec<&str> = outputs.iter().map(|made| &*made.sha256).collect();
        let is_same =
            |place: usize, path: &Path| fs::read(path).is_ok_and(|it| hex(&it) == sums[place]);
        let inputs: Vec<&Path> = job.inputs.iter().map(AsRef::as_ref).collect();
        let steps = output::look(&wanted, &inputs, is_same)?;
        Ok(Self {
            job,
            outputs,
            wanted,
            steps,
        })
    }

    /// Adds the files that are written, in folders that are made now.
    fn collect(self, files: &mut Vec<Replacement>) -> Result<(), Failure> {
        let names = self.outputs.iter().map(|made| self.job.below(&made.path));
        let names: Vec<String> = names.collect();
        let bytes = names.iter().map(|name| name.as_bytes());
        let folder = OutputFolder::new(&self.job.folder, bytes)?;
        for ((made, name), step) in self.outputs.into_iter().zip(&names).zip(self.steps) {
            let path = folder.file(name.as_bytes())?;
            if let (Step::Write(standing), Some(staged)) = (step, made.staged.take()) {
                files.push(Replacement {
                    staged,
                    path,
                    standing,
                });
            }
        }
        Ok(())
    }
}
