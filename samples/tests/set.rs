//! The set as a whole: made again it is the same, and the library understands every file of it.

use std::fs;

use conformance::{
    questions::{Agrees, File, Question, Rewritten, ThroughJson, ThroughXml, ask},
    texts::know,
};
use formwork_formats::{FORMATS, GameFormat, format, layout};
use formwork_schema::{Diagnostic, Diagnostics, Result, Severity, read::Document};

fn files() -> Vec<samples::File> {
    samples::files().expect("trees that do not contradict themselves")
}

/// The files of the set that are not text, ready to be asked about.
fn binary(files: &[samples::File]) -> impl Iterator<Item = (&'static str, File<'_>)> {
    files.iter().filter_map(|file| {
        let (format, bytes) = (file.format?, &file.bytes[..]);
        layout(format)?;
        Some((file.path, File { format, bytes }))
    })
}

struct Wrong;

impl Question for Wrong {
    type Answer = Vec<Diagnostic>;

    fn ask<T: GameFormat>(&self, document: &Document<T>, _: &[u8]) -> Result<Vec<Diagnostic>> {
        let mut seen = Diagnostics::new();
        document.tree.diagnose(&mut seen);
        Ok(seen.into_vec())
    }
}

#[test]
fn the_set_is_what_the_program_makes() {
    for file in files() {
        let kept = fs::read(samples::folder().join(file.path)).expect(file.path);
        assert!(
            kept == file.bytes,
            "{}: `cargo run -p samples` writes it anew",
            file.path
        );
    }
}

#[test]
fn the_picture_is_what_the_program_makes() {
    let kept = fs::read_to_string(samples::picture_file()).expect("the picture");
    assert!(
        kept == samples::picture::svg(),
        "`cargo run -p samples` writes it anew"
    );
}

#[test]
fn nothing_else_is_in_its_folders() {
    let made: Vec<_> = files().iter().map(|file| file.path).collect();
    for engine in ["urho3d", "gltf", "horde3d"] {
        for entry in fs::read_dir(samples::folder().join(engine)).expect("a folder") {
            let name = entry.expect("an entry").file_name();
            let path = format!("{engine}/{}", name.to_string_lossy());
            assert!(made.contains(&&*path), "{path}");
        }
    }
}

#[test]
fn the_set_is_small() {
    let size: usize = files().iter().map(|file| file.bytes.len()).sum();
    assert!(size < 350_000, "{size}");
}

#[test]
fn both_readers_agree() {
    for (path, file) in binary(&files()) {
        ask(&Agrees, file).expect(path);
    }
}

#[test]
fn the_same_bytes_come_back() {
    for (path, file) in binary(&files()) {
        assert!(ask(&Rewritten, file).expect(path) == file.bytes, "{path}");
        assert!(ask(&ThroughXml, file).expect(path) == file.bytes, "{path}");
        assert!(ask(&ThroughJson, file).expect(path) == file.bytes, "{path}");
    }
}

#[test]
fn nothing_is_wrong() {
    for (path, file) in binary(&files()) {
        assert_eq!(ask(&Wrong, file).expect(path), [], "{path}");
    }
}

#[test]
fn texts_are_proved_and_have_no_findings() {
    for file in files() {
        let known = file.format.and_then(format);
        let Some(text) = known.filter(|format| format.names_others()) else {
            continue;
        };
        let known = know(text.id(), &file.bytes).expect(file.path);
        let minded = known.diagnostics.iter();
        let minded: Vec<_> = minded.filter(|one| one.severity > Severity::Note).collect();
        assert!(minded.is_empty(), "{}: {minded:?}", file.path);
    }
}

#[test]
fn every_document_format_has_a_sample() {
    let files = files();
    for format in FORMATS.iter().filter(|format| format.document().is_some()) {
        let is_it = |file: &samples::File| file.format == Some(format.id());
        assert!(files.iter().any(is_it), "{}", format.id());
    }
}
