//! What commands print when all goes well, for people and for programs.

use crate::common::{ani, formwork, names, objects, one, output};
use predicates::{prelude::*, str::contains};
use serde_json::{Value, json};

const COMMANDS: [&str; 8] = [
    "formats", "identify", "inspect", "dump", "decode", "encode", "schema", "check",
];

#[test]
fn formats() {
    let text = output(&["formats"]);
    assert!(
        text.contains("urho3d.animation") && text.contains("H3DA 2–4"),
        "{text}"
    );
    let line = objects(output(&["formats", "--json"]).as_bytes()).swap_remove(0);
    let members = [
        "format",
        "title",
        "versions",
        "extensions",
        "engines",
        "notes",
        "read",
        "write",
    ];
    assert!(
        line["formats"]
            .as_array()
            .unwrap()
            .iter()
            .all(|one| names(one) == members)
    );
}

#[test]
fn identify() {
    let line = format!("{}: urho3d.animation UANI (Urho3D family)\n", one());
    assert_eq!(output(&["identify", &one()]), line);
    let run = formwork(&["identify", "-", "--json"])
        .write_stdin(*b"H3DA\x04\0\0\0")
        .assert();
    let line = &objects(&run.success().get_output().stdout)[0];
    assert_eq!(
        (&line["path"], &line["version"]),
        (&json!("-"), &json!("H3DA 4"))
    );
}

#[test]
fn inspect() {
    let text = output(&["inspect", &one()]);
    for shown in [
        "Length            1 seconds",
        "Keyframes         1",
        "Time range",
        "Hip",
    ] {
        assert!(text.contains(shown), "{shown} in {text}");
    }
    let line = objects(output(&["inspect", &one(), "--json"]).as_bytes()).swap_remove(0);
    let members = [
        "formwork", "path", "format", "version", "engine", "form", "bytes", "trailing", "facts",
    ];
    assert_eq!(names(&line)[..9], members);
    assert_eq!(names(&line).last(), Some(&"diagnostics"));
    assert_eq!(
        (&line["bytes"], &line["facts"]["length"]),
        (&json!(42), &json!(1))
    );
    let odd = ani("uani-odd-times.ani");
    let odd = objects(output(&["inspect", odd.to_str().unwrap(), "--json"]).as_bytes());
    let told = odd[0]["diagnostics"].as_array().unwrap();
    assert!(!told.is_empty());
    let known = |one: &Value| names(one)[..3] == ["code", "severity", "path"];
    assert!(told.iter().all(known));
}

#[test]
fn dump() {
    let text = output(&["dump", &one()]);
    assert!(text.starts_with("0000  55414e49"), "{text}");
    let at = output(&["dump", &one(), "--at", "0x22"]);
    assert!(
        at.starts_with("path     tracks[0].keyframes[0].position.y\n"),
        "{at}"
    );
    let path = output(&["dump", &one(), "--path", "tracks[0].keyframes[0].position"]);
    assert_eq!(path.lines().count(), 3);
    let long = ani("uani-long.ani");
    let long = long.to_str().unwrap();
    assert!(output(&["dump", long]).contains('…'));
    assert!(!output(&["dump", long, "--all"]).contains("items, 0x"));
}

#[test]
fn dump_as_json_tiles_the_file() {
    for path in crate::common::fixtures() {
        let lines = objects(output(&["dump", path.to_str().unwrap(), "--json"]).as_bytes());
        let mut bytes = String::new();
        for line in &lines {
            assert_eq!(line["offset"], bytes.len() / 2, "{path:?} {line}");
            bytes += line["bytes"].as_str().unwrap();
            assert_eq!(line["size"], line["bytes"].as_str().unwrap().len() / 2);
        }
        let file = std::fs::read(&path).unwrap();
        let hex: String = file.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(bytes, hex, "{path:?}");
    }
}

#[test]
fn dump_of_one_place_as_json() {
    let at = objects(output(&["dump", &one(), "--json", "--at", "0x16"]).as_bytes());
    let count = json!({
        "formwork": 1, "offset": 22, "size": 4, "bytes": "01000000",
        "path": "tracks[0].keyframe_count", "type": "u32", "value": 1, "visible": false,
        "counts": "keyframes",
    });
    let mut found = at[0].clone();
    found.as_object_mut().unwrap().remove("doc");
    assert_eq!((at.len(), found), (1, count));
    let place = ["dump", &one(), "--json", "--path", "tracks[0].channels"];
    assert_eq!(
        objects(output(&place).as_bytes())[0]["value"],
        json!(["POSITION"])
    );
    let trailing = ani("uani-trailing.ani");
    let end = std::fs::metadata(&trailing).unwrap().len() - 1;
    let place = [
        "dump",
        trailing.to_str().unwrap(),
        "--json",
        "--at",
        &end.to_string(),
    ];
    assert_eq!(objects(output(&place).as_bytes())[0]["path"], "trailing");
}

