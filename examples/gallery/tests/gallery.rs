//! What is true of every format of the gallery, by its sample files. `UPDATE_GALLERY=1` writes the descriptors anew.

mod samples;

// What the language is asked, feature by feature.
#[allow(dead_code, missing_docs, unreachable_pub)]
#[path = "../../../tests/language/consumers.rs"]
mod consumers;
#[allow(dead_code, missing_docs, unreachable_pub)]
#[path = "../../../tests/xmllint/mod.rs"]
mod xmllint;

use std::{env, fs, path::Path};

use formwork_export::descriptor;
use formwork_gallery::{
    class::Class, gif::Gif, glb::Glb, gzip::Gzip, midi::Midi, png::Png, tga::Tga, wav::Wav,
};
use formwork_schema::{Format, Layout, Limits, Value};
use formwork_text::{
    diff::{self, DiffOptions},
    dump::{self, DumpOptions},
    outline::Outline,
    xml,
};
use samples::Sample;
use serde::Serialize;

/// Asks everything of every sample of a format, of its layout and of its descriptor alone. The edit is one of its XML:
/// what to replace, and with what.
fn hold<T: Format + Serialize>(extension: &str, edit: [&str; 2]) {
    let samples = samples::of(extension);
    let files: Vec<&[u8]> = samples.iter().map(|sample| &*sample.bytes).collect();
    for (consumer, outcome) in consumers::ask::<T>(&files) {
        if let Err(why) = outcome {
            panic!("{extension}, {consumer}: {why}");
        }
    }
    let alone = alone(T::layout(), extension);
    let mut edits = 0;
    for Sample { path, bytes: file } in &samples {
        dumps_every_byte(T::layout(), file);
        assert_eq!(shown(&alone, file), shown(T::layout(), file));
        if let Some(edited) = edited(T::layout(), file, edit) {
            assert_eq!(self::edited(&alone, file, edit), Some(edited.clone()));
            assert!(
                differences(T::layout(), file, &edited) > 0,
                "{}",
                path.display()
            );
            assert!(differences(&alone, file, &edited) > 0, "{}", path.display());
            edits += 1;
        }
    }
    assert!(edits > 0, "{extension}: no sample has {}", edit[0]);
}

/// The layout of the descriptor that is kept, which no Rust belongs to.
fn alone(layout: &Layout, extension: &str) -> Layout {
    let name = format!("descriptors/{extension}.xml");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(&name);
    let printed = descriptor::print(layout);
    if env::var_os("UPDATE_GALLERY").is_some() {
        fs::write(&path, &printed).expect("a descriptor can be written");
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == printed, "{name}: UPDATE_GALLERY=1 writes it anew");
    descriptor::parse(&kept).expect("a descriptor")
}

fn shown(layout: &Layout, file: &[u8]) -> String {
    let tree = Value::read(layout, &file.to_vec().into()).expect("a sample reads");
    let mut out = Vec::new();
    xml::print(layout, &tree, b"", &mut out).expect("a tree prints");
    String::from_utf8(out).expect("XML is UTF-8")
}

/// The file of an edited text; `None` where the text has nothing of the kind.
fn edited(layout: &Layout, file: &[u8], [from, to]: [&str; 2]) -> Option<Vec<u8>> {
    let shown = shown(layout, file);
    if !shown.contains(from) {
        return None;
    }
    let bytes = xml::encode(layout, &shown.replacen(from, to, 1));
    Some(bytes.unwrap_or_else(|error| panic!("{error}\n{shown}")))
}

fn differences(layout: &Layout, a: &[u8], b: &[u8]) -> u64 {
    let [a, b] = [a, b].map(|bytes| Outline::read(layout, bytes, &Limits::default()));
    let (a, b) = (a.expect("a sample reads"), b.expect("an edit reads"));
    diff::diff(&a, &b, DiffOptions::default(), &mut |_| Ok(())).expect("compared")
}

/// Every byte is a part of some value that is dumped.
fn dumps_every_byte(layout: &Layout, file: &[u8]) {
    let mut out = Vec::new();
    dump::objects(layout, file, &DumpOptions::default(), &mut out).expect("dumped");
    let mut covered = vec![false; file.len()];
    for line in String::from_utf8(out).expect("JSON is UTF-8").lines() {
        let value: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let [offset, size] = ["offset", "size"].map(|key| value[key].as_u64().expect("a number"));
        covered[offset as usize..][..size as usize].fill(true);
    }
    let place = covered.iter().position(|covered| !covered);
    assert_eq!(place, None, "{}", layout.format);
}

#[test]
fn wav() {
    hold::<Wav>("wav", [r#"sample_rate="8000""#, r#"sample_rate="16000""#]);
}

#[test]
fn png() {
    hold::<Png>("png", [r#"keyword="Title""#, r#"keyword="Comment""#]);
}

#[test]
fn gif() {
    hold::<Gif>("gif", [r#"background="0""#, r#"background="1""#]);
}

#[test]
fn tga() {
    hold::<Tga>("tga", [r#"place="0 0""#, r#"place="3 4""#]);
}

#[test]
fn glb() {
    hold::<Glb>("glb", [r#"kind="BIN""#, r#"kind="0x5""#]);
}

#[test]
fn gzip() {
    hold::<Gzip>("gz", [r#"name="words.txt""#, r#"name="more words.txt""#]);
}

#[test]
fn midi() {
    hold::<Midi>("mid", [r#"division="480""#, r#"division="240""#]);
}

#[test]
fn class() {
    hold::<Class>("class", [r#"major_version="61""#, r#"major_version="60""#]);
}

/// No schema has more lines than the README promises, which says how many each has.
#[test]
fn schemas_are_short() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = fs::read_to_string(root.join("README.md")).expect("the README");
    for name in ["wav", "png", "glb", "gif", "tga", "gzip", "midi", "class"] {
        let source = format!("src/{name}.rs");
        let lines = fs::read_to_string(root.join(&source)).expect("a schema");
        let lines = lines.lines().count();
        assert!(lines <= 150, "{source} has {lines} lines");
        let row = format!("({source}) | {lines} |");
        assert!(readme.contains(&row), "README.md does not say {row}");
    }
}
