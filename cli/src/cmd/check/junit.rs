//! [`Junit`]: verdicts as the XML of JUnit, a test for every file.

use std::path::Path;

use quick_xml::escape::escape;

use super::verdict::Verdict;
use crate::report;

/// Verdicts as tests.
#[derive(Default)]
pub(super) struct Junit {
    cases: Vec<String>,
    failures: usize,
}

impl Junit {
    /// Adds a file.
    pub(super) fn add(&mut self, path: &Path, verdict: &Verdict) {
        let path = report::path(path);
        // Readers of XML take a line break in an attribute for a space.
        let name = escape(&*path).replace('\n', "&#10;").replace('\t', "&#9;");
        let class = verdict.format.unwrap_or("unknown");
        let start = format!(r#"    <testcase classname="{class}" name="{name}""#);
        let mut told: Vec<String> = verdict
            .all()
            .map(|one| format!("{}: {one}", one.severity.name()))
            .collect();
        if verdict.status() == "unchecked" {
            told.push(verdict.status_text());
        }
        if told.is_empty() {
            self.cases.push(start + "/>");
            return;
        }
        let (element, message) = if verdict.is_ok() {
            ("system-out", String::new())
        } else {
            self.failures += 1;
            ("failure", format!(r#" message="{}""#, escape(&*told[0])))
        };
        let told = told.join("\n");
        let told = escape(&*told);
        self.cases.push(format!(
            "{start}>\n      <{element}{message}>{told}</{element}>\n    </testcase>"
        ));
    }

    /// All of it.
    pub(super) fn document(&self) -> String {
        let (tests, failures) = (self.cases.len(), self.failures);
        let mut lines = vec![
            r#"<?xml version="1.0" encoding="UTF-8"?>"#.to_owned(),
            format!(r#"<testsuites tests="{tests}" failures="{failures}">"#),
            format!(r#"  <testsuite name="formwork check" tests="{tests}" failures="{failures}">"#),
        ];
        lines.extend(self.cases.iter().cloned());
        lines.push("  </testsuite>".into());
        lines.push("</testsuites>".into());
        lines.join("\n")
    }
}
