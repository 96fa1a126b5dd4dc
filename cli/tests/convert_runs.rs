//! Conversions of several files in one run: their names, and what is written.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use crate::common::{formwork, listed, objects};
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
fn outputs_of_one_name_are_shared_or_renamed_whatever_the_threads() {
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
