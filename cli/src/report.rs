//! Tells what went wrong with which file, and what was written.

use std::path::Path;

use formwork_schema::Finding;
use serde_json::json;

pub(crate) use crate::failure::{Failure, Outcome, error_json, name, path, plural};
use crate::{args::Args, findings, output};

impl Outcome {
    /// Prints a failure; the outcome of a run that ends with it.
    pub(crate) fn of(args: &Args, failure: &Failure) -> Self {
        if args.json {
            output::line(&failure.json().to_string());
        } else {
            output::complain(failure);
        }
        failure.outcome
    }
}

/// Says what is wrong with a command line, or what was asked about it; the exit code.
///
/// Nothing of it is understood yet, so whoever wrote `--json` anywhere is a program.
pub(crate) fn misused(error: &clap::Error) -> u8 {
    let code = u8::try_from(error.exit_code()).unwrap_or(2);
    if !error.use_stderr() || !std::env::args_os().any(|word| word == "--json") {
        // Nobody is left to be told when this cannot be printed.
        let _ = error.print();
        return code;
    }
    let text = error.to_string();
    let message = text.trim_start_matches("error: ").trim_end();
    output::line(&Failure::usage(message).json().to_string());
    code
}

/// Tells a program that a file was written, and of a file of the format itself what there is to say of it; a result on
/// standard output tells itself.
pub(crate) fn written(
    from: &Path,
    to: Option<&Path>,
    format: &str,
    bytes: u64,
    findings: Option<&[Finding]>,
) {
    let Some(to) = to.filter(|_| !output::is_standard(to)) else {
        return;
    };
    let mut done = json!({
        "formwork": 1,
        "path": path(from),
        "format": format,
        "output": path(to),
        "bytes": bytes,
    });
    if let Some(findings) = findings {
        done["findings"] = findings.iter().map(findings::json).collect();
    }
    output::line(&done.to_string());
}