#[test]
fn numbers_that_json_cannot_hold_are_text() {
    let odd = ani("uani-odd-numbers.ani");
    let lines = objects(output(&["dump", odd.to_str().unwrap(), "--json"]).as_bytes());
    let texts = lines
        .iter()
        .filter(|line| line["type"] == "f32" && line["value"].is_string());
    assert!(texts.count() > 0);
}

#[test]
fn schema() {
    let names = output(&["schema"]);
    assert!(names.lines().any(|name| name == "urho3d.animation"));
    assert!(names.lines().is_sorted());
    for form in ["xml", "xsd"] {
        let plain = ["schema", "urho3d.animation", "--as", form];
        let text = output(&plain);
        assert!(text.starts_with("<?xml"));
        let line = output(&[&plain[..], &["--json"]].concat());
        let line: Value = serde_json::from_str(&line).unwrap();
        let expected = json!({
            "formwork": 1, "format": "urho3d.animation", "as": form, "schema": text,
        });
        assert_eq!(line, expected);
    }
    assert!(output(&["schema", "descriptor"]).contains("xs:schema"));
}

#[test]
fn schema_to_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let mut run = formwork(&["schema", "urho3d.animation", "-o", "a.xml", "--json"]);
    let done = run.current_dir(&folder).assert().success();
    let line = &objects(&done.get_output().stdout)[0];
    assert_eq!(names(line), ["formwork", "format", "as", "output"]);
    let text = std::fs::read_to_string(folder.path().join("a.xml")).unwrap();
    assert_eq!(text, output(&["schema", "urho3d.animation"]));
}

#[test]
fn colors_only_where_they_are_seen_or_asked_for() {
    let escape = || contains("\x1b");
    for command in ["dump", "inspect"] {
        let run = |more: &[&str]| {
            let mut run = formwork(&[command, &one()]);
            run.args(more);
            run
        };
        run(&[])
            .assert()
            .success()
            .stdout(escape().not())
            .stderr("");
        run(&["--color", "always"])
            .assert()
            .success()
            .stdout(escape());
        run(&["--color", "never"])
            .assert()
            .success()
            .stdout(escape().not());
        run(&["--color", "always", "--json"])
            .assert()
            .success()
            .stdout(escape().not());
        let mut asked = run(&["--color", "always"]);
        asked
            .env("NO_COLOR", "1")
            .assert()
            .success()
            .stdout(escape());
        run(&[])
            .env("NO_COLOR", "1")
            .assert()
            .success()
            .stdout(escape().not());
    }
}

#[test]
fn no_progress_bar_in_a_pipe() {
    formwork(&["check", "--fail-on", "never"])
        .arg(crate::common::folder().join("urho3d/model"))
        .assert()
        .success()
        .stderr("");
    // Nor where files are packed, looked at and unpacked.
    let made = tempfile::tempdir().unwrap();
    let (package, folder) = (made.path().join("all.pak"), made.path().join("all"));
    let all = crate::common::folder().join("urho3d/model");
    let runs = [
        vec![
            "pack".as_ref(),
            all.as_os_str(),
            "-o".as_ref(),
            package.as_os_str(),
        ],
        vec!["list".as_ref(), package.as_os_str()],
        vec![
            "unpack".as_ref(),
            package.as_os_str(),
            "-o".as_ref(),
            folder.as_os_str(),
        ],
    ];
    for run in runs {
        let done = formwork(&[]).args(run).assert().success();
        let said = String::from_utf8_lossy(&done.get_output().stderr).into_owned();
        assert!(!said.contains(" left") && !said.contains('\r'), "{said}");
    }
}

#[test]
fn every_command_has_help() {
    for command in COMMANDS {
        let text = output(&[command, "--help"]);
        assert!(
            text.contains("Usage: formwork") && text.contains("--json"),
            "{text}"
        );
        assert!(
            command == "formats" || text.contains("With --json"),
            "{text}"
        );
        assert!(
            text.lines().all(|line| line.chars().count() <= 100),
            "{text}"
        );
    }
    assert!(output(&["--help"]).contains("Exit codes"));
}
