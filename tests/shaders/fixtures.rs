//! Normalized output is locked in `snapshots/`.

use conformance::{fixtures::Fixture, locked, texts};
use formwork_formats::{
    TextFormat,
    horde3d::{Code, Shader},
};
use formwork_schema::{Limits, escape::escape};

fn of(format: &str) -> Vec<Fixture> {
    let mut all = texts::read();
    all.retain(|text| text.format() == format);
    all
}

fn lock<T: TextFormat>(text: &Fixture) {
    let tree = T::parse(&text.bytes, &Limits::default());
    let tree = tree.unwrap_or_else(|error| panic!("{}: {error}", text.path));
    let canonical = tree.canonical().expect("can be written");
    let name = format!("{}.canonical", text.name());
    locked(&text.format(), &name, &lines(&canonical));
}

/// Bytes as text, line by line.
fn lines(bytes: &[u8]) -> String {
    let lines = bytes.split(|byte| *byte == b'\n');
    let lines: Vec<String> = lines
        .map(|line| escape(line).replace("\\x09", "    "))
        .collect();
    lines.join("\n")
}

#[test]
fn what_is_written_is_locked() {
    of("horde3d.shader").iter().for_each(lock::<Shader>);
    of("horde3d.code").iter().for_each(lock::<Code>);
}
