//! [`Baseline`]: what an earlier run told, which is not told again.

use std::{
    collections::HashMap,
    path::{self, Component, Path, PathBuf},
};

use formwork_schema::{Diagnostic, Error, Kind};
use serde_json::Value;

use crate::{args::Args, failure::Failure, input, report};

/// What an earlier run told of a file. Lines move, and are no part of it.
#[derive(Default, Clone)]
pub(super) struct Told {
    /// How often rules were broken at places of the tree: by code and path.
    diagnostics: HashMap<(String, String), u64>,
    /// Why it was not understood: kind of error and path.
    error: Option<(String, String)>,
}

impl Told {
    /// Keeps new diagnostics: those reported for the first time, or more often than before. Returns the number of known ones.
    pub(super) fn keep_new(&mut self, diagnostics: &mut Vec<Diagnostic>) -> u64 {
        let before = diagnostics.len();
        diagnostics.retain_mut(|one| {
            let key = (one.rule.code.to_owned(), one.location.path.clone());
            let Some(known) = self.diagnostics.get_mut(&key) else {
                return true;
            };
            let old = (*known).min(one.count);
            *known -= old;
            one.count -= old;
            one.count > 0
        });
        (before - diagnostics.len()) as u64
    }

    /// Whether a file was understood before, or not for another reason. One that was not looked at is never known.
    pub(super) fn is_new(&self, error: &Error) -> bool {
        if error.kind() != Kind::Malformed {
            return true;
        }
        let known = self.error.as_ref();
        known.is_none_or(|(kind, path)| kind != error.kind().name() || path != error.path())
    }
}

/// What an earlier run told, by file.
#[derive(Default)]
pub(super) struct Baseline(HashMap<PathBuf, Told>);

impl Baseline {
    /// Reads what `check --json` printed.
    pub(super) fn read(args: &Args, path: &Path) -> Result<Self, Failure> {
        let text = input::text(args, path)?;
        let mut all: HashMap<PathBuf, Told> = HashMap::new();
        for (number, line) in (1..).zip(text.lines()) {
            let object: Value = serde_json::from_str(line).map_err(|error| {
                let message = format!("not what `check --json` prints: {error}");
                let error = Error::new(Kind::Malformed, message).at_line(number, 1);
                Failure::new(path, error)
            })?;
            if object.get("summary").is_some() {
                continue;
            }
            let Some(file) = object["path"].as_str() else {
                let message = "not what `check --json` prints: there is no `path`";
                let error = Error::new(Kind::Malformed, message).at_line(number, 1);
                return Err(Failure::new(path, error));
            };
            all.entry(place(Path::new(file))).or_default().add(&object);
        }
        Ok(Self(all))
    }

    /// What was told of a file, however its path is written.
    pub(super) fn of(&self, path: &Path) -> Told {
        let known = self.0.get(&place(Path::new(&report::path(path))));
        known.cloned().unwrap_or_default()
    }
}

impl Told {
    /// Adds what a line of `check --json` says.
    fn add(&mut self, line: &Value) {
        let text = |of: &Value, name: &str| of[name].as_str().unwrap_or_default().to_owned();
        for told in line["diagnostics"].as_array().into_iter().flatten() {
            let key = (text(told, "code"), text(told, "path"));
            *self.diagnostics.entry(key).or_default() += told["count"].as_u64().unwrap_or(1);
        }
        if let Some(error) = line.get("error") {
            self.error = Some((text(error, "kind"), text(error, "path")));
        }
    }
}

/// A path as all ways to write it have in common: from the root, without `.` and `..`.
fn place(path: &Path) -> PathBuf {
    let whole = path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let mut place = PathBuf::new();
    for part in whole.components() {
        match part {
            Component::ParentDir => drop(place.pop()),
            Component::CurDir => {}
            part => place.push(part),
        }
    }
    place
}
