//! `formwork convert`: models, scenes and clips, from and to glTF and between engines.

mod disk;
mod found;
mod job;
mod pairs;
mod parts;
mod paths;
mod plan;
mod told;
mod verdict;
mod write;

use formwork_convert::{FileNumbers, Options};
use formwork_schema::Limits;
use rayon::prelude::*;

use self::{job::Job, paths::OutputPaths, plan::Plan, told::Told, verdict::Verdict};
use crate::{
    args::{Args, Convert},
    diagnostics, input, inputs, output,
    progress::Progress,
    report::{Failure, Outcome, plural},
};

pub(crate) fn run(args: &Args, of: &Convert) -> Result<Outcome, Failure> {
    let Plan { jobs, left } = plan::plan(args, of)?;
    let all = input::limits(args);
    let threads = rayon::current_num_threads().min(jobs.len()).max(1) as u64;
    let share = all.with_share(all.memory / threads);
    // Jobs run side by side, and none writes onto what another one reads.
    let inputs = jobs.iter().flat_map(|job| &job.inputs);
    inputs.for_each(|input| inputs::announce(input));
    let report = report(of, &jobs)?;
    let progress = Progress::of(args, jobs.len());
    let run = |job: &Job, limits: Limits, file_numbers: FileNumbers| {
        let options = Options {
            file_numbers,
            ..of.options(limits)
        };
        job.run(args, of, &options)
    };
    let with_others = |job: &Job| {
        let result = run(job, share, FileNumbers::default());
        progress.inc();
        result
    };
    let results: Vec<Result<Verdict, Failure>> = jobs.par_iter().map(with_others).collect();
    drop(progress);
    // One for which its share is too little has all of it, alone.
    let lacked = |failure: &Failure| diagnostics::lack_memory(Some(&failure.error), &[]);
    let alone = |(job, result): (&Job, Result<Verdict, Failure>)| match result {
        Err(failure) if threads > 1 && lacked(&failure) => run(job, all, FileNumbers::default()),
        other => other,
    };
    let results = jobs.iter().zip(results).map(alone);
    let mut paths = OutputPaths::new(&jobs);
    let results = results.enumerate().map(|(number, result)| {
        let job = &jobs[number];
        let again = |numbers| run(job, all, numbers);
        result.and_then(|verdict| paths.take(number, job, verdict, again))
    });
    let mut results: Vec<Result<Verdict, Failure>> = results.collect();
    let made = jobs.iter().zip(&mut results);
    let made = made.filter_map(|(job, result)| Some((job, result.as_mut().ok()?)));
    let unwritten = write::write(made, of.replace.force).err();
    let failed = results.iter().filter(|result| result.is_err()).count();
    let mut outcome = Outcome::Ok;
    let mut lines = String::new();
    for (job, result) in jobs.iter().zip(results) {
        outcome = outcome.max(match result {
            // Nothing is.
            Ok(verdict) if unwritten.is_some() && !verdict.refused => continue,
            Ok(verdict) => {
                let told = Told { job, verdict };
                lines += &format!("{}\n", told.json());
                told.tell(args, of)
            }
            Err(failure) => {
                lines += &format!("{}\n", failure.json());
                Outcome::of(args, &failure)
            }
        });
    }
    if let Some(failure) = unwritten {
        lines += &format!("{}\n", failure.json());
        outcome = outcome.max(Outcome::of(args, &failure));
    }
    if failed > 0 && jobs.len() > 1 && !args.json {
        let all = plural(jobs.len() as u64, "file");
        output::complain(format_args!("{failed} of {all} not converted"));
    }
    for path in &left {
        lines += &format!("{}\n", told::left(args, path));
    }
    if let (Some(to), Some(path)) = (report, &of.report) {
        to.write(false, |out| {
            let written = out.write_all(lines.as_bytes());
            written.map_err(|error| Failure::unwritable(path, &error))
        })?;
    }
    Ok(outcome)
}

/// Where the report goes.
fn report<'a>(of: &'a Convert, jobs: &[Job]) -> Result<Option<output::Destination<'a>>, Failure> {
    let Some(path) = of.report.as_deref() else {
        return Ok(None);
    };
    // Outputs make the folders that they go into; so does the report, before anything is converted.
    if let Some(folder) = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
    {
        let made = std::fs::create_dir_all(folder);
        made.map_err(|error| Failure::unwritable(path, &error))?;
    }
    let inputs = jobs.iter().flat_map(|job| &job.inputs);
    let inputs: Vec<_> = inputs.map(std::path::PathBuf::as_path).collect();
    let content = output::Content::Json;
    let place = output::Request::new(Some(path), content, &inputs, of.replace.force).check();
    place.map(Some)
}
