//! Conversions of several files in one run: their names, and what is written.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use crate::common::{formwork, listed, objects};
use formwork_formats::package::names::fold;
use predicates::{prelude::*, str::contains};
use tempfile::TempDir;

const SAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../samples/urho3d");

fn path(folder: &TempDir, name: &str) -> String {
    folder.path().join(name).to_str().unwrap().to_owned()
}

/// A glTF file with a triangle whose material has this name and this red.
fn triangle(path: &Path, material: &str, red: f32) {
    let numbers: Vec<String> = [0f32, 0., 0., 1., 0., 0., 0., 1., 0.]
        .iter()
        .flat_map(|number| number.to_le_bytes())
        .map(|byte| format!("{byte:02x}"))
        .collect();
    let bin = path.with_extension("bin");
    let bytes = numbers
        .iter()
        .map(|two| u8::from_str_radix(two, 16).unwrap());
    fs::write(&bin, bytes.collect::<Vec<u8>>()).unwrap();
    let json = serde_json::json!({
        "asset": {"version": "2.0"},
        "scenes": [{"nodes": [0]}],
        "nodes": [{"mesh": 0, "name": "It"}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "material": 0}]}],
        "materials": [{
            "name": material,
            "pbrMetallicRoughness": {"baseColorFactor": [red, 0.5, 0.5, 1]},
        }],
        "accessors": [{
            "bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3",
            "min": [0, 0, 0], "max": [1, 1, 0],
        }],
        "bufferViews": [{"buffer": 0, "byteLength": 36}],
        "buffers": [{"uri": bin.file_name().unwrap().to_str().unwrap(), "byteLength": 36}],
    });
    fs::write(path, json.to_string()).unwrap();
}

/// All files below a folder.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().to_owned();
                found.insert(name, fs::read(&path).unwrap());
            }
        }
    }
    found
}

#[test]
fn names_keep_their_dots_for_every_target() {
    let names = [
        "Door.L", "Cube.002", "a.b.c.d", "v1.0", "Ä.ü", "Old.mdl", "plain",
    ];
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("in")).unwrap();
    for name in names {
        let file = folder.path().join(format!("in/{name}.mdl"));
        fs::copy(format!("{SAMPLES}/Crate.mdl"), file).unwrap();
    }
    for (target, extension) in [
        ("glb", "glb"),
        ("gltf", "gltf"),
        ("obj", "obj"),
        ("ply", "ply"),
        ("horde3d", "scene.xml"),
        ("urho3d", "mdl"),
        ("u3d", "mdl"),
        ("rbfx", "mdl"),
        ("atomic", "mdl"),
        ("urho3d-legacy", "mdl"),
    ] {
        let out = path(&folder, target);
        formwork(&["convert", &path(&folder, "in"), "-o", &out, "--to", target])
            .assert()
            .success();
        let found = listed(Path::new(&out));
        for name in names {
            let expected = format!("{name}.{extension}");
            assert!(found.contains(&expected), "{target}: {expected}: {found:?}");
        }
    }
}

