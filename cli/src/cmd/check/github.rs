//! Diagnostics as commands that GitHub's workflows show beside the files.

use std::path::Path;

use formwork_schema::{Severity, escape::Printable};

use super::verdict::Verdict;
use crate::{output, report};

/// Prints a command for each diagnostic of a file.
pub(super) fn show(path: &Path, verdict: &Verdict) {
    for one in verdict.all() {
        let command = match one.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "notice",
        };
        let mut place = format!("file={}", property(&report::path(path)));
        if one.location.line > 0 {
            let (line, column) = (one.location.line, one.location.column);
            place += &format!(",line={line},col={column}");
        }
        let title = property(one.rule.code);
        let message = data(&one.place_and_message());
        let remedy = data(one.rule.remedy);
        output::workflow_command(format_args!(
            "::{command} {place},title={title}::{message} ({remedy})"
        ));
    }
}

/// A message on one line, in which no percent sign begins an escape.
fn data(text: &str) -> String {
    Printable(text).to_string().replace('%', "%25")
}

/// A value of a property, in which commas and colons would end it, too.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_ends_a_command_early() {
        assert_eq!(data("50 %\r\n: a, b"), r"50 %25\r\n: a, b");
        assert_eq!(property("c:/a,b"), "c%3A/a%2Cb");
    }
}
