//! Names of any length and number of words cost the tables nothing.

use std::{fs, path::Path, time::Duration};

use crate::common::{formwork, objects};
use serde_json::json;

/// A million bytes, two hundred thousand words. Breaking them into lines would take hours.
fn words() -> String {
    "name ".repeat(200_000)
}

/// What a command prints of a file, when it comes to an end.
fn printed(folder: &Path, arguments: &[&str]) -> String {
    let mut run = formwork(arguments);
    run.current_dir(folder).timeout(Duration::from_secs(120));
    let run = run.assert().success();
    String::from_utf8(run.get_output().stdout.clone()).unwrap()
}

/// The longest line behind that of the names of a column, which nothing but a table has.
fn widest(printed: &str, column: &str) -> usize {
    let mut lines = printed.lines();
    assert!(lines.any(|line| line.contains(column)), "{column}");
    let table = lines.take_while(|line| !line.is_empty());
    table.map(|line| line.chars().count()).max().unwrap()
}

fn encoded(format: &str, version: &str, value: &serde_json::Value) -> Vec<u8> {
    let object = json!({ "formwork": 1, "format": format, "version": version, "value": value });
    let run = formwork(&["encode", "-"])
        .write_stdin(object.to_string())
        .assert();
    run.success().get_output().stdout.clone()
}

#[test]
fn names_of_a_million_bytes_are_cut() {
    let name = words();
    let folder = tempfile::tempdir().unwrap();
    let track = json!({ "name": name, "channels": [], "keyframes": [{ "time": 0 }] });
    let clip = json!({ "name": "", "length": 1, "tracks": [track] });
    let sampler = json!({ "name": name, "map": name });
    let uniform = json!({ "name": name, "a": 1.0 });
    let material = json!({
        "shader": { "source": "a.shader" }, "samplers": [sampler], "uniforms": [uniform],
    });
    let pipeline = json!({ "command_queue": { "stages": [
        { "id": name, "commands": [{ "DrawGeometry": { "context": name } }] },
    ]}});
    let scene = json!({ "Group": { "placement": { "name": name }, "children": [
        { "Model": { "placement": { "name": name }, "geometry": format!("{name}.geo") } },
    ]}});
    for (file, column, bytes) in [
        (
            "a.ani",
            "KEYFRAMES",
            encoded("urho3d.animation", "UANI", &clip),
        ),
        (
            "a.material.xml",
            "TEXTURE",
            encoded("horde3d.material", "current", &material),
        ),
        (
            "a.pipeline.xml",
            "STAGE",
            encoded("horde3d.pipeline", "current", &pipeline),
        ),
        (
            "a.scene.xml",
            "RESOURCE",
            encoded("horde3d.scene", "current", &scene),
        ),
    ] {
        fs::write(folder.path().join(file), bytes).unwrap();
        let printed = printed(folder.path(), &["inspect", "--all", file]);
        assert!(printed.contains('…'), "{file}");
        assert!(widest(&printed, column) < 2_000, "{file}");
    }
    let seen = formwork(&["inspect", "--json", "a.ani"])
        .current_dir(&folder)
        .assert();
    let seen = objects(&seen.success().get_output().stdout);
    assert_eq!(seen[0]["tracks"][0]["name"], name);
}

#[test]
fn packages_may_have_long_names() {
    let name = words();
    let mut bytes = b"UPAK\x01\0\0\0\0\0\0\0".to_vec();
    bytes.extend(name.as_bytes());
    bytes.push(0);
    let start = bytes.len() as u32 + 12;
    for number in [start, 0, 0] {
        bytes.extend(number.to_le_bytes());
    }
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.pak"), bytes).unwrap();
    for command in ["list", "inspect"] {
        let printed = printed(folder.path(), &[command, "a.pak"]);
        assert!(widest(&printed, "PACKED") < 2_000, "{command}");
    }
}
