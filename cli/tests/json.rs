//! What `--json` prints, and the schemas of it in `docs/json`.
//!
//! Whatever any test prints with `--json` is validated ([`crate::common::run`]). Here all that the schemas describe is printed
//! once, and Python's `jsonschema` is asked as well, also about damaged copies.

use std::{collections::BTreeMap, fs, process::Command};

use crate::common::{
    ani, formwork, listed_commands, one, output,
    packages::pak,
    schema::{self, SCHEMAS},
    watch::Watch,
};
use serde_json::{Map, Value, json};
use tempfile::TempDir;

/// Schemas of what is part of others, and of the command that not every build has: `catalog.rs` asks that.
const PARTS: [&str; 2] = ["diagnostic", "catalog"];

#[test]
fn every_command_has_a_schema() {
    let commands = listed_commands();
    for command in &commands {
        assert!(names().contains(&command.as_str()), "{command}");
    }
    for name in names() {
        let command = name.split('-').next().unwrap().to_owned();
        let known = commands.contains(&command) || name == "error" || PARTS.contains(&name);
        assert!(known, "{name} is the schema of no command");
    }
}

#[test]
fn every_schema_is_of_something_that_is_printed() {
    let printed = printed();
    for name in names().into_iter().filter(|name| !PARTS.contains(name)) {
        let objects = &printed.get(name).unwrap_or_else(|| panic!("{name}"))[..];
        let schema = &SCHEMAS[&schema::file(name)];
        for one in schema["anyOf"].as_array().into_iter().flatten() {
            let is_met = |object: &&Value| schema::mistake_under(name, one, object).is_none();
            assert!(
                objects.iter().any(|object| is_met(&object)),
                "{name}: {one}"
            );
        }
    }
}

/// Our own validator and Python's must agree on every object, and on every copy with one mistake or another.
#[test]
fn python_agrees() {
    let Some(mut batch) = crate::python::batch() else {
        return;
    };
    let mut ours = Vec::new();
    for (name, objects) in printed() {
        batch.schema(&bundled(&name).to_string());
        for object in objects {
            for one in damaged(&object).into_iter().chain([object]) {
                batch.document(&one.to_string());
                ours.push((name.clone(), schema::mistake(&name, &one), one));
            }
        }
    }
    let verdicts = batch.verdicts();
    let refused = verdicts.iter().flatten().count();
    assert!(refused > 100 && refused < verdicts.len(), "{refused}");
    for (theirs, (name, ours, one)) in verdicts.iter().zip(ours) {
        let agreed = theirs.is_some() == ours.is_some();
        assert!(agreed, "{name}: {one}\n{theirs:?}\n{ours:?}");
    }
}

fn names() -> Vec<&'static str> {
    let names = SCHEMAS.keys().map(|file| file.strip_suffix(".schema.json"));
    names.map(|name| name.expect("a schema")).collect()
}

/// A schema in one piece.
fn bundled(name: &str) -> Value {
    let mut schema = SCHEMAS[&schema::file(name)].clone();
    schema["$id"] = "file:///schema.json".into();
    let defs = schema.as_object_mut().unwrap().entry("$defs");
    let defs = defs.or_insert_with(|| Map::new().into());
    for file in ["error.schema.json", "diagnostic.schema.json"] {
        defs[file] = SCHEMAS[file].clone();
        defs[file]["$id"] = file.into();
    }
    schema
}

/// Copies of a value with one mistake each: without a member, with one more, or with one of another kind.
fn damaged(value: &Value) -> Vec<Value> {
    let mut copies = Vec::new();
    match value {
        Value::Object(members) => {
            let mut more = members.clone();
            more.insert("surprise".into(), true.into());
            copies.push(more.into());
            for (name, member) in members {
                let mut less = members.clone();
                less.remove(name);
                copies.push(less.into());
                for one in damaged(member) {
                    let mut other = members.clone();
                    other.insert(name.clone(), one);
                    copies.push(other.into());
                }
            }
        }
        Value::Array(items) => {
            copies.push(json!({}));
            if let Some(first) = items.first() {
                copies.extend(damaged(first).into_iter().map(|one| json!([one])));
            }
        }
        Value::String(_) => copies.extend([json!(7), json!("surprise")]),
        Value::Number(_) => copies.extend([json!("seven"), json!(-1), json!(null)]),
        Value::Bool(is) => copies.extend([json!(!is), json!(0)]),
        Value::Null => copies.extend([json!({}), json!("surprise")]),
    }
    copies
}

