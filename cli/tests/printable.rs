//! Text from outside reaches no terminal and no runner of workflows as it is: an escape character, a line break and the like
//! are put into every string of every kind of input, and nothing but the command's own line ends comes out.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use serde_json::Value;
use tempfile::{TempDir, tempdir};

use crate::common::{folder as fixtures, formwork};

/// What orders a terminal about, ends a line, begins a command of a workflow, or turns text around.
const HOSTILE: &str = "x\u{1b}[31m\n::error::y\r\u{7}\u{9b}\u{202e}\u{2066}\t##[error]z";

/// Runs in a folder; nothing of what is printed may be hostile.
fn run(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = formwork(arguments);
    let output = command.current_dir(folder).output().unwrap();
    // What these print is the file's, in lines of their own.
    let is_content = ["dump", "diff", "textconv"].contains(&arguments[0]);
    let is_github = arguments.contains(&"github");
    for (stream, bytes) in [("output", &output.stdout), ("error", &output.stderr)] {
        let text = String::from_utf8(bytes.clone()).unwrap();
        let context = || format!("{arguments:?}, standard {stream}: {text:?}");
        assert!(!text.contains("panicked"), "{}", context());
        for line in text.split('\n') {
            let is_raw = |c: char| {
                // `textconv` indents XML with them.
                let is_tab = c == '\t' && arguments[0] == "textconv";
                c.is_control() && !is_tab
                    || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
            };
            assert!(!line.contains(is_raw), "{}", context());
            let is_ours = ["::error file=", "::warning file=", "::notice file="]
                .iter()
                .any(|start| line.starts_with(start));
            let is_command =
                line.trim_start().starts_with("::") || !is_content && line.contains("##[");
            assert!(!is_command || is_github && is_ours, "{}", context());
        }
    }
    output
}

/// The commands that look at a file and write nothing.
fn look(folder: &Path, file: &str) {
    for command in ["identify", "inspect", "dump", "list", "textconv"] {
        run(folder, &[command, file]);
    }
    run(folder, &["inspect", file, "--content", ".", "--all"]);
    run(folder, &["inspect", file, "--content", ".", "--as", "dot"]);
    run(folder, &["check", file, "--verbose"]);
    for form in ["github", "junit", "sarif"] {
        run(folder, &["check", file, "--as", form]);
    }
    for command in ["identify", "inspect", "check", "list"] {
        run(folder, &[command, file, "--json"]);
    }
}

/// The commands that make something of a file.
fn make(folder: &Path, file: &str, other: &str) {
    run(folder, &["diff", file, other]);
    run(folder, &["salvage", file, "-o", "salvaged", "--force"]);
    run(folder, &["unpack", file, "-o", "unpacked"]);
    for target in ["gltf", "urho3d", "horde3d", "obj"] {
        run(
            folder,
            &["convert", file, "-o", "made/", "--to", target, "--force"],
        );
    }
}

/// Every place of a string in a JSON text, one of those that differ in the numbers of lists only.
fn strings(value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    let (mut known, mut next) = (BTreeSet::new(), vec![(String::new(), String::new(), value)]);
    while let Some((pointer, kind, value)) = next.pop() {
        match value {
            Value::String(_) if known.insert(kind.clone()) => found.push(pointer),
            Value::Array(items) => next.extend(
                items
                    .iter()
                    .enumerate()
                    .map(|(place, item)| (format!("{pointer}/{place}"), format!("{kind}/"), item)),
            ),
            Value::Object(members) => next.extend(members.iter().map(|(name, item)| {
                let step = name.replace('~', "~0").replace('/', "~1");
                (format!("{pointer}/{step}"), format!("{kind}/{step}"), item)
            })),
            _ => {}
        }
    }
    found
}

fn write_json(folder: &Path, name: &str, value: &Value) {
    fs::write(folder.join(name), value.to_string()).unwrap();
}

fn sample(name: &str) -> PathBuf {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../samples")).join(name)
}

/// A sample as JSON.
fn decoded(folder: &Path, path: &Path) -> Value {
    let path = path.to_str().unwrap();
    let mut command = formwork(&[
        "decode",
        path,
        "--to",
        "json",
        "-o",
        "decoded.json",
        "--force",
    ]);
    command.current_dir(folder).assert().success();
    serde_json::from_slice(&fs::read(folder.join("decoded.json")).unwrap()).unwrap()
}