#[test]
fn letter_case_of_extensions_makes_no_difference() {
    let horde3d = format!("{SAMPLES}/../horde3d");
    let families = [
        vec![
            (format!("{SAMPLES}/Crate.mdl"), "b.", "mdl"),
            (format!("{SAMPLES}/Figure.mdl"), "m.", "mdl"),
            (format!("{SAMPLES}/Walk.ani"), "w.", "ani"),
        ],
        vec![
            (format!("{horde3d}/figure.geo"), "f.", "geo"),
            (format!("{horde3d}/walk.anim"), "w.", "anim"),
        ],
    ];
    for files_of in families {
        let folder = tempfile::tempdir().unwrap();
        for case in ["low", "up", "mixed"] {
            fs::create_dir(folder.path().join(case)).unwrap();
            for (number, (file, stem, extension)) in files_of.iter().enumerate() {
                let extension = match (case, number) {
                    ("up", _) | ("mixed", 0) => extension.to_uppercase(),
                    _ => (*extension).to_owned(),
                };
                let to = format!("{case}/{stem}{extension}");
                fs::copy(file, folder.path().join(to)).unwrap();
            }
        }
        for target in [
            "glb",
            "obj",
            "urho3d",
            "u3d",
            "rbfx",
            "atomic",
            "urho3d-legacy",
            "horde3d",
            "horde3d-sls",
        ] {
            let results = ["low", "up", "mixed"].map(|case| {
                let out = path(&folder, &format!("{target}/{case}"));
                let input = path(&folder, case);
                formwork(&["convert", &input, "-o", &out, "--to", target])
                    .assert()
                    .success();
                let names: Vec<PathBuf> = files(Path::new(&out)).into_keys().collect();
                names
            });
            assert!(!results[0].is_empty(), "{target}");
            assert_eq!(results[0], results[1], "{target}");
            assert_eq!(results[0], results[2], "{target}");
        }
    }
}

#[test]
fn names_that_become_one_get_numbers() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("in")).unwrap();
    let long = "l".repeat(190);
    let others = [format!("{long}1"), format!("{long}2"), format!("{long}3")];
    let names = [".x", "x", " x", "x_1", "x;", "X", "\u{e9}", "e\u{301}"].map(str::to_owned);
    let names: Vec<String> = names.into_iter().chain(others).collect();
    for name in &names {
        let file = folder.path().join(format!("in/{name}.mdl"));
        fs::copy(format!("{SAMPLES}/Crate.mdl"), file).unwrap();
    }
    for (target, ending) in [
        ("horde3d", ".scene.xml"),
        ("horde3d-sls", ".geo"),
        ("glb", ".glb"),
        ("urho3d-legacy", ".mdl"),
    ] {
        let out = path(&folder, target);
        let input = path(&folder, "in");
        let mut done = formwork(&["convert", "--json", &input, "-o", &out, "--to", target]);
        let done = done.assert().success();
        let found = listed(Path::new(&out));
        let models = found.iter().filter(|name| name.ends_with(ending));
        let folded: std::collections::BTreeSet<String> =
            models.map(|name| fold(name.as_bytes())).collect();
        assert_eq!(folded.len(), names.len(), "{target}: {found:?}");
        let told = objects(&done.get_output().stdout);
        let is_renamed = |one: &&serde_json::Value| one["losses"].to_string().contains("C215");
        let renamed = told.iter().filter(is_renamed).count();
        // All of them, or `X` and what then has the name `x_1`, and one for its accent.
        let expected = if target.starts_with("horde3d") {
            names.len() - 1
        } else {
            3
        };
        assert_eq!(renamed, expected, "{target}");
    }
}

/// Gives a triangle and all that is on it a name, and moves it.
fn call(path: &Path, name: &str) {
    triangle(path, name, 0.5);
    let mut file: serde_json::Value = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
    file["meshes"][0]["name"] = name.into();
    let views = [(8, "SCALAR"), (0, "VEC3")].map(|(start, kind)| {
        serde_json::json!({
            "bufferView": 0, "byteOffset": start, "componentType": 5126, "count": 2, "type": kind,
            "min": [0], "max": [1],
        })
    });
    for mut accessor in views {
        if accessor["type"] == "VEC3" {
            accessor["min"] = serde_json::json!([0, 0, 0]);
            accessor["max"] = serde_json::json!([1, 0, 0]);
        }
        file["accessors"].as_array_mut().unwrap().push(accessor);
    }
    file["animations"] = serde_json::json!([{
        "name": name,
        "channels": [{"sampler": 0, "target": {"node": 0, "path": "translation"}}],
        "samplers": [{"input": 1, "output": 2}],
    }]);
    fs::write(path, file.to_string()).unwrap();
}

