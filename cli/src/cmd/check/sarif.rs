//! [`Sarif`]: verdicts as SARIF 2.1.0, as code scanners exchange it.

use std::{collections::BTreeMap, path::Path};

use formwork_schema::{Diagnostic, Location, Rule, Severity};
use serde_json::{Value, json};

use super::verdict::Verdict;
use crate::report;

/// Where its schema is published.
const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// Other places of a result that are told.
const RELATED: usize = 10;

/// Results of one run.
#[derive(Default)]
pub(super) struct Sarif {
    results: Vec<Value>,
    /// The rules that are broken, by code.
    rules: BTreeMap<&'static str, &'static Rule>,
}

impl Sarif {
    /// Adds a file.
    pub(super) fn add(&mut self, path: &Path, verdict: &Verdict) {
        for one in verdict.all() {
            self.rules.insert(one.rule.code, one.rule);
            self.results.push(result(path, &one));
        }
    }

    /// All of it.
    pub(super) fn document(&self) -> Value {
        let rules: Vec<Value> = self.rules.values().map(|rule| descriptor(rule)).collect();
        let driver = json!({
            "name": "formwork",
            "version": env!("CARGO_PKG_VERSION"),
            "rules": rules,
        });
        json!({
            "$schema": SCHEMA,
            "version": "2.1.0",
            "runs": [{
                "tool": { "driver": driver },
                "columnKind": "unicodeCodePoints",
                "results": self.results,
            }],
        })
    }
}

const fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}

fn descriptor(rule: &Rule) -> Value {
    json!({
        "id": rule.code,
        "shortDescription": { "text": rule.summary },
        "fullDescription": { "text": rule.why },
        "help": { "text": rule.remedy },
        "defaultConfiguration": { "level": level(rule.severity) },
    })
}

fn result(path: &Path, one: &Diagnostic) -> Value {
    let mut result = json!({
        "ruleId": one.rule.code,
        "level": level(one.severity),
        "message": { "text": one.place_and_message() },
        "locations": [location(path, &one.location)],
        "occurrenceCount": one.count,
    });
    if !one.related.is_empty() {
        let related = one.related.iter().take(RELATED);
        let related = related.map(|other| {
            let mut at = self::location(path, &other.location);
            at["message"] = json!({ "text": other.message });
            at
        });
        result["relatedLocations"] = related.collect();
    }
    if let (Some(text), Some(bytes)) = (&one.replacement, &one.location.bytes) {
        result["fixes"] = json!([{
            "artifactChanges": [{
                "artifactLocation": artifact(path),
                "replacements": [{
                    "deletedRegion": { "byteOffset": bytes.start, "byteLength": bytes.end - bytes.start },
                    "insertedContent": { "text": text },
                }],
            }],
        }]);
    }
    result
}

fn artifact(path: &Path) -> Value {
    json!({ "uri": uri(&report::path(path)) })
}

fn location(path: &Path, at: &Location) -> Value {
    let mut physical = json!({ "artifactLocation": artifact(path) });
    let mut region = json!({});
    if at.line > 0 {
        region["startLine"] = at.line.into();
        region["startColumn"] = at.column.into();
    }
    if let Some(bytes) = &at.bytes {
        region["byteOffset"] = bytes.start.into();
        region["byteLength"] = (bytes.end - bytes.start).into();
    }
    if region != json!({}) {
        physical["region"] = region;
    }
    let mut location = json!({ "physicalLocation": physical });
    if !at.path.is_empty() {
        let name = json!({ "fullyQualifiedName": at.path });
        location["logicalLocations"] = json!([name]);
    }
    location
}

/// A path as a reference: whatever is no part of one is written as percent signs and digits.
fn uri(path: &str) -> String {
    let mut uri = String::new();
    for byte in path.replace('\\', "/").bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'_' | b'-' | b'~' => {
                uri.push(byte.into());
            }
            other => uri += &format!("%{other:02X}"),
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::uri;

    #[test]
    fn paths_become_references() {
        assert_eq!(uri("a b/\u{e4}#.mdl"), "a%20b/%C3%A4%23.mdl");
    }
}