/// Puts hostile text into the strings of a file: into each alone, which may make a text that is refused, and into all at once
/// that a file can hold.
fn poison_file(path: &Path) {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    let name = path.file_name().unwrap().to_str().unwrap();
    let sound = decoded(folder, path);
    let mut all = sound.clone();
    fs::copy(path, folder.join(name)).unwrap();
    fs::create_dir(folder.join("h")).unwrap();
    let poisoned = format!("h/{name}");
    for pointer in strings(&sound) {
        let mut one = sound.clone();
        *one.pointer_mut(&pointer).unwrap() = HOSTILE.into();
        write_json(folder, "one.json", &one);
        run(folder, &["check", "one.json"]);
        let encode = ["encode", "one.json", "-o", &poisoned, "--force"];
        if run(folder, &encode).status.success() {
            *all.pointer_mut(&pointer).unwrap() = HOSTILE.into();
        }
    }
    write_json(folder, "all.json", &all);
    run(folder, &["encode", "all.json", "-o", &poisoned, "--force"]);
    look(folder, &poisoned);
    make(folder, &poisoned, name);
}

#[test]
fn names_in_files() {
    for name in [
        "urho3d/Walk.ani",
        "urho3d/Figure.mdl",
        "urho3d/Figure.pak",
        "horde3d/walk.anim",
        "horde3d/figure.scene.xml",
        "horde3d/face.material.xml",
        "horde3d/dust.particle.xml",
        "horde3d/forward.pipeline.xml",
    ] {
        poison_file(&sample(name));
    }
    let shaders = fixtures().join("horde3d");
    let shader = fs::read_dir(shaders.join("shader")).ok();
    for entry in shader.into_iter().flatten().take(2) {
        poison_file(&entry.unwrap().path());
    }
}

/// A small glTF file of a sample, with a material and names.
fn gltf(folder: &Path) -> Value {
    let figure = sample("gltf/figure.glb");
    let figure = figure.to_str().unwrap();
    let convert = [
        "convert",
        figure,
        "-o",
        "sound.gltf",
        "--to",
        "gltf-embedded",
    ];
    formwork(&convert).current_dir(folder).assert().success();
    let mut json: Value =
        serde_json::from_slice(&fs::read(folder.join("sound.gltf")).unwrap()).unwrap();
    // What a sample need not have.
    json["extensionsUsed"] = serde_json::json!(["EXT_one", "EXT_two"]);
    json["extensionsRequired"] = serde_json::json!([]);
    json["images"] = serde_json::json!([{ "uri": "a.png" }]);
    json["textures"] = serde_json::json!([{ "source": 0 }]);
    json["materials"] = serde_json::json!([{ "normalTexture": { "index": 0 } }]);
    json["meshes"][0]["primitives"][0]["material"] = 0.into();
    for list in [
        "materials",
        "meshes",
        "nodes",
        "skins",
        "animations",
        "scenes",
        "images",
    ] {
        for item in json[list].as_array_mut().into_iter().flatten() {
            item["name"] = "some".into();
            item["extensions"] = serde_json::json!({ "EXT_one": { "a": "b" } });
        }
    }
    json
}

#[test]
fn strings_of_gltf() {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    let sound = gltf(folder);
    let mut names = sound.clone();
    for pointer in strings(&sound) {
        let mut one = sound.clone();
        *one.pointer_mut(&pointer).unwrap() = HOSTILE.into();
        if pointer.ends_with("/name") {
            *names.pointer_mut(&pointer).unwrap() = HOSTILE.into();
        }
        write_json(folder, "one.gltf", &one);
        for target in ["urho3d", "horde3d"] {
            run(
                folder,
                &[
                    "convert", "one.gltf", "-o", "made/", "--to", target, "--force",
                ],
            );
        }
    }
    let mut required = sound.clone();
    required["extensionsRequired"] = serde_json::json!([HOSTILE]);
    let mut members = sound.clone();
    members["extensionsUsed"] = serde_json::json!([HOSTILE]);
    members["materials"][0]["extensions"] = serde_json::json!({ HOSTILE: {} });
    members["nodes"][0]["extras"] = serde_json::json!({ HOSTILE: HOSTILE });
    members["nodes"][0][HOSTILE] = HOSTILE.into();
    members["meshes"][0]["primitives"][0]["attributes"][HOSTILE] = 0.into();
    for json in [names, required, members] {
        write_json(folder, "more.gltf", &json);
        for target in ["urho3d", "horde3d", "glb", "obj", "ply"] {
            run(
                folder,
                &[
                    "convert",
                    "more.gltf",
                    "-o",
                    "made/",
                    "--to",
                    target,
                    "--force",
                ],
            );
            let strict = [
                "convert",
                "more.gltf",
                "-o",
                "strict/",
                "--to",
                target,
                "--strict",
            ];
            run(folder, &strict);
        }
    }
}