#[test]
fn names_that_no_file_can_have_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("it.gltf");
    let long = "n".repeat(200);
    for (number, (name, is_whole)) in [
        ("Plain name.001", true),
        ("Armature|Run", false),
        ("a;b", false),
        ("a/b", false),
        ("..", false),
        ("CON", false),
        (" x", false),
        (&*long, false),
    ]
    .into_iter()
    .enumerate()
    {
        call(&file, name);
        for target in ["urho3d", "rbfx", "horde3d"] {
            let out = format!("{}/", path(&folder, &format!("{target}{number}")));
            let input = path(&folder, "it.gltf");
            let done = formwork(&["convert", "--json", &input, "-o", &out, "--to", target])
                .assert()
                .success();
            let told = objects(&done.get_output().stdout);
            let losses = told[0]["losses"].as_array().unwrap();
            let renamed = losses.iter().find(|loss| loss["code"] == "C215");
            assert_eq!(renamed.is_none(), is_whole, "{name}: {target}: {losses:?}");
            // Materials, clips, and in the Urho3D family models.
            let expected = if target == "horde3d" { 2 } else { 3 };
            let is_right = |loss: &serde_json::Value| loss["count"] == expected;
            assert!(renamed.is_none_or(is_right), "{name}: {target}: {losses:?}");
            for path in files(Path::new(&out)).keys() {
                assert!(!path.to_str().unwrap().contains([';', '|']), "{path:?}");
            }
        }
        let prefab = fs::read_to_string(folder.path().join(format!("urho3d{number}/it.xml")));
        let prefab = prefab.unwrap();
        let lists = prefab.lines().filter(|line| line.contains("Materials/"));
        let counts: Vec<usize> = lists.map(|line| line.matches(';').count()).collect();
        assert_eq!(counts, [1], "{prefab}");
    }
}

#[test]
fn prefabs_name_the_models_that_are_written() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("it.gltf");
    triangle(&file, "Steel", 0.5);
    let mut json: serde_json::Value = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
    let names = ["\u{c9}", "\u{e9}", "e\u{301}", "A", "a", "a;", "x.L", "x.l"];
    let mesh = json["meshes"][0].take();
    let (mut meshes, mut nodes) = (Vec::new(), Vec::new());
    for (number, name) in names.iter().enumerate() {
        meshes.push(mesh.clone());
        meshes[number]["name"] = (*name).into();
        nodes.push(serde_json::json!({"mesh": number}));
    }
    json["scenes"][0]["nodes"] = (0..nodes.len()).collect();
    json["meshes"] = meshes.into();
    json["nodes"] = nodes.into();
    fs::write(&file, json.to_string()).unwrap();
    let out = format!("{}/", path(&folder, "out"));
    let input = path(&folder, "it.gltf");
    formwork(&["convert", &input, "-o", &out, "--to", "urho3d"])
        .assert()
        .success();
    let prefab = fs::read_to_string(Path::new(&out).join("it.xml")).unwrap();
    let models = prefab.split("Model;").skip(1);
    let models: Vec<&str> = models.map(|rest| rest.split('"').next().unwrap()).collect();
    let different: std::collections::BTreeSet<String> =
        models.iter().map(|name| fold(name.as_bytes())).collect();
    assert_eq!(different.len(), names.len(), "{prefab}");
    for model in models {
        assert!(Path::new(&out).join(model).is_file(), "{model}");
    }
}

