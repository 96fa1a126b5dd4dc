//! What `salvage` writes, and says.

use std::fs;

use crate::common::formwork;
use serde_json::Value;

const LONG: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../tests/fixtures/urho3d/animation/uani-long.ani"
);

#[test]
fn a_cut_file_is_salvaged_and_passes() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = fs::read(LONG).unwrap();
    let (cut, out) = (folder.path().join("cut.ani"), folder.path().join("out.ani"));
    fs::write(&cut, &bytes[..bytes.len() - 1]).unwrap();
    let (cut, out) = (cut.to_str().unwrap(), out.to_str().unwrap());
    formwork(&["check", cut]).assert().code(1);
    let output = formwork(&["salvage", cut, "-o", out, "--json"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    let lost = told["lost"].as_array().unwrap();
    assert!(lost.iter().any(|loss| loss["kept"].is_u64()), "{told}");
    formwork(&["check", out]).assert().code(0);
    formwork(&["salvage", out, "-o", out]).assert().code(5);
}

#[test]
fn a_whole_file_is_written_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out.ani");
    let run = formwork(&["salvage", LONG, "-o", out.to_str().unwrap()]).assert();
    run.code(0);
    assert_eq!(fs::read(out).unwrap(), fs::read(LONG).unwrap());
}

#[test]
fn names_give_the_terminal_no_orders() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (cut, out) = (at("cut.scene.xml"), at("out.scene.xml"));
    fs::write(&cut, "<Group name=\"a\"><x\u{9b}31m><Mesh").unwrap();
    let run = formwork(&["salvage", &cut, "-o", &out]).output().unwrap();
    let said = String::from_utf8(run.stderr).unwrap();
    assert!(!said.contains('\u{9b}'), "{said:?}");
    assert!(said.contains("x\\xc2\\x9b31m: what follows"), "{said:?}");
}

#[test]
fn what_cannot_be_salvaged_is_refused_and_nothing_written() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = fs::read(LONG).unwrap();
    let (cut, out) = (folder.path().join("cut.ani"), folder.path().join("out.ani"));
    fs::write(&cut, &bytes[..8]).unwrap();
    let words = [
        "salvage",
        cut.to_str().unwrap(),
        "-o",
        out.to_str().unwrap(),
    ];
    let output = formwork(&words).output().unwrap();
    assert_eq!(output.status.code(), Some(4));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("nothing whole precedes the damage"), "{said}");
    assert!(!out.exists());
}
