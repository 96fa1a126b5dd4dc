//! What fixtures mean is locked in `snapshots/`, and damaged ones are refused.

use std::fmt::Write;

use conformance::{
    fixtures::{self, Fixture},
    fuzz,
};
use formwork_formats::{
    Inspect, Inspection, TextFormat, Value,
    horde3d::{Code, Shader},
};
use formwork_schema::{Limits, escape::escape};

fn of(format: &str) -> Vec<Fixture> {
    let mut all = fixtures::texts();
    all.retain(|fixture| fixture.format() == format);
    all
}

fn locked(fixture: &Fixture, what: &str, content: &str) {
    let mut settings = insta::Settings::clone_current();
    let folder = fixture.format().replace('.', "/");
    settings.set_snapshot_path(format!("../../snapshots/{folder}"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    let name = format!("{}.{what}", fixture.name());
    settings.bind(|| insta::assert_snapshot!(name, content));
}

fn lock<T: TextFormat>(fixture: &Fixture) {
    let tree = T::parse(&fixture.bytes, &Limits::default());
    let tree = tree.unwrap_or_else(|error| panic!("{}: {error}", fixture.path));
    let json = serde_json::to_string_pretty(&tree).expect("trees are JSON");
    locked(fixture, "json", &json);
    let canonical = tree.canonical().expect("can be written");
    locked(fixture, "canonical", &lines(&canonical));
    locked(fixture, "inspect", &told(&tree));
}

/// Bytes as text, line by line.
fn lines(bytes: &[u8]) -> String {
    let lines = bytes.split(|byte| *byte == b'\n');
    let lines: Vec<String> = lines
        .map(|line| escape(line).replace("\\x09", "    "))
        .collect();
    lines.join("\n")
}

/// What is seen, found and named.
fn told<T: TextFormat + Inspect>(tree: &T) -> String {
    let mut out = inspection(&tree.inspect());
    for finding in tree.findings() {
        writeln!(out, "{finding}").expect("a string");
    }
    for reference in tree.references() {
        let formwork_schema::Reference {
            kind,
            name,
            line,
            column,
            path,
        } = reference;
        writeln!(out, "{kind} `{name}`: line {line}, column {column}, {path}").expect("a string");
    }
    out
}

fn inspection(seen: &Inspection) -> String {
    let mut out = String::new();
    for fact in &seen.facts {
        writeln!(out, "{}: {}", fact.label, shown(&fact.value)).expect("a string");
    }
    for table in &seen.tables {
        writeln!(out, "{}", table.columns.join(" | ")).expect("a string");
        for row in &table.rows {
            let row: Vec<String> = row.iter().map(shown).collect();
            writeln!(out, "{}", row.join(" | ")).expect("a string");
        }
    }
    out
}

fn shown(value: &Value) -> String {
    match value {
        Value::Text(text) => text.clone(),
        Value::Integer(number) => number.to_string(),
        Value::Words(words) => words.join(", "),
        Value::Nothing => "-".into(),
        other => format!("{other:?}"),
    }
}

#[test]
fn fixtures_are_locked() {
    of("horde3d.shader").iter().for_each(lock::<Shader>);
    of("horde3d.code").iter().for_each(lock::<Code>);
}

#[test]
fn every_cut_and_every_changed_byte_is_read_or_refused() {
    for fixture in fixtures::texts() {
        let format = fixture.format();
        if !["horde3d.shader", "horde3d.code"].contains(&&*format) {
            continue;
        }
        for length in 0..=fixture.bytes.len() {
            fuzz::text_format(&format, &fixture.bytes[..length]);
        }
        for place in 0..fixture.bytes.len() {
            for change in [0x01, 0x20, 0x80, fixture.bytes[place]] {
                let mut bytes = fixture.bytes.clone();
                bytes[place] ^= change;
                fuzz::text_format(&format, &bytes);
            }
        }
    }
}
