//! Formats that are described by files.

use std::fs;

use crate::common::{ani, formwork, objects, one, output};
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
fn formats_without_rules_for_an_engine_are_not_ok() {
    let told = with_schema(&["check", "--profile", "urho3d", ROOM]);
    assert!(told.contains(": not checked for Urho3D"), "{told}");
    assert!(told.contains("0 ok, 1 not checked, 0 failed"), "{told}");
    let both = [
        "check",
        "--profile",
        "rbfx",
        "--profile",
        "dry",
        "--json",
        ROOM,
    ];
    let told = objects(with_schema(&both).as_bytes());
    assert_eq!(told[0]["status"], "unchecked");
    assert_eq!(
        told[0]["not_checked_for"],
        serde_json::json!(["dry", "rbfx"])
    );
    assert_eq!(told[1]["summary"]["unchecked"], 1);
    let told = with_schema(&["check", "--profile", "u3d", "--as", "junit", ROOM]);
    assert!(
        told.contains("<system-out>not checked for U3D</system-out>"),
        "{told}"
    );
    // Formats with rules for each.
    let crate_model = concat!(env!("CARGO_MANIFEST_DIR"), "/../samples/urho3d/Crate.mdl");
    for engine in ["urho3d-1.7", "urho3d", "u3d", "dry", "rbfx", "atomic"] {
        let told = with_schema(&["check", "--profile", engine, crate_model]);
        assert!(told.contains("Crate.mdl: ok"), "{told}");
    }
}

#[test]
fn a_wrong_checksum_is_told() {
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/own-format/");
    let (schema, song) = (format!("{example}tags.xml"), format!("{example}song.tags"));
    let mut bytes = fs::read(song).expect("the sample");
    let second = bytes.len() - 1;
    // The first chunk ends before the kind, the size, the text and the checksum of the second.
    let first = second - 1 - 4 - 7 - 4;
    bytes[first] ^= 1;
    bytes[second] ^= 1;
    let folder = tempfile::tempdir().expect("a folder");
    let damaged = folder.path().join("damaged.tags");
    fs::write(&damaged, bytes).expect("writable");
    let file = damaged.to_str().expect("UTF-8");
    for command in [&["check", "--verbose"][..], &["inspect"]] {
        formwork(&[&["--schema", &schema], command, &[file]].concat())
            .assert()
            .success()
            .stdout(contains("warning: F0015-wrong-sum: chunks[0].crc: 0x"))
            .stdout(contains(", and at 1 more place"));
    }
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
fn no_folder_is_no_schema() {
    for folders in ["", ":"] {
        let mut run = formwork(&["identify", ROOM]);
        run.env("FORMWORK_SCHEMAS", folders).assert().code(3);
    }
}

#[test]
fn a_schema_comes_from_standard_input() {
    let schema = fs::read(SCHEMA).expect("the sample");
    let mut run = formwork(&["--schema", "-", "identify", ROOM]);
    let identified = run.write_stdin(schema).assert();
    identified.success().stdout(contains("quake.lit"));
}

#[test]
fn two_schemas_of_one_format_in_a_folder_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["a.xml", "b.xml"] {
        fs::copy(SCHEMA, folder.path().join(name)).expect("writable");
    }
    let run = |words: &[&str]| {
        let mut run = formwork(&[words, &["identify", ROOM]].concat());
        run.env("FORMWORK_SCHEMAS", folder.path());
        run
    };
    let refused = run(&[]).assert().failure();
    refused.stderr(contains("b.xml").and(contains("describes `quake.lit`, as ")));
    // One that is named comes before both.
    run(&["--schema", SCHEMA]).assert().success();
}

#[test]
fn other_xml_in_the_folder_is_left_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let schema = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/quake-lit/lit.xml");
    fs::copy(schema, at("lit.xml")).expect("writable");
    fs::write(at("scene.xml"), "<Group name=\"\"/>").expect("writable");
    let identify = || {
        let mut run = formwork(&["identify", ROOM]);
        run.env("FORMWORK_SCHEMAS", folder.path());
        run
    };
    identify()
        .assert()
        .success()
        .stdout(contains("quake.lit"))
        .stderr(contains(
            "scene.xml: note: does not begin with `<layout>`, so it is no descriptor",
        ));
    fs::write(at("drawing.xml"), "<!DOCTYPE svg><svg/>").expect("writable");
    identify().assert().success();
    fs::write(at("scene.xml"), "<layout").expect("writable");
    identify().assert().failure();
}

