//! What came of one file.

use std::path::Path;

use formwork_schema::{Error, Finding, Kind};
use serde_json::{Value, json};

use crate::{
    args::Form,
    findings, output,
    report::{self, error_json},
};

/// What came of one file.
#[derive(Default)]
pub(super) struct Verdict {
    /// How it is written, where it is a text that stands for a file.
    pub(super) form: Option<Form>,
    pub(super) format: Option<&'static str>,
    pub(super) version: Option<String>,
    pub(super) bytes: u64,
    pub(super) trailing: usize,
    /// How far it came.
    pub(super) steps: Vec<&'static str>,
    pub(super) findings: Vec<Finding>,
    pub(super) error: Option<Error>,
}

impl Verdict {
    /// What came of it, in a word.
    pub(super) fn status(&self) -> &'static str {
        match &self.error {
            None => "ok",
            Some(error) => match error.kind() {
                Kind::Unsupported => "unsupported",
                Kind::System | Kind::Limit => "unreadable",
                _ => "failed",
            },
        }
    }

    /// Prints the line of a file; with `all`, also one for each finding.
    pub(super) fn show(&self, path: &Path, all: bool) {
        let name = report::name(path);
        output::line(&match &self.error {
            None => format!("{name}: ok{}{}", self.written_as(), self.remarks(all)),
            Some(error) => format!("{name}: {}", self.reason(error)),
        });
        for finding in self.findings.iter().filter(|_| all) {
            output::line(&format!("  {finding}"));
        }
    }

    /// What came of a file that is not understood, and last of all why.
    pub(super) fn reason(&self, error: &Error) -> String {
        match self.steps.last() {
            Some(step) => format!("{} at step {step}: {error}", self.status()),
            None => error.to_string(),
        }
    }

    fn written_as(&self) -> String {
        let format = self.format.unwrap_or_default();
        let form = self
            .form
            .map(|form| format!(", {} of {format}", form.name()));
        form.unwrap_or_default()
    }

    /// What else there is to say of a file that is understood.
    fn remarks(&self, all: bool) -> String {
        let behind = report::plural(self.trailing as u64, "byte") + " after the end";
        let findings = report::plural(self.findings.len() as u64, "finding");
        let parts = [(self.trailing, behind), (self.findings.len(), findings)];
        let parts = parts.into_iter().filter(|(count, _)| *count > 0);
        let parts: Vec<String> = parts.map(|(_, what)| what).collect();
        match (parts.is_empty(), self.findings.is_empty() || all) {
            (true, _) => String::new(),
            (false, true) => format!(", with {}", parts.join(" and ")),
            (false, false) => format!(
                ", with {}; `formwork inspect` tells more",
                parts.join(" and ")
            ),
        }
    }

    /// The verdict as an object.
    pub(super) fn json(&self, path: &Path) -> Value {
        let mut object = json!({
            "formwork": 1,
            "path": report::path(path),
            "format": self.format,
            "version": self.version,
            "form": self.form.map(Form::id),
            "status": self.status(),
            "steps": self.steps,
        });
        if let (Some(error), Some(object)) = (&self.error, object.as_object_mut()) {
            object.insert("error".into(), error_json(error));
        }
        if let (false, Some(object)) = (self.findings.is_empty(), object.as_object_mut()) {
            let findings = self.findings.iter().map(findings::json);
            object.insert("findings".into(), findings.collect());
        }
        if let (1.., Some(object)) = (self.trailing, object.as_object_mut()) {
            object.insert("trailing".into(), self.trailing.into());
        }
        object
    }
}