#[test]
fn outputs_of_one_name_do_not_depend_on_threads() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("in")).unwrap();
    // Equal ones, another, one that differs in letter case only, and one with the name that another gets.
    for (name, material, red) in [
        ("a", "Skin", 0.1),
        ("b", "Skin", 0.1),
        ("c", "Skin", 0.9),
        ("d", "skin", 0.1),
        ("e", "Skin_1", 0.3),
        ("f", "Skin", 0.9),
    ] {
        triangle(
            &folder.path().join(format!("in/{name}.gltf")),
            material,
            red,
        );
    }
    let input = path(&folder, "in");
    let mut results = Vec::new();
    for (run, threads) in ["1", "2", "8", "8"].iter().enumerate() {
        let out = path(&folder, &format!("out{run}"));
        let mut command = formwork(&["convert", "--json", &input, "-o", &out, "--to", "urho3d"]);
        let done = command.env("RAYON_NUM_THREADS", threads).assert().success();
        let told = objects(&done.get_output().stdout);
        let renamed: Vec<bool> = told
            .iter()
            .map(|one| one["losses"].to_string().contains("C215"))
            .collect();
        assert_eq!(renamed, [false, false, true, true, true, true]);
        results.push(files(Path::new(&out)));
    }
    assert!(results.iter().all(|result| *result == results[0]));
    let found = &results[0];
    let material = |model: &str| {
        let list = &found[Path::new(&format!("{model}.txt"))];
        let name = String::from_utf8(list.clone()).unwrap().trim().to_owned();
        (found[Path::new(&name)].clone(), name)
    };
    let [a, b, c, d, e, f] = ["a", "b", "c", "d", "e", "f"].map(material);
    assert_eq!(a, b);
    assert_eq!(c, f);
    assert_eq!(a.1, "Materials/Skin.xml");
    let all = [&a, &c, &d, &e].map(|one| one.1.to_lowercase());
    assert_eq!(
        all.iter().collect::<std::collections::BTreeSet<_>>().len(),
        4
    );
    assert_ne!(a.0, c.0);
}

#[test]
fn files_that_exist_are_reported_once_and_nothing_is_written() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("in")).unwrap();
    for name in ["a", "b", "c"] {
        triangle(&folder.path().join(format!("in/{name}.gltf")), name, 0.5);
    }
    let (input, out) = (path(&folder, "in"), path(&folder, "out"));
    fs::create_dir(&out).unwrap();
    for name in ["a.mdl", "c.mdl"] {
        fs::write(Path::new(&out).join(name), "mine").unwrap();
    }
    let before = files(Path::new(&out));
    let done = formwork(&["convert", &input, "-o", &out, "--to", "urho3d"]).assert();
    done.failure()
        .stderr(contains("2 other files are there already").count(1));
    assert_eq!(files(Path::new(&out)), before);
    formwork(&["convert", &input, "-o", &out, "--to", "urho3d", "--force"])
        .assert()
        .success();
    assert_ne!(files(Path::new(&out)), before);
    // Again nothing differs, so nothing is in the way.
    formwork(&["convert", &input, "-o", &out, "--to", "urho3d"])
        .assert()
        .success();
}

#[test]
fn files_of_a_folder_that_cannot_be_read_are_reported_and_counted() {
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("in");
    fs::create_dir(&input).unwrap();
    fs::copy(format!("{SAMPLES}/Crate.mdl"), input.join("good.mdl")).unwrap();
    let pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 3\n";
    let broken = [
        ("pointer.mdl", pointer.as_bytes()),
        ("empty.glb", b""),
        ("foreign.ani", b"RIFF\x04\0\0\0ACON"),
        ("broken.geo", b"H3DG"),
        ("text.scene.xml", b"<other/>"),
    ];
    for (name, bytes) in broken {
        fs::write(input.join(name), bytes).unwrap();
    }
    fs::write(input.join("notes.txt"), "no model").unwrap();
    let out = path(&folder, "out");
    let input = path(&folder, "in");
    let done = formwork(&["convert", &input, "-o", &out, "--to", "glb"]).assert();
    let mut done = done
        .failure()
        .stderr(contains("5 of 6 files not converted"));
    for (name, _) in broken {
        done = done.stderr(contains(name));
    }
    done.stderr(contains("notes.txt").not());
    assert_eq!(listed(Path::new(&out)), ["good.glb"]);
}

