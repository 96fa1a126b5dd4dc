//! What is worth a diagnostic in code.

use formwork_schema::{Rule, escape::escape};

use super::rules;
use super::scan::{Flag, Include, Scan};
use crate::horde3d::place::{Named, Note};

/// Id of the format.
pub(in crate::horde3d) const ID: &str = "horde3d.code";

/// Where a piece of code stands, and who runs it.
#[derive(Debug, Clone, Copy)]
pub(in crate::horde3d) struct Piece<'a> {
    /// The code.
    pub(in crate::horde3d) code: &'a [u8],
    /// Its offset in the text.
    pub(in crate::horde3d) start: usize,
    /// Where it is in the tree.
    pub(in crate::horde3d) path: &'a str,
    /// Back ends that run it and write a `#version` of their own before it; empty when none does.
    pub(in crate::horde3d) versioned: &'a str,
}

impl Piece<'_> {
    fn note(&self, at: usize, rule: &'static Rule, message: impl Into<String>) -> Note {
        Note::new(self.start + at, rule, self.path, message)
    }

    /// Diagnostics in this code.
    pub(in crate::horde3d) fn notes(&self, scan: &Scan) -> Vec<Note> {
        let mut notes = Vec::new();
        for include in &scan.includes {
            notes.extend(self.include(include));
        }
        for flag in &scan.flags {
            notes.extend(self.flag(flag));
        }
        notes.extend(
            scan.marks
                .iter()
                .filter_map(|(rule, at)| self.mark(rule, *at)),
        );
        if let Some(at) = scan.fault {
            let message = "an `#include` without a name in quotes: the engine drops this code and what uses it";
            notes.push(self.note(at, &rules::INVALID_INCLUDE, message));
        }
        if let Some(at) = self.code.iter().position(|byte| *byte == 0) {
            notes.push(self.note(
                at,
                &rules::NUL_BYTE,
                "a NUL byte: the engine drops the code after it",
            ));
        }
        notes
    }

    /// The resources that this code includes.
    pub(in crate::horde3d) fn references(&self, scan: &Scan) -> Vec<Named> {
        let reference = |include: &Include| {
            let path = match self.path {
                "" => "#include".into(),
                path => format!("{path}/#include"),
            };
            let name = escape(self.name(include)).into_owned();
            Note::new(self.start + include.name.start, ID, path, name)
        };
        scan.includes.iter().map(reference).collect()
    }

    fn name(&self, include: &Include) -> &[u8] {
        self.code.get(include.name.clone()).unwrap_or_default()
    }

    fn include(&self, include: &Include) -> Option<Note> {
        let name = self.name(include);
        let at = include.name.start;
        if name.is_empty() {
            return Some(self.note(at, &rules::EMPTY_NAME, "the empty name of a resource"));
        }
        if name.contains(&b'"') {
            let message = format!(
                "the name runs to the last quote of the line: `{}`",
                escape(name)
            );
            return Some(self.note(at, &rules::QUOTE_IN_NAME, message));
        }
        if name.contains(&b'\\') {
            let message = "a backslash, which only Windows takes for a folder: write `/`";
            return Some(self.note(at, &rules::BACKSLASH_IN_NAME, message));
        }
        None
    }

    fn flag(&self, flag: &Flag) -> Option<Note> {
        if !(1..=32).contains(&flag.number) {
            let message = format!("there is no flag {}: they are 01 to 32", flag.number);
            return Some(self.note(flag.at, &rules::FLAG_NUMBER, message));
        }
        let deleted = self.code.get(flag.deleted.clone()).unwrap_or_default();
        let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let kept = deleted.iter().position(|byte| !is_name(byte))?;
        let lost = deleted.get(kept..).unwrap_or_default();
        let message = format!(
            "the engine deletes all after `_F{:02}_` up to the next blank, `{}` with it: put a blank before it",
            flag.number,
            escape(lost)
        );
        Some(self.note(
            flag.deleted.start + kept,
            &rules::FLAG_TEXT_DELETED,
            message,
        ))
    }

    fn mark(&self, rule: &'static Rule, at: usize) -> Option<Note> {
        let message = match rule {
            rule if *rule == rules::VERSION_DIRECTIVE && self.versioned.is_empty() => return None,
            rule if *rule == rules::VERSION_DIRECTIVE => format!(
                "{}: the engine puts a `#version` of its own before it, and allows no second",
                self.versioned
            ),
            rule if *rule == rules::SPACED_INCLUDE => {
                "a blank after `#`: the engine does not see this include, and compilers refuse it"
                    .into()
            }
            _ => "`InsCode` was the include of 2008: no engine since follows it".into(),
        };
        Some(self.note(at, rule, message))
    }
}
