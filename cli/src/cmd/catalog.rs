//! `formwork catalog`: what is in many files, as tables.

use std::time::Duration;

use formwork_catalog::{Catalog as Store, Options};
use formwork_schema::{Error, Kind, Limits};
use serde_json::json;

use crate::{
    args::{Args, Catalog},
    failure, input, output,
    progress::Progress,
    report::{self, Failure, Outcome},
};

pub(crate) fn run(args: &Args, of: &Catalog) -> Result<Outcome, Failure> {
    if args.as_format.is_some() {
        return Err(Failure::usage("--as-format is for single files"));
    }
    let store = Store::open(&of.output).map_err(|error| written(&error))?;
    let options = Options {
        // The same on every machine, for what rows say depends on it.
        limits: Limits {
            memory: args.max_memory.unwrap_or(Limits::default().memory),
            ..input::limits(args)
        },
        time: Some(Duration::from_secs(of.time_limit)),
    };
    let batch = usize::try_from(of.batch).unwrap_or(usize::MAX);
    let plan = store.plan(&of.roots, &options, batch);
    let plan = plan.map_err(|error| Failure {
        outcome: Outcome::Unreadable,
        ..Failure::usage(error.message())
    })?;
    let progress = Progress::of(args, plan.tasks.iter().map(|task| task.len()).sum());
    let done = store.run(&plan, &|| progress.inc());
    drop(progress);
    let (summary, read) = done.map_err(|error| written(&error))?;
    let files = plan.files;
    if args.json {
        let done = json!({
            "formwork": 1,
            "output": report::path(&of.output),
            "files": files,
            "read": read,
            "parts": summary.parts,
            "added": summary.added,
            "removed": summary.removed,
        });
        output::json(&done);
    } else {
        let count = |count: usize, what| failure::plural(count as u64, what);
        output::line(format_args!(
            "{}: {}, {} read, {} of {} written",
            report::name(&of.output),
            count(files, "file"),
            read,
            count(summary.added, "part"),
            summary.parts,
        ));
    }
    Ok(Outcome::Ok)
}

/// A catalogue that cannot be written, or must not be.
fn written(error: &Error) -> Failure {
    let outcome = match error.kind() {
        Kind::Invalid => Outcome::Usage,
        _ => Outcome::Unwritable,
    };
    let failure = Failure::usage(error.message());
    let error = failure.error.help(error.advice().to_owned());
    Failure {
        error,
        outcome,
        ..Failure::usage("")
    }
}