/// What [`LINES`] print, by the name of its schema.
fn printed() -> BTreeMap<String, Vec<Value>> {
    let folder = content();
    let mut printed: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for line in LINES {
        let words: Vec<&str> = line.split(' ').chain(["--json"]).collect();
        let mut run = formwork(&words);
        run.env_remove("GIT_DIR").env_remove("GIT_WORK_TREE");
        let output = run.current_dir(&folder).output().unwrap();
        let values = serde_json::Deserializer::from_slice(&output.stdout).into_iter();
        let values: Vec<Value> = values.map(Result::unwrap).collect();
        assert!(!values.is_empty(), "{line} printed nothing: {output:?}");
        printed.entry(run.schema()).or_default().extend(values);
    }
    let watched = folder.path().join("watched.ani");
    fs::copy(one(), &watched).unwrap();
    let mut watch = Watch::start(
        folder.path(),
        &["check", "watched.ani", "--watch", "--json"],
    );
    while watch.next().get("summary").is_none() {}
    fs::remove_file(watched).unwrap();
    printed
        .entry("check".into())
        .or_default()
        .push(watch.next());
    printed
}

/// Command lines in the folder that [`content`] makes, which print all that the schemas describe.
const LINES: &[&str] = &[
    "cat two.pak readme.txt",
    "cat two.pak readme.txt -o cat.out",
    "cat two.pak none",
    "check one.ani cut.ani odd.ani odd.xml notes.txt gone.ani",
    "check",
    "convert one.ani -o converted.glb",
    "convert cut.ani -o cut.glb",
    "convert clips -o converted --to obj",
    "completions bash",
    "completions fish",
    "completions nothing",
    "decode one.ani",
    "decode one.ani -o one.xml",
    "decode a.scene.xml",
    "decode cut.ani",
    "diff one.ani one.ani",
    "diff one.ani odd.ani",
    "diff one.ani odd.ani --tolerance 0.5",
    "diff long.ani edited.ani",
    "diff one.ani cut.ani",
    "dump",
    "dump behind.ani",
    "dump cut.ani",
    "dump one.ani --at 0x22",
    "dump two.pak --at 60",
    "encode odd.xml -o encoded.ani",
    "encode notes.txt",
    "encode wrong.xml",
    "explain U0111",
    "explain nothing",
    "formats",
    "formats --schema gone.xml",
    "git install",
    "git uninstall --repo gone",
    "identify one.ani odd.xml notes.txt gone.ani",
    "identify packed",
    "inspect one.ani odd.ani odd.xml a.scene.xml cut.ani",
    "inspect --content . a.scene.xml",
    "inspect --content . packed",
    "inspect --content . cut.ani",
    "list two.pak",
    "list wrong.pak",
    "list one.ani",
    "man",
    "man -o pages",
    "man -o one.ani",
    "nonsense",
    "pack packed -o packed.pak",
    "pack gone -o packed.pak",
    "salvage one.ani -o whole.ani",
    "salvage cut.ani -o left.ani",
    "salvage long-cut.ani -o rest.ani",
    "salvage notes.txt -o left.txt",
    "schema",
    "schema urho3d.animation",
    "schema urho3d.animation -o ani.xml",
    "schema nothing",
    "schema --diff urho3d.animation urho3d.animation",
    "schema --diff urho3d.animation horde3d.animation",
    "schema --diff urho3d.animation nothing",
    "textconv one.ani",
    "textconv notes.txt",
    "textconv gone.ani",
    "unpack two.pak -o unpacked",
    "unpack wrong.pak -o wrong",
    "unpack unsafe.pak --on-unsafe rename -o safe",
    "unpack one.ani -o none",
];

/// A repository with what [`LINES`] are about.
fn content() -> TempDir {
    let made = tempfile::tempdir().unwrap();
    let at = |name: &str| made.path().join(name);
    let put = |name: &str, bytes: &[u8]| fs::write(at(name), bytes).unwrap();
    for (from, to) in [
        (one().into(), "one.ani"),
        (ani("uani-odd-times.ani"), "odd.ani"),
        (ani("uani-long.ani"), "long.ani"),
        (ani("uani-long-edited.ani"), "edited.ani"),
        (pak("upak-two.pak").into(), "two.pak"),
        (pak("upak-wrong-checksum.pak").into(), "wrong.pak"),
        (pak("upak-unsafe-names.pak").into(), "unsafe.pak"),
    ] {
        fs::copy(from, at(to)).unwrap();
    }
    let bytes = fs::read(one()).unwrap();
    put("cut.ani", &bytes[..35]);
    let long = fs::read(ani("uani-long.ani")).unwrap();
    put("long-cut.ani", &long[..long.len() - 1]);
    put("behind.ani", &[&bytes[..], b"more"].concat());
    put("notes.txt", b"Notes.\n");
    put(
        "wrong.xml",
        b"<urho3d.animation formwork=\"2\" surprise=\"\"/>\n",
    );
    put(
        "a.scene.xml",
        b"<Group name=\"a\"><Reference name=\"r\" sceneGraph=\"b.scene.xml\"/></Group>",
    );
    fs::create_dir(at("clips")).unwrap();
    put("clips/one.ani", &bytes);
    fs::create_dir(at("packed")).unwrap();
    put("packed/cut.ani", &bytes[..35]);
    let odd = at("odd.ani");
    put(
        "odd.xml",
        output(&["decode", odd.to_str().unwrap()]).as_bytes(),
    );
    let git = Command::new("git")
        .args(["init", "-q"])
        .current_dir(&made)
        .status();
    assert!(git.unwrap().success());
    made
}
