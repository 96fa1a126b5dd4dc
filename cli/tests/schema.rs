//! What changed between two layouts, and JSON Schemas.

use std::{fs, path::Path};

use crate::common::{formwork, objects, output};
use predicates::{prelude::PredicateBooleanExt, str::contains};
use serde_json::Value;

const CLIP: &str = "urho3d.animation";

/// A descriptor of clips with one thing replaced.
fn edited(folder: &Path, from: &str, to: &str) -> String {
    let xml = output(&["schema", CLIP]);
    assert_eq!(xml.matches(from).count(), 1, "{from}");
    let path = folder.join("edited.xml");
    fs::write(&path, xml.replacen(from, to, 1)).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn a_layout_is_compatible_with_itself() {
    let folder = tempfile::tempdir().unwrap();
    let same = edited(folder.path(), "UANI", "UANI");
    for [a, b] in [[CLIP, CLIP], [CLIP, same.as_str()], [same.as_str(), CLIP]] {
        assert_eq!(output(&["schema", "--diff", a, b]), "compatible\n");
    }
}

#[test]
fn each_change_is_a_line() {
    let folder = tempfile::tempdir().unwrap();
    let wider = edited(folder.path(), r#"last="4""#, r#"last="5""#);
    assert_eq!(
        output(&["schema", "--diff", CLIP, &wider]),
        "reads more  Version.UAN2: 1..=4 → 1..=5 (more versions are understood)\nreads more\n"
    );
    formwork(&["schema", "--diff", &wider, CLIP])
        .assert()
        .code(1)
        .stdout(contains("breaks      Version.UAN2: 1..=5 → 1..=4").and(contains("\nbreaks\n")));
}

#[test]
fn programs_get_an_object() {
    let folder = tempfile::tempdir().unwrap();
    let wider = edited(
        folder.path(),
        r#"name="length" type="f32""#,
        r#"name="length" type="f64""#,
    );
    let run = formwork(&["schema", "--diff", CLIP, &wider, "--json"]);
    let done = { run }.assert().code(1);
    let object = &objects(&done.get_output().stdout)[0];
    assert_eq!(object["formwork"], 1);
    assert_eq!(object["verdict"], "breaks");
    let change = &object["changes"][0];
    assert_eq!(change["path"], "Animation.length");
    assert_eq!(
        (&change["was"], &change["is"]),
        (&"f32".into(), &"f64".into())
    );
    assert_eq!(change["verdict"], "breaks");
    assert!(change["why"].is_string());
}

#[test]
fn what_cannot_be_compared_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let broken = folder.path().join("broken.xml");
    fs::write(&broken, "<layout").unwrap();
    let broken = broken.to_str().unwrap();
    for (words, code, said) in [
        (
            &[CLIP, "horde3d.shader"][..],
            2,
            "no layout that could be compared",
        ),
        (&[CLIP], 2, "--diff"),
        (&["-", "-"], 2, "standard input"),
        (&[CLIP, CLIP, "--as", "xsd"], 2, "cannot be used"),
        (&[CLIP, "nowhere.xml"], 3, "nowhere.xml"),
        (&[CLIP, broken], 4, "line 1"),
    ] {
        let words = [&["schema", "--diff"], words].concat();
        formwork(&words).assert().code(code).stderr(contains(said));
    }
}

#[test]
fn every_schema_but_descriptors_has_a_json_schema() {
    let names = output(&["schema"]);
    let formats = names.lines().filter(|name| !name.contains("descriptor"));
    let mut count = 0;
    for name in formats {
        let schema = output(&["schema", name, "--as", "jsonschema"]);
        let schema: Value = serde_json::from_str(&schema).unwrap();
        assert_eq!(schema["properties"]["format"]["const"], name);
        count += 1;
    }
    assert!(count > 10);
    let folder = tempfile::tempdir().unwrap();
    let mut run = formwork(&[
        "schema",
        CLIP,
        "--as",
        "jsonschema",
        "-o",
        "clip.schema.json",
    ]);
    run.current_dir(&folder).assert().success();
    let text = fs::read_to_string(folder.path().join("clip.schema.json")).unwrap();
    assert_eq!(text, output(&["schema", CLIP, "--as", "jsonschema"]));
    let mut run = formwork(&["schema", CLIP, "--as", "jsonschema", "-o", "clip.xsd"]);
    run.current_dir(&folder).assert().code(5);
}
