//! `diff` and `textconv`: what they print, and with which exit code they end.

use std::fs;

use crate::common::{ani, cut, folder, formwork, names, objects, one, output};
use predicates::{prelude::*, str::contains};
use serde_json::json;

fn path(name: &str) -> String {
    ani(name).to_str().unwrap().into()
}

#[test]
fn equal_files_are_0_and_silent() {
    assert_eq!(output(&["diff", &one(), &one()]), "");
    // Equal bytes are equal, whatever they are.
    let foreign = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    assert_eq!(output(&["diff", foreign, foreign]), "");
    let same = output(&["diff", "--json", &one(), &one()]);
    let object = &objects(same.as_bytes())[0];
    assert_eq!(object["equal"], true);
    assert_eq!(object["differences"], json!([]));
}

#[test]
fn files_that_differ_are_1() {
    let (a, b) = (path("uani-long.ani"), path("uani-long-edited.ani"));
    formwork(&["diff", &a, &b])
        .assert()
        .code(1)
        .stdout(contains("length: 1 → 1.25 (+0.25) seconds\n"))
        .stdout(contains("  moved from [0] to [1]\n"))
        .stdout(contains("7 of 9 records differ"))
        .stderr("");
    formwork(&["diff", "--all", &a, &b])
        .assert()
        .code(1)
        .stdout(contains("  keyframes[4].rotation.w: 0.6 → -0.28 (-0.88)\n"))
        .stdout(contains("records differ").not());
}

#[test]
fn colours_are_asked_for() {
    let (a, b) = (path("uani-long.ani"), path("uani-long-edited.ani"));
    let painted = contains("length: \x1b[31m1\x1b[0m → \x1b[32m1.25\x1b[0m (+0.25)");
    formwork(&["diff", "--color", "always", &a, &b])
        .assert()
        .stdout(painted);
    formwork(&["diff", &a, &b])
        .assert()
        .stdout(contains("\x1b").not());
}

#[test]
fn differences_as_an_object() {
    let (a, b) = (path("uani-long.ani"), path("uani-long-edited.ani"));
    let done = formwork(&["diff", "--json", &a, &b]).assert().code(1);
    let object = &objects(&done.get_output().stdout)[0];
    let members = [
        "formwork",
        "a",
        "b",
        "format",
        "version_a",
        "version_b",
        "differences",
        "equal",
    ];
    assert_eq!(names(object), members);
    assert_eq!(object["equal"], false);
    let all = object["differences"].as_array().unwrap();
    let length = json!({
        "path": "length", "kind": "changed", "a": 1, "b": 1.25, "difference": 0.25, "unit": "seconds",
    });
    assert_eq!(all[0], length);
    let moved = json!({
        "path": "tracks[0]", "path_b": "tracks[1]", "kind": "moved", "item": "Root", "a": 0, "b": 1,
    });
    assert_eq!(all[1], moved);
    assert_eq!((&all[2]["count"], &all[2]["of"]), (&json!(7), &json!(9)));
    let most = &all[2]["fields"][0]["most"];
    assert_eq!(most["path"], "tracks[0].keyframes[4].rotation.w");
    let renamed = json!({
        "path": "tracks[1].name", "path_b": "tracks[0].name", "kind": "renamed",
        "item": "Root/Arm", "a": "Root/Arm", "b": "Root/LeftArm",
    });
    assert_eq!(all[4], renamed);
}

#[test]
fn one_side_may_be_standard_input() {
    let bytes = fs::read(path("uani-long-edited.ani")).unwrap();
    formwork(&["diff", &path("uani-long.ani"), "-"])
        .write_stdin(bytes)
        .assert()
        .code(1)
        .stdout(contains("B: standard input (urho3d.animation UANI)\n"));
    formwork(&["diff", "-", "-"])
        .assert()
        .code(2)
        .stderr(contains("only one of the files"));
    // A beginning that says nothing: the name of the other file tells the format.
    let model = |name: &str| folder().join("urho3d/model").join(name);
    let bytes = fs::read(model("none-plain.mdl")).unwrap();
    formwork(&["diff", "-", model("none-no-tail.mdl").to_str().unwrap()])
        .write_stdin(bytes)
        .assert()
        .code(1);
}

#[test]
fn what_cannot_be_compared_says_why() {
    let anim = folder().join("horde3d/animation/h3da-3-plain.anim");
    formwork(&["diff", &one(), anim.to_str().unwrap()])
        .assert()
        .code(2)
        .stderr(contains("uani-one.ani is urho3d.animation"))
        .stderr(contains("h3da-3-plain.anim is horde3d.animation"));
    let foreign = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    formwork(&["diff", &one(), foreign])
        .assert()
        .code(3)
        .stderr(contains("Cargo.toml: unsupported"));
    formwork(&["diff", &one(), "nowhere.ani"])
        .assert()
        .code(3)
        .stderr(contains("nowhere.ani: "));
    let folder = cut();
    let mut run = formwork(&["diff", &one(), "walk.ani", "--json"]);
    let done = run.current_dir(&folder).assert().code(4);
    let object = &objects(&done.get_output().stdout)[0];
    assert_eq!(object["path"], "walk.ani");
    assert_eq!(object["error"]["offset"], 34);
}

#[test]
fn a_text_has_one_value_a_line() {
    let text = output(&["textconv", &path("uani-long.ani")]);
    assert!(text.starts_with("format: urho3d.animation\nversion: UANI\nname: \"Turn\"\n"));
    assert!(
        text.contains("\n\ntracks \"Root/Arm\"\n  channels: SCALE\n"),
        "{text}"
    );
    assert!(text.contains("\n  keyframes: 9 records, sha256 "), "{text}");
    assert_eq!(text, output(&["textconv", "--", &path("uani-long.ani")]));
    let object = &objects(output(&["textconv", "--json", &one()]).as_bytes())[0];
    assert_eq!(names(object), ["formwork", "path", "format", "text"]);
    assert_eq!(object["text"], output(&["textconv", &one()]));
    let bytes = fs::read(one()).unwrap();
    let run = formwork(&["textconv", "-"]).write_stdin(bytes).assert();
    run.success().stdout(output(&["textconv", &one()]));
}

#[test]
fn a_text_of_anything_is_no_error() {
    let folder = cut();
    let mut run = formwork(&["textconv", "walk.ani"]);
    run.current_dir(&folder)
        .assert()
        .code(0)
        .stdout(contains("name: \"Walk\"\n"))
        .stdout(contains("\nmalformed: tracks[0].keyframes"))
        .stdout(contains("\nsize: 35 bytes, sha256 "))
        .stderr("");
    let pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n";
    formwork(&["textconv", "-"])
        .write_stdin(pointer)
        .assert()
        .code(0)
        .stdout(pointer);
    formwork(&["textconv", "-"])
        .write_stdin(*b"IDPO\x06\0\0\0")
        .assert()
        .code(0)
        .stdout(contains("Quake").and(contains("size: 8 bytes")));
    formwork(&["textconv", "nowhere.ani"]).assert().code(3);
}
