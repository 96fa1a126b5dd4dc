//! What came of one file.

use std::path::Path;

use formwork_files::{Form, Proof};
use formwork_schema::{Diagnostic, Engines, Error, Kind, Severity};
use serde_json::{Value, json};

use crate::{
    args::FailOn,
    diagnostics, output,
    report::{self, Failure, error_json},
};

/// What came of one file.
#[derive(Default)]
pub(super) struct Verdict {
    /// How it is written, where it is a text that stands for a file.
    pub(super) form: Option<Form>,
    pub(super) format: Option<&'static str>,
    pub(super) bytes: u64,
    /// Engines of the profile for which there are no rules about this format.
    pub(super) not_checked_for: Engines,
    /// How far it came, and what is wrong.
    pub(super) proof: Proof,
    /// Which of them make the file fail.
    pub(super) fail_on: FailOn,
    pub(super) error: Option<Error>,
    /// Number of diagnostics that the baseline has, which are left out.
    pub(super) known: u64,
    /// The rules for which the file was mended, or would be; some may be broken in other places still.
    pub(super) fixed: Vec<&'static str>,
    /// Whether nothing was written of that.
    pub(super) is_only_told: bool,
}

impl Verdict {
    /// The same for a file that could not be replaced.
    pub(super) fn refused(mut self, failure: Failure) -> Self {
        self.proof.steps.clear();
        self.error = Some(failure.error);
        self
    }

    /// What came of it, in a word.
    pub(super) fn status(&self) -> &'static str {
        match &self.error {
            None if self.fails() => "failed",
            None if self.known > 0 => "known",
            None if self.proof.is_partial => "partial",
            None if !self.not_checked_for.is_empty() => "unchecked",
            None => "ok",
            Some(error) => match error.kind() {
                // What engines refuse is not only unknown here.
                Kind::Unsupported if self.fails() => "failed",
                Kind::Unsupported => "unsupported",
                Kind::System | Kind::Limit => "unreadable",
                _ => "failed",
            },
        }
    }

    /// The same for people.
    pub(super) fn status_text(&self) -> String {
        match self.status() {
            "known" => format!("{} known", self.known),
            "unchecked" => format!("not checked for {}", self.not_checked_for),
            status => status.to_owned(),
        }
    }

    /// Whether there was too little memory for some of it.
    pub(super) fn lacked_memory(&self) -> bool {
        diagnostics::lack_memory(self.error.as_ref(), &self.proof.diagnostics)
    }

    /// Whether it is understood, and nothing makes it fail.
    pub(super) fn is_ok(&self) -> bool {
        self.error.is_none() && !self.fails()
    }

    /// Everything that is wrong with the file: what keeps it from being understood comes first.
    pub(super) fn all(&self) -> impl Iterator<Item = Diagnostic> {
        let error = self.error.iter().map(Diagnostic::from);
        error.chain(self.proof.diagnostics.iter().cloned())
    }

    fn fails(&self) -> bool {
        self.proof.diagnostics.iter().any(|one| self.is_fatal(one))
    }

    /// Whether something makes it fail.
    pub(super) fn is_fatal(&self, diagnostic: &Diagnostic) -> bool {
        self.fail_on.fails(diagnostic.severity)
    }

    /// Prints the line of a file and one for each diagnostic that makes it fail; with `all`, for every one.
    pub(super) fn show(&self, path: &Path, all: bool) {
        let name = report::name(path);
        output::line(match &self.error {
            None => format!(
                "{name}: {}{}{}{}",
                self.status_text(),
                self.written_as(),
                self.remarks(all),
                self.also_known(),
            ),
            Some(error) => format!("{name}: {}", self.reason(error)),
        });
        if !self.fixed.is_empty() {
            let done = if self.is_only_told {
                "would be mended"
            } else {
                "mended"
            };
            output::line(format_args!("  {done}: {}", self.fixed.join(", ")));
        }
        let told = self.proof.diagnostics.iter();
        for diagnostic in told.filter(|one| all || self.is_fatal(one)) {
            let severity = diagnostic.severity.name();
            output::line(format_args!("  {severity}: {diagnostic}"));
        }
    }

    /// What came of a file that is not understood, and last of all why.
    pub(super) fn reason(&self, error: &Error) -> String {
        match self.proof.steps.last() {
            Some(step) => format!("{} at step {step}: {error}", self.status()),
            None => error.to_string(),
        }
    }

    /// The number of known diagnostics of a file that has new ones.
    fn also_known(&self) -> String {
        match self.known {
            1.. if self.status() != "known" => format!("; {} known", self.known),
            _ => String::new(),
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
        let count = |severity| {
            let all = self.proof.diagnostics.iter();
            all.filter(|one| one.severity == severity).count()
        };
        let severities = [Severity::Error, Severity::Warning, Severity::Note];
        let told = severities.map(|severity| (count(severity), severity.name()));
        let told = told.into_iter().filter(|(count, _)| *count > 0);
        let told: Vec<String> = told
            .map(|(count, name)| report::plural(count as u64, name))
            .collect();
        let is_all = all || self.proof.diagnostics.iter().all(|one| self.is_fatal(one));
        match (told.is_empty(), is_all) {
            (true, _) => String::new(),
            (false, true) => format!(", with {}", told.join(", ")),
            (false, false) => format!(", with {}; --verbose tells more", told.join(", ")),
        }
    }

    /// The verdict as an object.
    pub(super) fn json(&self, path: &Path) -> Value {
        let mut object = json!({
            "formwork": 1,
            "path": report::path(path),
            "format": self.format,
            "version": self.proof.version,
            "form": self.form.map(Form::id),
            "status": self.status(),
            "steps": self.proof.steps,
        });
        if let (Some(error), Some(object)) = (&self.error, object.as_object_mut()) {
            object.insert("error".into(), error_json(error));
        }
        if let (false, Some(object)) = (self.proof.diagnostics.is_empty(), object.as_object_mut()) {
            let diagnostics = self.proof.diagnostics.iter().map(diagnostics::json);
            object.insert("diagnostics".into(), diagnostics.collect());
        }
        if let (false, Some(object)) = (self.not_checked_for.is_empty(), object.as_object_mut()) {
            let engines: Vec<&str> = self.not_checked_for.ids().collect();
            object.insert("not_checked_for".into(), engines.into());
        }
        if let (false, Some(object)) = (self.fixed.is_empty(), object.as_object_mut()) {
            object.insert("fixed".into(), self.fixed.clone().into());
        }
        if let (1.., Some(object)) = (self.known, object.as_object_mut()) {
            object.insert("known".into(), self.known.into());
        }
        if let (1.., Some(object)) = (self.proof.trailing, object.as_object_mut()) {
            object.insert("trailing".into(), self.proof.trailing.into());
        }
        object
    }
}