/// A folder whose name is hostile, and files in it with such names.
fn hostile_names() -> (TempDir, Vec<String>) {
    let folder = tempdir().unwrap();
    // A slash would be another folder.
    let hostile = HOSTILE.replace('/', "");
    let inner = folder.path().join(&hostile);
    fs::create_dir(&inner).unwrap();
    let sources = [
        "urho3d/Walk.ani",
        "urho3d/Crate.mdl",
        "urho3d/Figure.pak",
        "horde3d/figure.scene.xml",
    ];
    let named = sources.map(|source| {
        let (_, name) = source.split_once('.').unwrap();
        let name = format!("::error::{hostile}.{name}");
        fs::copy(sample(source), inner.join(&name)).unwrap();
        format!("{hostile}/{name}")
    });
    let mut named = named.to_vec();
    let broken = format!("{hostile}/{hostile}.mdl");
    fs::write(folder.path().join(&broken), b"UMD2\x01\0\0\0").unwrap();
    named.push(broken);
    named.push(format!("{hostile}/missing.mdl"));
    (folder, named)
}

#[test]
#[cfg(unix)]
fn names_of_files() {
    let (folder, names) = hostile_names();
    let folder = folder.path();
    for name in &names {
        look(folder, name);
        make(folder, name, &names[0]);
        // From the folder itself, so that lines begin with the name.
        let (inner, own) = name.split_once('/').unwrap();
        for command in ["identify", "inspect", "check"] {
            run(&folder.join(inner), &[command, "--", own]);
        }
        run(folder, &["encode", name, "-o", name]);
        run(folder, &["check", "--", "-\u{1b}", name]);
        run(folder, &["check", &format!("--{name}"), name]);
        run(folder, &["check", "--profile", name, name]);
        run(folder, &[name]);
        run(folder, &["explain", name]);
        run(folder, &["schema", name]);
        run(folder, &["schema", "--diff", name, name]);
        run(folder, &["identify", name, "--as-format", name]);
        run(folder, &["--schema", name, "check", name]);
        run(folder, &["check", name, "--baseline", name]);
        run(folder, &["dump", name, "--path", name]);
        run(folder, &["convert", name, "-o", name, "--allow", name]);
        run(folder, &["convert", name, "-o", "x", "--report", name]);
    }
    for command in ["check", "identify", "inspect"] {
        run(folder, &[command, "."]);
    }
    run(folder, &["inspect", "--content", ".", "."]);
    run(folder, &["convert", ".", "-o", "all/", "--to", "glb"]);
    run(folder, &["pack", ".", "-o", "all.pak"]);
    run(folder, &["list", "all.pak"]);
    run(folder, &["unpack", "all.pak", "-o", "unpacked"]);
    run(folder, &["pack", &names[0], "-o", &names[1]]);
}

/// Each string of a configuration, and each name of a member.
#[test]
fn configurations() {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    fs::copy(sample("urho3d/Walk.ani"), folder.join("Walk.ani")).unwrap();
    // As TOML writes them: in quotes, and as they are, which is refused.
    let quoted = "\"x\\u001b[31m\\n::error::y\\u009b\\u202e\"";
    let raw = format!("\"{HOSTILE}\"");
    for text in [quoted, &raw, HOSTILE] {
        for line in [
            "profile = [*]",
            "only = [*]",
            "ignore = [*]",
            "fail-on = *",
            "glob = *",
            "* = 1",
            "profile = *",
            "files = [{ glob = * }]",
            "files = [{ glob = \"*\", ignore = [*] }]",
        ] {
            let line = line.replace('*', text);
            fs::write(folder.join("formwork.toml"), format!("[check]\n{line}\n")).unwrap();
            run(folder, &["check", "Walk.ani"]);
        }
        fs::write(folder.join("formwork.toml"), format!("[{text}]\n")).unwrap();
        run(folder, &["check", "Walk.ani"]);
    }
}

