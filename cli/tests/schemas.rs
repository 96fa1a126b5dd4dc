//! Formats that are described by files.

mod common;

use std::fs;

use common::{ani, formwork, objects, one, output};
use predicates::{prelude::*, str::contains};

const SCHEMA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/quake-lit/lit.xml");
const ROOM: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../examples/quake-lit/room.lit"
);

fn with_schema(words: &[&str]) -> String {
    output(&[&["--schema", SCHEMA], words].concat())
}

#[test]
fn every_command_reads_a_format_that_a_file_describes() {
    assert!(with_schema(&["identify", ROOM]).contains("quake.lit QLIT 1"));
    assert!(with_schema(&["formats"]).contains("quake.lit"));
    assert!(with_schema(&["inspect", ROOM]).contains("6 items"));
    assert!(with_schema(&["dump", ROOM]).contains("samples[5].r"));
    assert!(with_schema(&["check", ROOM]).contains(": ok"));
    assert!(with_schema(&["textconv", ROOM]).contains("r 20 g 40 b 200"));
    let checked = with_schema(&["check", "--json", ROOM]);
    let steps = objects(checked.as_bytes())[0]["steps"].to_string();
    assert!(steps.contains("xml") && steps.contains("json"), "{steps}");
}

#[test]
fn its_files_are_edited_as_text() {
    let folder = tempfile::tempdir().unwrap();
    let edited = folder.path().join("room.lit");
    let to = edited.to_str().unwrap();
    let xml = with_schema(&["decode", ROOM]);
    assert!(xml.contains("<sample>64 60 55</sample>"), "{xml}");
    for (text, same) in [
        (xml.clone(), true),
        (xml.replace("64 60 55", "64 60 56"), false),
    ] {
        formwork(&["--schema", SCHEMA, "encode", "-", "-f", "-o", to])
            .write_stdin(text)
            .assert()
            .success();
        assert_eq!(fs::read(&edited).unwrap() == fs::read(ROOM).unwrap(), same);
    }
    formwork(&["--schema", SCHEMA, "diff", ROOM, to])
        .assert()
        .code(1)
        .stdout(contains("samples[2].b: 55 → 56 (+1)"));
    let json = with_schema(&["decode", "--to", "json", ROOM]);
    formwork(&["--schema", SCHEMA, "encode", "-", "-f", "-o", to])
        .write_stdin(json)
        .assert()
        .success();
    assert_eq!(fs::read(&edited).unwrap(), fs::read(ROOM).unwrap());
}

#[test]
fn schemas_are_found_in_a_folder() {
    let folders = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/quake-lit");
    formwork(&["identify", ROOM])
        .env("FORMWORK_SCHEMAS", folders)
        .assert()
        .success()
        .stdout(contains("quake.lit"));
    formwork(&["identify", ROOM]).assert().code(3);
}

#[test]
fn an_exported_descriptor_stands_for_the_format() {
    let folder = tempfile::tempdir().unwrap();
    let schema = folder.path().join("animation.xml");
    let schema = schema.to_str().unwrap();
    output(&["schema", "urho3d.animation", "-o", schema]);
    let built_in = output(&["decode", &one()]);
    assert_eq!(output(&["--schema", schema, "decode", &one()]), built_in);
    // A file of another format is what it is.
    let other = ani("uani-long.ani");
    let seen = output(&["--schema", SCHEMA, "decode", other.to_str().unwrap()]);
    assert!(seen.contains("urho3d.animation"), "{seen}");
}

#[test]
fn what_is_no_descriptor_is_refused_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let broken = folder.path().join("broken.xml");
    fs::write(
        &broken,
        "<layout formwork=\"1\" format=\"a.b\"><struct name=\"A\"/></layou>",
    )
    .unwrap();
    formwork(&["--schema", broken.to_str().unwrap(), "identify", ROOM])
        .assert()
        .code(4)
        .stderr(contains("broken.xml").and(contains("line 1")));
    formwork(&["--schema", "no-such.xml", "identify", ROOM])
        .assert()
        .code(3)
        .stderr(contains("no-such.xml"));
    formwork(&["--schema", SCHEMA, "--schema", SCHEMA, "identify", ROOM])
        .assert()
        .code(4)
        .stderr(contains("describes `quake.lit`"));
}

#[test]
fn a_file_that_nothing_else_claims_is_read_as_asked() {
    let folder = tempfile::tempdir().unwrap();
    let foreign = folder.path().join("foreign.bin");
    fs::write(&foreign, b"nobody knows this").unwrap();
    formwork(&["--schema", SCHEMA, "decode", foreign.to_str().unwrap()])
        .assert()
        .code(3)
        .stderr(contains("not a `QLIT` file"));
}
