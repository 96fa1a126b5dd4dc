//! What `inspect` says, as plain text for snapshots.

use std::fmt::Write as _;

use formwork_formats::{Inspection, Value};

/// One line per fact, row and oddity.
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
    for odd in &seen.oddities {
        let _ = writeln!(out, "! {} ({}): {}", odd.code, odd.path, odd.message);
    }
    out
}

fn value(value: &Value) -> String {
    match value {
        Value::Text(text) | Value::Path(text) => text.clone(),
        Value::Integer(number) => number.to_string(),
        Value::Number(number) => number.to_string(),
        Value::Words(words) => words.join(", "),
        Value::Range(from, to) => format!("{from} to {to}"),
        Value::Nothing => "–".into(),
    }
}