/// Each attribute of a descriptor, each name, and the text between them.
#[test]
fn descriptors() {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    fs::copy(sample("urho3d/Walk.ani"), folder.join("Walk.ani")).unwrap();
    let mut command = formwork(&["schema", "urho3d.animation"]);
    let text = String::from_utf8(command.output().unwrap().stdout).unwrap();
    // In XML, a control character can only be one of the second set, and a line break has to be a reference.
    let spelled = "x&#10;::error::y&#155;&#x202e;&#9;##[error]";
    let mut known = BTreeSet::new();
    for (start, _) in text.match_indices("=\"") {
        let end = start + 2 + text[start + 2..].find('"').unwrap();
        let name = text[..start].rsplit(' ').next().unwrap();
        if !known.insert(name) {
            continue;
        }
        let name_start = start - name.len();
        for poisoned in [
            format!("{}{spelled}{}", &text[..start + 2], &text[end..]),
            format!("{}{HOSTILE}{}", &text[..start + 2], &text[end..]),
            format!("{}x\u{9b}\u{202e}{}", &text[..name_start], &text[start..]),
        ] {
            fs::write(folder.join("some.xml"), poisoned).unwrap();
            run(folder, &["--schema", "some.xml", "check", "Walk.ani"]);
            run(folder, &["--schema", "some.xml", "inspect", "Walk.ani"]);
            run(folder, &["--schema", "some.xml", "formats"]);
            run(
                folder,
                &["schema", "--diff", "urho3d.animation", "some.xml"],
            );
            fs::create_dir_all(folder.join("all")).unwrap();
            fs::copy(folder.join("some.xml"), folder.join("all/some.xml")).unwrap();
            run(folder, &["--schemas", "all", "check", "Walk.ani"]);
        }
    }
    assert!(known.len() > 8, "{known:?}");
}

/// Lists and baselines: each line is text from outside.
#[test]
fn lists() {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    fs::create_dir(folder.join("in")).unwrap();
    fs::copy(sample("urho3d/Walk.ani"), folder.join("in/Walk.ani")).unwrap();
    for text in [
        HOSTILE.to_owned(),
        format!("{{\"formwork\": 1, \"path\": \"{HOSTILE}\"}}"),
        format!("[{HOSTILE}]"),
    ] {
        fs::write(folder.join("list"), &text).unwrap();
        fs::write(folder.join("in/.formworkignore"), &text).unwrap();
        run(folder, &["check", "in", "--baseline", "list"]);
        run(
            folder,
            &["pack", "in", "-o", "a.pak", "--order", "list", "--force"],
        );
        run(
            folder,
            &["pack", "in", "-o", "a.pak", "--exclude", &text, "--force"],
        );
        run(folder, &["unpack", "a.pak", "-o", "out", &text, "--force"]);
        run(folder, &["cat", "a.pak", &text]);
    }
}

/// Git says where repositories are, and what went wrong, in words of its own.
#[test]
#[cfg(unix)]
fn git() {
    let folder = tempdir().unwrap();
    let git = |folder: &Path, arguments: &[&str]| {
        let mut command = Command::new("git");
        command.args(["-c", "user.name=a", "-c", "user.email=a@example.org"]);
        command.args(arguments).current_dir(folder);
        command.env("GIT_CONFIG_GLOBAL", "/dev/null");
        command.output().is_ok_and(|output| output.status.success())
    };
    let repository = folder.path().join(HOSTILE);
    fs::create_dir(&repository).unwrap();
    if !git(&repository, &["init", "-q"]) {
        return;
    }
    assert!(git(
        &repository,
        &["commit", "-q", "--allow-empty", "-m", "One"]
    ));
    let tree = format!("../tree{HOSTILE}");
    assert!(git(
        &repository,
        &["worktree", "add", "-q", &tree, "-b", "other"]
    ));
    let inside = |command: &str, at: &str| run(&repository, &["git", command, "--repo", at]);
    for at in [".", &tree, HOSTILE] {
        inside("install", at);
    }
    inside("uninstall", ".");
    assert!(git(
        &repository,
        &["config", "diff.formwork.textconv", HOSTILE]
    ));
    inside("install", ".");
}