#[test]
fn a_magic_without_letters_is_enough_for_a_schema() {
    let folder = tempfile::tempdir().expect("a folder");
    let [schema, file] = ["numbered.xml", "file.bin"].map(|name| folder.path().join(name));
    let described = r#"<layout formwork="1" format="my.numbered" extensions="num">
  <struct name="Numbered" magic="0x7f000102">
    <doc>A number.</doc>
    <field name="number" type="u8">Any.</field>
  </struct>
</layout>
"#;
    fs::write(&schema, described).expect("writable");
    fs::write(&file, b"\x7f\0\x01\x02\x07").expect("writable");
    let (schema, file) = (
        schema.to_str().expect("UTF-8"),
        file.to_str().expect("UTF-8"),
    );
    let shown = |command| output(&["--schema", schema, command, file]);
    assert!(shown("identify").contains("my.numbered"));
    assert!(shown("dump").contains("number"));
    assert!(shown("decode").contains("number=\"7\""));
    formwork(&["identify", file])
        .env("FORMWORK_SCHEMAS", folder.path())
        .assert()
        .success()
        .stdout(contains("my.numbered"));
    formwork(&["identify", file]).assert().code(3);
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

/// A format of XML documents that nobody compiled.
const LEVEL: &str = r#"<layout formwork="1" format="my.level" title="Level of mine" encoding="xml" extensions="level.xml" recognised="by root">
  <struct name="Level" element="Level">
    <doc>A level.</doc>
    <attribute name="time_limit" attribute="timeLimit" type="f32" unit="seconds" default="60"/>
    <children name="things" type="Thing"/>
    <unknown name="unknown"/>
  </struct>
  <struct name="Thing" element="Thing">
    <attribute name="name" attribute="name" type="string" need="required"/>
    <attribute name="kind" attribute="kind" type="Kind" default="Rock"/>
    <children name="things" type="Thing"/>
    <unknown name="unknown"/>
  </struct>
  <words name="Kind">
    <word name="Rock"/>
    <word name="Tree"/>
  </words>
</layout>"#;

const DOCUMENT: &str = "<?xml version='1.0'?>\n<!-- ours -->\n<Level  timeLimit='1.50'>\n  <Thing name='a' kind='TREE'/>\n  \
                        <Thing kind='Rock'/>\n  <Thing name='b' colour='red'><Thing name='c'/></Thing>\n</Level>\n";

#[test]
fn every_command_reads_documents_that_a_file_describes() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (schema, file, to) = (
        path("level.xml"),
        path("one.level.xml"),
        path("two.level.xml"),
    );
    fs::write(&schema, LEVEL).unwrap();
    fs::write(&file, DOCUMENT).unwrap();
    let with = |words: &[&str]| output(&[&["--schema", &schema], words].concat());
    assert!(with(&["identify", &file]).contains("my.level"));
    assert!(with(&["formats"]).contains("Level of mine"));
    let checked = formwork(&["--schema", &schema, "check", &file]).assert();
    checked
        .code(1)
        .stdout(contains(": failed, with 1 error, 1 warning"));
    let inspected = with(&["inspect", &file]);
    for said in [
        "time_limit",
        "1.5 seconds",
        "2 items",
        "no usable `name`",
        "`colour` is not known",
    ] {
        assert!(inspected.contains(said), "{said}: {inspected}");
    }
    assert_eq!(with(&["textconv", &file]), DOCUMENT);
    assert_eq!(with(&["decode", "--to", "xml", &file]), DOCUMENT);
    let json = with(&["decode", &file]);
    let tree: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(tree["value"]["things"][0]["kind"], "Tree");
    assert_eq!(
        tree["value"]["unknown"]["elements"][0],
        "<Thing kind='Rock'/>"
    );
    let encode = |text: String| {
        formwork(&["--schema", &schema, "encode", "-", "-f", "-o", &to])
            .write_stdin(text)
            .assert()
    };
    encode(DOCUMENT.to_owned()).success();
    assert_eq!(fs::read_to_string(&to).unwrap(), DOCUMENT);
    encode(json.replace("1.5", "2.5")).success();
    let written = fs::read_to_string(&to).unwrap();
    assert!(
        written.starts_with("<Level timeLimit=\"2.5\">"),
        "{written}"
    );
    formwork(&["--schema", &schema, "diff", &file, &to])
        .assert()
        .code(1)
        .stdout(contains("time_limit: 1.5 → 2.5"));
    let nameless = json.replace("\"name\": \"a\"", "\"name\": null");
    encode(nameless)
        .code(4)
        .stderr(contains("line 6, column 15: engines would drop some of it"));
}

#[test]
fn a_document_of_ours_is_read_by_its_own_schema() {
    let folder = tempfile::tempdir().unwrap();
    let texts = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/texts/horde3d");
    for (format, file) in [
        ("horde3d.material", "material/every.material.xml"),
        ("horde3d.scene", "scene/every.scene.xml"),
    ] {
        let schema = folder.path().join("schema.xml");
        let schema = schema.to_str().unwrap();
        output(&["schema", format, "-f", "-o", schema]);
        let file = format!("{texts}/{file}");
        let value = |words: &[&str]| {
            let json = output(&[words, &["decode", &file]].concat());
            serde_json::from_str::<serde_json::Value>(&json).unwrap()["value"].take()
        };
        assert_eq!(value(&["--schema", schema]), value(&[]));
        formwork(&["schema", "--diff", format, schema])
            .assert()
            .success()
            .stdout("compatible\n");
    }
}

#[test]
fn a_schema_comes_before_pictures_of_the_same_name() {
    let gallery = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/gallery");
    let [schema, file] =
        ["descriptors/tga.xml", "files/plain.tga"].map(|at| format!("{gallery}/{at}"));
    assert!(output(&["identify", &file]).contains("Targa"));
    let own = output(&["--schema", &schema, "identify", &file]);
    assert!(own.contains("image.tga"), "{own}");
    let decoded = output(&["--schema", &schema, "decode", &file]);
    assert!(decoded.contains("<image.tga "), "{decoded}");
}

#[test]
fn a_list_that_ends_with_an_item_says_so() {
    let gallery = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/gallery");
    let [schema, file] =
        ["descriptors/png.xml", "files/slope.png"].map(|at| format!("{gallery}/{at}"));
    let dump = output(&["--schema", &schema, "dump", &file]);
    assert!(dump.contains("items up to the last one"), "{dump}");
}
