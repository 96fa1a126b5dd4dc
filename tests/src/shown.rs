//! What `inspect` says, as plain text for snapshots.

use std::fmt::Write as _;

use formwork_formats::{FactValue, Inspection};
use formwork_schema::Diagnostic;

/// One line per fact and row.
#[must_use]
pub fn inspection(seen: &Inspection) -> String {
    let mut out = String::new();
    // To a `String` nothing fails to be written.
    for fact in &seen.facts {
        let line = format!("{}: {} {}", fact.key, value(&fact.value), fact.unit);
        let _ = writeln!(out, "{}", line.trim_end());
    }
    for table in &seen.tables {
        let _ = writeln!(out, "{}: {}", table.key, table.columns.join(" | "));
        for row in &table.rows {
            let row: Vec<String> = row.iter().map(value).collect();
            let _ = writeln!(out, "  {}", row.join(" | "));
        }
    }
    out
}

/// One line per diagnostic.
#[must_use]
pub fn diagnostics(all: &[Diagnostic]) -> String {
    let mut out = String::new();
    for one in all {
        let _ = writeln!(out, "{} {one}", one.severity.name());
    }
    out
}

fn value(value: &FactValue) -> String {
    match value {
        FactValue::Text(text) | FactValue::Path(text) => text.clone(),
        FactValue::Integer(number) => number.to_string(),
        FactValue::Number(number) => number.to_string(),
        FactValue::Words(words) => words.join(", "),
        FactValue::Range(from, to) => format!("{from} to {to}"),
        FactValue::Nothing => "–".into(),
    }
}
