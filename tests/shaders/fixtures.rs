//! What is written in our own hand is locked in `snapshots/`, and damaged files are refused.

use conformance::{fixtures::Fixture, fuzz, locked, texts};
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

#[test]
fn every_cut_and_every_changed_byte_is_read_or_refused() {
    for text in [of("horde3d.shader"), of("horde3d.code")].concat() {
        let format = text.format();
        for length in 0..=text.bytes.len() {
            fuzz::text_format(&format, &text.bytes[..length]);
        }
        for place in 0..text.bytes.len() {
            for change in [0x01, 0x20, 0x80, text.bytes[place]] {
                let mut bytes = text.bytes.clone();
                bytes[place] ^= change;
                fuzz::text_format(&format, &bytes);
            }
        }
    }
}
