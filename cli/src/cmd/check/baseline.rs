//! [`Baseline`]: what an earlier run told, which is not told again.

use std::{collections::HashMap, fs, path::Path};

use formwork_schema::{Diagnostic, Error, Kind};
use serde_json::Value;

use crate::{failure::Failure, report};

/// How often rules were broken at places of a file: by code and path in the tree. Lines move, and are no part of it.
type Told = HashMap<(String, String), u64>;

/// What an earlier run told, by file.
#[derive(Default)]
pub(super) struct Baseline(HashMap<String, Told>);

impl Baseline {
    /// Reads what `check --json` printed.
    pub(super) fn read(path: &Path) -> Result<Self, Failure> {
        let text = fs::read_to_string(path).map_err(|error| Failure::unreadable(path, &error))?;
        let mut all: HashMap<String, Told> = HashMap::new();
        for (number, line) in (1..).zip(text.lines()) {
            let object: Value = serde_json::from_str(line).map_err(|error| {
                let message = format!("not what `check --json` prints: {error}");
                let error = Error::new(Kind::Malformed, message).at_line(number, 1);
                Failure::new(path, error)
            })?;
            let file = object["path"].as_str().unwrap_or_default();
            for told in object["diagnostics"].as_array().into_iter().flatten() {
                let text = |name: &str| told[name].as_str().unwrap_or_default().to_owned();
                let of_file = all.entry(file.to_owned()).or_default();
                *of_file.entry((text("code"), text("path"))).or_default() +=
                    told["count"].as_u64().unwrap_or(1);
            }
        }
        Ok(Self(all))
    }

    /// Keeps what is new of a file: what is told for the first time, or more often than before.
    pub(super) fn keep_new(&self, path: &Path, diagnostics: &mut Vec<Diagnostic>) {
        let Some(mut left) = self.0.get(&report::path(path)).cloned() else {
            return;
        };
        diagnostics.retain_mut(|one| {
            let key = (one.rule.code.to_owned(), one.location.path.clone());
            let Some(known) = left.get_mut(&key) else {
                return true;
            };
            let old = (*known).min(one.count);
            *known -= old;
            one.count -= old;
            one.count > 0
        });
    }
}
