//! [`Diagnostic`]: something that is wrong with a file, or good to know of it.

use std::{fmt, ops::Range};

use crate::{Error, Kind, Rule, Severity, escape::Printable, file_rules};

/// Where in a file something is, as far as that is known.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Location {
    /// Where in the tree, in the words of the text or layout: `Model/Mesh[2]`, `tracks[2].channels`; empty for the file as a
    /// whole.
    pub path: String,
    /// Which bytes of the file.
    pub bytes: Option<Range<u64>>,
    /// Line, from 1; 0 in files that have no lines.
    pub line: u64,
    /// Column in characters, from 1; 0 in files that have no lines.
    pub column: u64,
}

impl Location {
    /// A place in a tree.
    pub fn of(path: impl Into<String>) -> Self {
        Self {
            path: path.into(),
            ..Self::default()
        }
    }

    /// The same at a line and column.
    #[must_use]
    pub fn at_line(self, (line, column): (u64, u64)) -> Self {
        Self {
            line,
            column,
            ..self
        }
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.line > 0, self.path.is_empty()) {
            (true, true) => write!(f, "line {}, column {}", self.line, self.column),
            (true, false) => write!(
                f,
                "line {}, column {}, {}",
                self.line, self.column, self.path
            ),
            (false, _) => f.write_str(&self.path),
        }
    }
}

/// Another place that has to do with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Related {
    /// Where.
    pub location: Location,
    /// What is there.
    pub message: String,
}

/// Something that is wrong with a file, or good to know of it.
///
/// Prints as `X0103-unknown-attribute: line 4, column 12, Model/Mesh[2]: …`, and of files without lines as
/// `U0201-flag-bits: tracks[2].channels: …`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// What is wrong in general, and what engines do about it.
    pub rule: &'static Rule,
    /// How much it weighs for the engines that were asked for.
    pub severity: Severity,
    /// Where; the first place when there are several.
    pub location: Location,
    /// In how many places.
    pub count: u64,
    /// What is wrong here.
    pub message: String,
    /// Other places that have to do with it.
    pub related: Vec<Related>,
    /// What to write instead of the bytes of its place, and of those of the other places: it mends a text safely.
    pub replacement: Option<String>,
}

impl Diagnostic {
    /// One that weighs as its rule says.
    pub fn new(rule: &'static Rule, location: Location, message: impl Into<String>) -> Self {
        Self {
            rule,
            severity: rule.severity,
            location,
            count: 1,
            message: message.into(),
            related: Vec::new(),
            replacement: None,
        }
    }

    /// The same with what to write instead.
    #[must_use]
    pub fn replaced_by(self, text: impl Into<String>) -> Self {
        Self {
            replacement: Some(text.into()),
            ..self
        }
    }

    /// All but its code: `line 4, column 12, Model/Mesh[2]: …, and at 3 more places`.
    #[must_use]
    pub fn place_and_message(&self) -> String {
        let place = self.location.to_string();
        let place = if place.is_empty() {
            place
        } else {
            place + ": "
        };
        let more = match self.count.saturating_sub(1) {
            0 => String::new(),
            1 => ", and at 1 more place".into(),
            more => format!(", and at {more} more places"),
        };
        format!("{place}{}{more}", self.message)
    }
}

/// What keeps a file from being read.
impl From<&Error> for Diagnostic {
    fn from(error: &Error) -> Self {
        let rule = match error.kind() {
            Kind::Malformed => &file_rules::MALFORMED,
            Kind::Unsupported => &file_rules::UNSUPPORTED,
            Kind::Limit => &file_rules::LIMIT,
            Kind::System => &file_rules::SYSTEM,
            Kind::Disagreement => &file_rules::DISAGREEMENT,
            Kind::Invalid => &file_rules::INVALID,
        };
        let at = error.offset();
        let location = Location {
            bytes: at.map(|at| at..at + 1),
            ..Location::of(error.path()).at_line(error.line().unwrap_or_default())
        };
        let at = at.map(|at| format!("at {at:#x}: ")).unwrap_or_default();
        Self::new(rule, location, at + error.message())
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.place_and_message();
        write!(f, "{}: {}", self.rule.code, Printable(text))
    }
}

/// Collects what is wrong with a file.
#[derive(Debug, Clone, Default)]
pub struct Diagnostics(Vec<Diagnostic>);

impl Diagnostics {
    /// None yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds what breaks a rule; where the rule is broken already, that only counts one place more.
    pub fn add(
        &mut self,
        rule: &'static Rule,
        path: impl FnOnce() -> String,
        message: impl Into<String>,
    ) {
        self.add_many(rule, 1, path, message);
    }

    /// The same of what breaks a rule in so many places; `path` is the first of them.
    pub fn add_many(
        &mut self,
        rule: &'static Rule,
        count: u64,
        path: impl FnOnce() -> String,
        message: impl Into<String>,
    ) {
        match self.0.iter_mut().find(|known| known.rule == rule) {
            Some(known) => known.count += count,
            None => self.push(Diagnostic {
                count,
                ..Diagnostic::new(rule, Location::of(path()), message)
            }),
        }
    }

    /// Adds one of its own.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.0.push(diagnostic);
    }

    /// Adds several of their own.
    pub fn extend(&mut self, diagnostics: impl IntoIterator<Item = Diagnostic>) {
        self.0.extend(diagnostics);
    }

    /// What was collected, in that order.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.0.iter()
    }

    /// What was collected, in that order.
    #[must_use]
    pub fn into_vec(self) -> Vec<Diagnostic> {
        self.0
    }
}
