//! What is told of a conversion.

use std::path::Path;

use formwork_convert::{Severity, Word};
use serde_json::{Value, json};

use super::{
    job::{Job, Place},
    verdict::Verdict,
};
use crate::{
    args::{Args, Convert},
    output,
    report::{self, Outcome},
};

/// What is told of a conversion.
pub(super) struct Told<'a> {
    pub(super) job: &'a Job,
    pub(super) verdict: Verdict,
}

impl Told<'_> {
    /// All of it, for programs.
    pub(super) fn json(&self) -> Value {
        let job = self.job;
        let outputs = self.verdict.outputs.iter().map(|made| {
            json!({
                "path": report::path(&made.path),
                "format": made.format,
                "bytes": made.size,
                "sha256": made.sha256,
            })
        });
        let outputs: Vec<Value> = outputs.filter(|_| !self.verdict.refused).collect();
        let with: Vec<_> = job
            .inputs
            .iter()
            .skip(1)
            .map(|path| report::path(path))
            .collect();
        let losses: Vec<_> = self.verdict.report.losses().collect();
        json!({
            "formwork": 1,
            "path": report::path(job.first()),
            "with": with,
            "from": self.verdict.from,
            "to": job.target.word(),
            "written": !self.verdict.refused,
            "outputs": outputs,
            "losses": losses,
        })
    }

    /// Prints it.
    pub(super) fn tell(&self, args: &Args, of: &Convert) -> Outcome {
        if args.json {
            output::json(&self.json());
        } else {
            self.lines(of);
        }
        if self.verdict.refused {
            Outcome::Findings
        } else {
            Outcome::Ok
        }
    }

    fn lines(&self, of: &Convert) {
        let name = report::name(self.job.first());
        for loss in self.verdict.report.losses() {
            let code = loss.code;
            let times = if loss.count > 1 {
                format!(" ({}x)", loss.count)
            } else {
                String::new()
            };
            let place = if loss.place.is_empty() {
                String::new()
            } else {
                format!(" at {}", loss.place)
            };
            let remedy = match code.remedy() {
                "" => String::new(),
                remedy => format!(" (avoided by: {remedy})"),
            };
            let detail = if loss.detail.is_empty() {
                code.cause()
            } else {
                &loss.detail
            };
            let kind = if code.severity() == Severity::Info {
                "note"
            } else {
                "lost"
            };
            output::complain(format_args!(
                "{name}: {kind}: {code}{times}{place}: {detail}{remedy}"
            ));
        }
        if self.verdict.refused {
            let refused = self.verdict.report.refused(&of.allow);
            let codes: Vec<String> = refused.map(|loss| loss.code.to_string()).collect();
            let codes = codes.join(",");
            output::complain(format_args!(
                "{name}: nothing was written, for --strict forbids losses; --allow {codes} lets these pass"
            ));
            return;
        }
        if matches!(self.job.place, Place::Device(..)) {
            // It may be standard output itself.
            return;
        }
        for made in &self.verdict.outputs {
            output::line(made.path.display());
        }
    }
}

/// Tells of a clip in a folder that the target has no place for; what programs are told of it.
pub(super) fn left(args: &Args, path: &Path) -> Value {
    let why = "clips have no place in what is written";
    let json = json!({"formwork": 1, "path": report::path(path), "skipped": why});
    if args.json {
        output::json(&json);
    } else {
        output::complain(format_args!("{}: skipped: {why}", report::name(path)));
    }
    json
}