#[cfg(unix)]
#[test]
fn links_that_lead_nowhere_are_reported_and_counted() {
    use std::os::unix::fs::symlink;

    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("in");
    fs::create_dir_all(input.join("below")).unwrap();
    fs::copy(format!("{SAMPLES}/Crate.mdl"), input.join("good.mdl")).unwrap();
    symlink("nowhere", input.join("below/gone.mdl")).unwrap();
    symlink("round.ani", input.join("round.ani")).unwrap();
    symlink("nowhere", input.join("notes.txt")).unwrap();
    symlink("good.mdl", input.join("link.mdl")).unwrap();
    let (out, named) = (path(&folder, "out"), input.join("below/gone.mdl"));
    let named = formwork(&["check", named.to_str().unwrap()]).output();
    let code = named.unwrap().status.code().unwrap();
    let input = path(&folder, "in");
    let converted = formwork(&["convert", &input, "-o", &out, "--to", "glb"])
        .assert()
        .code(code)
        .stderr(contains("2 of 3 files not converted"));
    let checked = formwork(&["check", &input])
        .assert()
        .code(code)
        .stdout(contains("1 ok, 0 failed, 0 unsupported, 2 unreadable"));
    for done in [converted, checked] {
        let done = done.get_output();
        let told = [&*done.stdout, &*done.stderr].concat();
        let told = String::from_utf8(told).unwrap();
        for (name, is_told) in [("gone.mdl", true), ("round.ani", true), ("notes", false)] {
            assert_eq!(told.contains(name), is_told, "{told}");
        }
    }
    assert_eq!(listed(Path::new(&out)), ["good.glb"]);
}

#[cfg(unix)]
#[test]
fn a_file_that_cannot_be_replaced_leaves_all_others_as_they_were() {
    let folder = tempfile::tempdir().unwrap();
    let out = path(&folder, "out/f.gltf");
    let samples = |name: &str| format!("{SAMPLES}/{name}");
    formwork(&["convert", &samples("Figure.mdl"), "-o", &out])
        .assert()
        .success();
    let mut read_only = fs::metadata(&out).unwrap().permissions();
    read_only.set_readonly(true);
    fs::set_permissions(&out, read_only).unwrap();
    let before = files(&folder.path().join("out"));
    formwork(&["convert", &samples("Crate.mdl"), "-o", &out, "--force"])
        .assert()
        .failure()
        .stderr(contains("read-only"));
    assert_eq!(files(&folder.path().join("out")), before);
}

#[test]
fn texts_are_inputs_within_their_family() {
    let folder = tempfile::tempdir().unwrap();
    let sample = |name: &str| format!("{SAMPLES}/{name}");
    for (form, text) in [("xml", "xml"), ("json", "json")] {
        for (name, extension) in [("Figure", "mdl"), ("Walk", "ani")] {
            let source = sample(&format!("{name}.{extension}"));
            for infix in ["", ".L", &format!(".{extension}")] {
                let input = path(&folder, &format!("{name}{infix}.{form}"));
                formwork(&["decode", "--to", text, &source, "-o", &input, "--force"])
                    .assert()
                    .success();
                let outs =
                    ["text", "file"].map(|out| path(&folder, &format!("{form}{infix}{out}/")));
                for (input, out) in [&input, &source].into_iter().zip(&outs) {
                    formwork(&["convert", input, "-o", out, "--to", "rbfx"])
                        .assert()
                        .success();
                }
                let stem = if infix == ".L" {
                    format!("{name}.L")
                } else {
                    name.into()
                };
                let made = fs::read(format!("{}{stem}.{extension}", outs[0])).unwrap();
                let expected = fs::read(format!("{}{name}.{extension}", outs[1])).unwrap();
                assert!(made == expected, "{input}");
                fs::remove_dir_all(&outs[0]).unwrap();
                fs::remove_dir_all(&outs[1]).unwrap();
            }
        }
    }
}
