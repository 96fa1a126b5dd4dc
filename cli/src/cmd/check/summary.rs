//! What came of all files.

use std::{collections::BTreeMap, path::Path};

use formwork_schema::Severity;
use serde_json::{Value, json};

use super::verdict::Verdict;
use crate::{
    args::Check,
    content::NotFollowed,
    output,
    report::{self, Outcome, plural},
};

/// Of so many files, each has a line; of more, problems alone are told, grouped.
const FEW: usize = 20;
/// Files that are told of one problem.
const EXAMPLES: usize = 5;

/// Which files have a line of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Told {
    /// All, and so does each of their diagnostics.
    All,
    /// All.
    Each,
    /// None: what is wrong is told at the end, grouped.
    Groups,
    /// Those that are not understood, and nothing else is said.
    Failures,
}

impl Told {
    pub(super) fn of(of: &Check, files: usize) -> Self {
        match (of.verbose, of.quiet) {
            (true, _) => Self::All,
            (_, true) => Self::Failures,
            _ if files <= FEW => Self::Each,
            _ => Self::Groups,
        }
    }

    /// Whether a file has a line.
    pub(super) fn says(self, verdict: &Verdict) -> bool {
        match self {
            Self::All | Self::Each => true,
            Self::Groups => false,
            Self::Failures => !verdict.is_ok(),
        }
    }
}

/// Files with one problem.
#[derive(Default)]
struct Group {
    files: u64,
    /// The first of them.
    examples: Vec<String>,
}

impl Group {
    fn add(&mut self, example: impl FnOnce() -> String) {
        self.files += 1;
        if self.examples.len() < EXAMPLES {
            self.examples.push(example());
        }
    }

    fn lines(&self, code: &str) -> Vec<String> {
        let mut lines = vec![format!("  {code}: {}", plural(self.files, "file"))];
        lines.extend(self.examples.iter().map(|example| format!("    {example}")));
        if let more @ 1.. = self.files - self.examples.len() as u64 {
            lines.push(format!("    and {more} more"));
        }
        lines
    }
}

/// What came of all files.
#[derive(Default)]
pub(super) struct Summary {
    files: u64,
    ok: u64,
    /// Those with known diagnostics only.
    known: u64,
    /// Number of known diagnostics, which are left out.
    left_out: u64,
    /// Those of which a part is not understood.
    partial: u64,
    /// Those that are understood, but not checked for every engine of the profile.
    unchecked: u64,
    failed: u64,
    unsupported: u64,
    unreadable: u64,
    bytes: u64,
    /// Number of documents and names that were not followed, with `--content`.
    pub(super) not_followed: Option<NotFollowed>,
    /// Files with diagnostics, by severity and code.
    diagnostics: BTreeMap<(Severity, &'static str), Group>,
    /// Files that are not understood, by what came of them and the kind of error.
    errors: BTreeMap<(&'static str, &'static str), Group>,
}

impl Summary {
    /// Counts a file.
    pub(super) fn add(&mut self, path: &Path, verdict: Verdict) {
        self.files += 1;
        self.bytes += verdict.bytes;
        self.left_out += verdict.known;
        match verdict.status() {
            "ok" => self.ok += 1,
            "known" => self.known += 1,
            "partial" => self.partial += 1,
            "unchecked" => self.unchecked += 1,
            "unsupported" => self.unsupported += 1,
            "unreadable" => self.unreadable += 1,
            _ => self.failed += 1,
        }
        if let Some(error) = &verdict.error {
            let group = self.errors.entry((verdict.status(), error.kind().name()));
            let reason = || format!("{}: {}", report::name(path), verdict.reason(error));
            group.or_default().add(reason);
        }
        self.add_diagnostics(path, &verdict);
    }

    /// A file counts once for each code.
    fn add_diagnostics(&mut self, path: &Path, verdict: &Verdict) {
        let mut codes: BTreeMap<(Severity, &str), (String, usize)> = BTreeMap::new();
        for diagnostic in &verdict.proof.diagnostics {
            let (_, count) = codes
                .entry((diagnostic.severity, diagnostic.rule.code))
                .or_insert_with(|| (diagnostic.place_and_message(), 0));
            *count += 1;
        }
        for (code, (message, count)) in codes {
            let more = match count {
                1 => String::new(),
                count => format!(" (and {} more)", count - 1),
            };
            let example = || format!("{}: {message}{more}", report::name(path));
            self.diagnostics.entry(code).or_default().add(example);
        }
    }

    /// A diagnostic weighs more than a file that could not be looked at.
    pub(super) fn outcome(&self) -> Outcome {
        match self {
            Self { failed: 1.., .. } => Outcome::Findings,
            _ if self.ok + self.known + self.partial + self.unchecked < self.files => {
                Outcome::Unreadable
            }
            _ => Outcome::Ok,
        }
    }

    /// Prints what is told of all files.
    pub(super) fn show(&self, told: Told) {
        if told == Told::Failures {
            return;
        }
        if told == Told::Groups {
            self.show_groups();
        }
        let Self {
            ok,
            known,
            left_out,
            partial,
            unchecked,
            failed,
            unsupported,
            unreadable,
            ..
        } = self;
        let (files, bytes) = (plural(self.files, "file"), plural(self.bytes, "byte"));
        let some = |count: &u64, what| match count {
            0 => String::new(),
            count => format!("{count} {what}, "),
        };
        let (partial, unchecked) = (some(partial, "partial"), some(unchecked, "not checked"));
        let known = some(known, "known");
        let mut text = format!(
            "{files}, {bytes}: {ok} ok, {known}{partial}{unchecked}{failed} failed, {unsupported} unsupported"
        );
        if *unreadable > 0 {
            text += &format!(", {unreadable} unreadable");
        }
        if *left_out > 0 {
            let known = plural(*left_out, "known diagnostic");
            text += &format!("; {known} left out");
        }
        output::line(text);
        let not_followed = self.not_followed.and_then(NotFollowed::text);
        not_followed.iter().for_each(output::line);
    }

    /// Notes first and mistakes last, so that what matters most is what a terminal still shows.
    fn show_groups(&self) {
        let mut lines = Vec::new();
        let mut last = None;
        for ((severity, code), group) in &self.diagnostics {
            if last.replace(severity) != Some(severity) {
                lines.push(capitalised(severity.name()) + "s");
            }
            lines.extend(group.lines(code));
        }
        let mut last = "";
        for ((status, kind), group) in self.errors.iter().rev() {
            if *status != last {
                lines.push(capitalised(status));
                last = status;
            }
            lines.extend(group.lines(kind));
        }
        if !lines.is_empty() {
            lines.push("--verbose tells all, --json to programs".into());
            lines.push(String::new());
            lines.iter().for_each(output::line);
        }
    }

    /// The summary as an object.
    pub(super) fn json(&self) -> Value {
        let mut object = json!({ "formwork": 1, "summary": {
            "files": self.files, "ok": self.ok, "partial": self.partial, "failed": self.failed,
            "unsupported": self.unsupported, "unreadable": self.unreadable, "bytes": self.bytes,
        }});
        if let Some(not_followed) = self.not_followed {
            object["summary"]["not_followed"] = not_followed.json();
        }
        if self.unchecked > 0 {
            object["summary"]["unchecked"] = self.unchecked.into();
        }
        if self.left_out > 0 {
            object["summary"]["known"] = self.known.into();
        }
        object
    }
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}
