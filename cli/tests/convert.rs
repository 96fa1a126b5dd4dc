//! Converting models, scenes and clips.

use std::{fs, path::Path};

use crate::common::{formwork, listed, objects};
use predicates::{prelude::*, str::contains};
use serde_json::Value;
use tempfile::TempDir;

/// One of the samples.
fn sample(name: &str) -> String {
    format!("{}/../samples/{name}", env!("CARGO_MANIFEST_DIR"))
}

fn figure() -> [String; 2] {
    [sample("urho3d/Figure.mdl"), sample("urho3d/Walk.ani")]
}

fn path(folder: &TempDir, name: &str) -> String {
    folder.path().join(name).to_str().unwrap().to_owned()
}

/// Runs a conversion in a folder of its own; what it tells programs.
#[track_caller]
fn converted(arguments: &[&str]) -> Value {
    let arguments: Vec<&str> = ["convert", "--json"]
        .into_iter()
        .chain(arguments.iter().copied())
        .collect();
    let done = formwork(&arguments).assert().success();
    let mut objects = objects(&done.get_output().stdout);
    assert_eq!(objects.len(), 1);
    objects.remove(0)
}

fn codes(told: &Value) -> Vec<&str> {
    let losses = told["losses"].as_array().unwrap();
    losses
        .iter()
        .map(|loss| loss["code"].as_str().unwrap())
        .collect()
}

#[test]
fn a_model_and_its_clip_come_back_from_gltf() {
    let folder = tempfile::tempdir().unwrap();
    let [model, clip] = figure();
    for name in ["figure.glb", "figure.gltf"] {
        let gltf = path(&folder, name);
        let told = converted(&[&model, &clip, "-o", &gltf]);
        assert_eq!(told["from"], "urho3d.model");
        let back = path(&folder, &format!("back of {name}/Figure.mdl"));
        let told = converted(&[&gltf, "-o", &back]);
        assert_eq!(told["from"], "gltf");
        assert!(
            fs::read(&back).unwrap() == fs::read(&model).unwrap(),
            "{name}"
        );
        let outputs = told["outputs"].as_array().unwrap();
        let is_clip = |output: &&Value| output["format"] == "urho3d.animation";
        let made = outputs.iter().find(is_clip).expect("a clip");
        assert!(
            fs::read(made["path"].as_str().unwrap()).unwrap() == fs::read(&clip).unwrap(),
            "{name}"
        );
    }
}

#[test]
fn texts_stand_for_the_files_that_are_converted() {
    let folder = tempfile::tempdir().unwrap();
    let made = |inputs: &[String], name: &str| {
        let gltf = path(&folder, name);
        let inputs = inputs.iter().map(String::as_str);
        converted(
            &inputs
                .chain(["-o", &gltf, "--origin", "none"])
                .collect::<Vec<_>>(),
        );
        fs::read(gltf).unwrap()
    };
    let texts = figure().map(|file| {
        let form = if file.ends_with("mdl") { "json" } else { "xml" };
        let stem = Path::new(&file).file_stem().unwrap().to_str().unwrap();
        let text = path(&folder, &format!("{stem}.{form}"));
        let decode = formwork(&["decode", &file, "--to", form, "-o", &text]).assert();
        decode.success();
        text
    });
    let of_texts = made(&texts, "texts/it.glb");
    assert!(of_texts == made(&figure(), "files/it.glb"));
    fs::write(
        path(&folder, "cut.json"),
        "{\"formwork\": 2, \"format\": \"urho3d.model\"",
    )
    .unwrap();
    let json = path(&folder, "cut.json");
    let damaged = formwork(&["convert", &json, "-o", &path(&folder, "no.glb")]).assert();
    damaged.code(4).stderr(contains("cut.json: malformed"));
}

#[test]
fn a_scene_and_its_clip_come_back_from_gltf() {
    let folder = tempfile::tempdir().unwrap();
    let (scene, clip) = (
        sample("horde3d/figure.scene.xml"),
        sample("horde3d/walk.anim"),
    );
    let gltf = path(&folder, "figure.glb");
    converted(&[&scene, &clip, "-o", &gltf]);
    let back = path(&folder, "figure.scene.xml");
    let told = converted(&[&gltf, "-o", &back]);
    for output in told["outputs"].as_array().unwrap() {
        let made = Path::new(output["path"].as_str().unwrap());
        let source = sample(&format!(
            "horde3d/{}",
            made.file_name().unwrap().to_str().unwrap()
        ));
        assert!(
            fs::read(made).unwrap() == fs::read(&source).unwrap(),
            "{source}"
        );
    }
    // The scene, its geometry, two materials and the clip.
    assert_eq!(told["outputs"].as_array().unwrap().len(), 5, "{told}");
}

#[test]
fn the_same_files_give_the_same_bytes() {
    let [model, clip] = figure();
    let made = || {
        let folder = tempfile::tempdir().unwrap();
        let told = converted(&[&model, &clip, "-o", &path(&folder, "other name.glb")]);
        told["outputs"][0]["sha256"].clone()
    };
    assert_eq!(made(), made());
}

#[test]
fn a_loss_is_refused_when_none_is_allowed() {
    let folder = tempfile::tempdir().unwrap();
    let [model, _] = figure();
    let out = path(&folder, "figure.obj");
    let done = formwork(&["convert", "--json", "--strict", &model, "-o", &out])
        .assert()
        .code(1);
    let told = objects(&done.get_output().stdout).remove(0);
    assert_eq!(told["written"], false);
    assert!(listed(folder.path()).is_empty());
    let all = codes(&told).join(",");
    formwork(&["convert", "--strict", &model, "-o", &out])
        .assert()
        .code(1)
        .stderr(contains("nothing was written").and(contains("--allow")));
    formwork(&["convert", "--strict", "--allow", &all, &model, "-o", &out])
        .assert()
        .success();
    assert!(Path::new(&out).is_file());
    formwork(&["convert", "--allow", "C999", &model, "-o", &out])
        .assert()
        .code(2)
        .stderr(contains("no code of a loss"));
}

#[test]
fn the_report_is_a_file_as_well() {
    let folder = tempfile::tempdir().unwrap();
    let [model, _] = figure();
    let report = path(&folder, "report.json");
    let out = path(&folder, "figure.glb");
    let told = converted(&[&model, "-o", &out, "--report", &report]);
    let kept: Value = serde_json::from_slice(&fs::read(&report).unwrap()).unwrap();
    assert_eq!(kept, told);
    assert!(codes(&told).contains(&"C001"));
}

#[test]
fn nothing_is_written_onto_an_input_or_onto_others() {
    let folder = tempfile::tempdir().unwrap();
    let model = path(&folder, "Figure.mdl");
    fs::copy(&figure()[0], &model).unwrap();
    formwork(&["convert", "--force", &model, "-o", &model, "--to", "rbfx"])
        .assert()
        .code(5)
        .stderr(contains("is what is read"));
    let out = path(&folder, "figure.glb");
    fs::write(&out, "mine").unwrap();
    formwork(&["convert", &model, "-o", &out])
        .assert()
        .code(5)
        .stderr(contains("--force replaces it"));
    assert_eq!(fs::read(&out).unwrap(), b"mine");
    formwork(&["convert", "--force", &model, "-o", &out])
        .assert()
        .success();
    // What is there already may be made again.
    formwork(&["convert", &model, "-o", &out])
        .assert()
        .success();
}

#[test]
fn a_folder_is_converted_model_by_model() {
    let folder = tempfile::tempdir().unwrap();
    let models = folder.path().join("in/Models");
    fs::create_dir_all(models.join("more")).unwrap();
    for name in ["Figure.mdl", "more/Figure.mdl", "Figure.old.mdl"] {
        fs::copy(&figure()[0], models.join(name)).unwrap();
    }
    fs::write(models.join("notes.txt"), "no model").unwrap();
    let (input, out) = (path(&folder, "in"), path(&folder, "out"));
    formwork(&["convert", &input, "-o", &out])
        .assert()
        .code(2)
        .stderr(contains("--to"));
    formwork(&["convert", &input, "-o", &out, "--to", "glb"])
        .assert()
        .success();
    for (below, names) in [
        ("", &["Figure.glb", "Figure.old.glb", "more"][..]),
        ("more", &["Figure.glb"]),
    ] {
        assert_eq!(listed(&folder.path().join("out/Models").join(below)), names);
    }
}

#[test]
fn what_is_not_converted_is_told_with_what_would_do() {
    let folder = tempfile::tempdir().unwrap();
    let out = path(&folder, "a.glb");
    for (name, bytes, said) in [
        (
            "a.dae",
            &b"<?xml version=\"1.0\"?><COLLADA/>"[..],
            "a COLLADA file",
        ),
        ("a.fbx", b"Kaydara FBX Binary  \0", "Blender"),
        ("a.txt", b"words", "glTF 2.0"),
    ] {
        let file = path(&folder, name);
        fs::write(&file, bytes).unwrap();
        formwork(&["convert", &file, "-o", &out])
            .assert()
            .code(3)
            .stderr(contains(said));
    }
    let package = sample("urho3d/Figure.pak");
    formwork(&["convert", &package, "-o", &out])
        .assert()
        .code(3)
        .stderr(contains("neither model, scene nor clip"));
    let [model, _] = figure();
    let walk = sample("horde3d/walk.anim");
    formwork(&["convert", &model, &walk, "-o", &out])
        .assert()
        .code(4)
        .stderr(contains("do not go together"));
    for (out, said) in [
        ("figure.xyz", "does not say what to write"),
        ("-", "writes files"),
    ] {
        formwork(&["convert", &model, "-o", out])
            .assert()
            .code(2)
            .stderr(contains(said));
    }
    formwork(&[
        "convert",
        &model,
        "-o",
        &path(&folder, "a.glb"),
        "--to",
        "rbfx",
    ])
    .assert()
    .code(2)
    .stderr(contains("no name for rbfx"));
}

#[test]
fn forks_are_converted_and_back() {
    let folder = tempfile::tempdir().unwrap();
    let [model, clip] = figure();
    for (file, extension) in [(&model, "mdl"), (&clip, "ani")] {
        let (there, back) = (
            path(&folder, &format!("there.{extension}")),
            path(&folder, &format!("back.{extension}")),
        );
        converted(&[file, "-o", &there, "--to", "rbfx"]);
        converted(&[&there, "-o", &back, "--to", "urho3d", "--no-start-key"]);
        assert!(fs::read(&there).unwrap() != fs::read(file).unwrap());
        assert!(fs::read(&back).unwrap() == fs::read(file).unwrap());
    }
}

#[test]
fn damaged_files_are_refused_with_their_place() {
    let folder = tempfile::tempdir().unwrap();
    let (bad, out) = (path(&folder, "bad.gltf"), path(&folder, "out.mdl"));
    let text = r#"{"asset": {"version": "2.0"}, "scenes": [{"nodes": [7]}], "nodes": []}"#;
    fs::write(&bad, text).unwrap();
    formwork(&["convert", &bad, "-o", &out])
        .assert()
        .code(4)
        .stderr(contains("/scenes/0/nodes/0"));
    let cut = path(&folder, "cut.mdl");
    fs::write(&cut, &fs::read(&figure()[0]).unwrap()[..5000]).unwrap();
    formwork(&["convert", &cut, "-o", &path(&folder, "out.glb")])
        .assert()
        .code(4)
        .stderr(contains(" at 0x"));
    assert_eq!(listed(folder.path()), ["bad.gltf", "cut.mdl"]);
}

/// A triangle with a picture on it, in a folder: the file, and the picture.
fn painted(folder: &TempDir, below: &str) -> (String, Vec<u8>) {
    let positions = [0.0_f32, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0];
    let coordinates = [0.0_f32, 0.0, 1.0, 0.0, 0.0, 1.0];
    let numbers = positions.iter().chain(&coordinates);
    let bytes: Vec<u8> = numbers.flat_map(|number| number.to_le_bytes()).collect();
    let text = serde_json::json!({
        "asset": {"version": "2.0"},
        "scenes": [{"nodes": [0]}],
        "nodes": [{"name": "Sail", "mesh": 0}],
        "meshes": [{"name": "Sail", "primitives": [
            {"attributes": {"POSITION": 0, "TEXCOORD_0": 1}, "material": 0}
        ]}],
        "materials": [{"name": "Cloth", "pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}],
        "textures": [{"source": 0}],
        "images": [{"uri": "tex/a%20b.png"}],
        "buffers": [{"uri": "sail.bin", "byteLength": bytes.len()}],
        "bufferViews": [
            {"buffer": 0, "byteLength": 36},
            {"buffer": 0, "byteOffset": 36, "byteLength": 24},
        ],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 0]},
            {"bufferView": 1, "componentType": 5126, "count": 3, "type": "VEC2"},
        ],
    });
    let at = folder.path().join(below);
    fs::create_dir_all(at.join("tex")).unwrap();
    // One grey pixel.
    let picture = [
        &b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\0\0\0\0\x3a\x7e\x9b\x55"[..],
        b"\0\0\0\nIDATx\x9cch\0\0\0\x82\0\x81w\xcd\x72\xb6\0\0\0\0IEND\xaeB\x60\x82",
    ]
    .concat();
    fs::write(at.join("sail.gltf"), text.to_string()).unwrap();
    fs::write(at.join("sail.bin"), bytes).unwrap();
    fs::write(at.join("tex/a b.png"), &picture).unwrap();
    (path(folder, &format!("{below}/sail.gltf")), picture)
}

#[test]
fn links_to_textures_lead_from_the_output_to_them() {
    let folder = tempfile::tempdir().unwrap();
    let (sail, picture) = painted(&folder, "in/models");
    let link = |out: &str| {
        let out = path(&folder, out);
        let told = converted(&[&sail, "-o", &out, "--textures", "link"]);
        assert_eq!(codes(&told).iter().find(|code| **code == "C507"), None);
        out
    };
    for out in ["out/deep/sail.gltf", "in/sail.glb", "in/models/again.gltf"] {
        let out = link(out);
        let bytes = fs::read(&out).unwrap();
        let text = if out.ends_with("glb") {
            let size = u32::from_le_bytes(bytes[12..16].try_into().unwrap());
            &bytes[20..20 + size as usize]
        } else {
            &bytes
        };
        let made: Value = serde_json::from_slice(text).unwrap();
        let uri = made["images"][0]["uri"].as_str().unwrap();
        let to = Path::new(&out)
            .parent()
            .unwrap()
            .join(uri.replace("%20", " "));
        assert!(fs::read(&to).unwrap() == picture, "{uri}");
    }
    let made = fs::read_to_string(link("out/sail.obj").replace(".obj", ".mtl")).unwrap();
    assert!(made.contains("map_Kd ../in/models/tex/a b.png"), "{made}");
}

#[test]
fn a_model_of_its_own_brings_its_textures() {
    let folder = tempfile::tempdir().unwrap();
    let (sail, picture) = painted(&folder, "in");
    let out = path(&folder, "out/sail.mdl");
    let told = converted(&[&sail, "-o", &out]);
    assert!(!codes(&told).contains(&"C507"));
    let material = fs::read_to_string(path(&folder, "out/Materials/Cloth.xml")).unwrap();
    assert!(material.contains("name=\"Textures/a b.png\""), "{material}");
    assert!(fs::read(path(&folder, "out/Textures/a b.png")).unwrap() == picture);
    // A texture that is nowhere is told.
    fs::remove_file(path(&folder, "in/tex/a b.png")).unwrap();
    let told = converted(&[&sail, "-o", &path(&folder, "bare/sail.mdl")]);
    assert!(codes(&told).contains(&"C507"));
}

#[test]
fn a_geometry_goes_with_the_scene_that_uses_it() {
    let folder = tempfile::tempdir().unwrap();
    let models = folder.path().join("in");
    fs::create_dir_all(&models).unwrap();
    for name in ["figure.geo", "figure.scene.xml", "walk.anim"] {
        fs::copy(sample(&format!("horde3d/{name}")), models.join(name)).unwrap();
    }
    let out = path(&folder, "out");
    let input = path(&folder, "in");
    formwork(&["convert", &input, "-o", &out, "--to", "glb"])
        .assert()
        .success();
    assert_eq!(listed(Path::new(&out)), ["figure.glb"]);
    // Within their family clips need no model.
    let fork = path(&folder, "fork");
    formwork(&["convert", &input, "-o", &fork, "--to", "horde3d-sls"])
        .assert()
        .success();
    assert!(listed(Path::new(&fork)).contains(&"walk.anim".into()));
    // Both may be named.
    let both = path(&folder, "both.glb");
    let (geometry, scene) = (
        path(&folder, "in/figure.geo"),
        path(&folder, "in/figure.scene.xml"),
    );
    let clip = path(&folder, "in/walk.anim");
    converted(&[&geometry, &scene, &clip, "-o", &both]);
    assert!(fs::read(&both).unwrap() == fs::read(path(&folder, "out/figure.glb")).unwrap());
}

/// What was told of each file, by its path below a folder: what went with it, and what was written.
fn told_below(folder: &TempDir, arguments: &[&str]) -> Vec<[String; 3]> {
    let arguments = [&["convert", "--json"], arguments].concat();
    let done = formwork(&arguments).assert().success();
    let below = |path: &Value| {
        let path = Path::new(path.as_str().unwrap());
        let path = path.strip_prefix(folder.path()).unwrap();
        path.to_str().unwrap().replace('\\', "/")
    };
    let all = |list: &Value, path: fn(&Value) -> &Value| {
        let paths = list.as_array().unwrap().iter();
        paths
            .map(|one| below(path(one)))
            .collect::<Vec<_>>()
            .join(" ")
    };
    let objects = objects(&done.get_output().stdout);
    let told = objects.iter().map(|one| {
        [
            below(&one["path"]),
            all(&one["with"], |path| path),
            all(&one["outputs"], |output| &output["path"]),
        ]
    });
    told.collect()
}

#[test]
fn clips_of_folders_go_with_the_models_that_they_move() {
    let folder = tempfile::tempdir().unwrap();
    for below in ["in/a/clips", "in/b", "in/clips"] {
        fs::create_dir_all(folder.path().join(below)).unwrap();
    }
    let [model, clip] = figure();
    for name in ["in/a/Figure.mdl", "in/b/Other.mdl"] {
        fs::copy(&model, path(&folder, name)).unwrap();
    }
    fs::copy(sample("urho3d/Crate.mdl"), path(&folder, "in/a/Crate.mdl")).unwrap();
    for name in ["in/a/clips/Walk.ani", "in/clips/Walk.ani"] {
        fs::copy(&clip, path(&folder, name)).unwrap();
    }
    let (input, out) = (path(&folder, "in"), path(&folder, "out"));
    let told = told_below(&folder, &[&input, "-o", &out, "--to", "glb"]);
    // The nearest models take a clip: those of its own folder, or of the one around that.
    assert_eq!(
        told,
        [
            ["in/a/Crate.mdl", "", "out/a/Crate.glb"],
            [
                "in/a/Figure.mdl",
                "in/a/clips/Walk.ani in/clips/Walk.ani",
                "out/a/Figure.glb"
            ],
            ["in/b/Other.mdl", "in/clips/Walk.ani", "out/b/Other.glb"],
        ]
    );
    let back = path(&folder, "Walk.ani");
    converted(&[&path(&folder, "out/b/Other.glb"), "-o", &back]);
    assert!(fs::read(back).unwrap() == fs::read(&clip).unwrap());
    // So it is for files that are named.
    let names = ["in/a/Figure.mdl", "in/b/Other.mdl", "in/clips/Walk.ani"];
    let [figure, other, walk] = names.map(|name| path(&folder, name));
    let told = told_below(
        &folder,
        &[&figure, &other, &walk, "-o", &out, "--to", "glb"],
    );
    assert_eq!(told.len(), 2);
    assert!(told.iter().all(|[_, with, _]| with == "in/clips/Walk.ani"));
}

#[test]
fn a_clip_that_moves_no_model_is_converted_alone() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("in")).unwrap();
    fs::copy(sample("urho3d/Crate.mdl"), path(&folder, "in/Crate.mdl")).unwrap();
    fs::copy(&figure()[1], path(&folder, "in/Walk.ani")).unwrap();
    let input = path(&folder, "in");
    let out = path(&folder, "glb");
    formwork(&["convert", &input, "-o", &out, "--to", "glb"])
        .assert()
        .success()
        .stderr(contains("C225"));
    assert_eq!(listed(Path::new(&out)), ["Crate.glb", "Walk.glb"]);
    // Most of its tracks have no positions, and Horde3D needs them.
    let out = path(&folder, "horde3d");
    formwork(&["convert", &input, "-o", &out, "--to", "horde3d"])
        .assert()
        .code(4)
        .stderr(contains("C225").and(contains("name the model too")));
    assert_eq!(
        listed(Path::new(&out)),
        ["Crate", "Crate.geo", "Crate.scene.xml"]
    );
    // Where there is no place for clips, they are told.
    let out = path(&folder, "obj");
    formwork(&["convert", &input, "-o", &out, "--to", "obj"])
        .assert()
        .success()
        .stderr(contains("Walk.ani: skipped"));
    assert!(listed(Path::new(&out)).contains(&"Crate.obj".into()));
    let (model, clip) = (path(&folder, "in/Crate.mdl"), path(&folder, "in/Walk.ani"));
    formwork(&["convert", &model, &model, &clip, "-o", &out, "--to", "obj"])
        .assert()
        .code(2)
        .stderr(contains("is a clip"));
    // A clip that cannot be read belongs to nobody, and stops no other.
    fs::write(&clip, "UANI and no more").unwrap();
    formwork(&[
        "convert",
        &input,
        "-o",
        &path(&folder, "bad"),
        "--to",
        "glb",
    ])
    .assert()
    .code(4)
    .stderr(contains("Walk.ani"));
    assert_eq!(listed(&folder.path().join("bad")), ["Crate.glb"]);
}

#[test]
fn one_bad_file_stops_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let (bad, out) = (path(&folder, "bad.mdl"), path(&folder, "out"));
    let words = path(&folder, "words.txt");
    fs::write(&bad, "UMD2 and no more").unwrap();
    fs::write(&words, "words").unwrap();
    let (figure, prop) = (sample("urho3d/Figure.mdl"), sample("urho3d/Crate.mdl"));
    formwork(&[
        "convert", &words, &figure, &bad, &prop, "-o", &out, "--to", "glb",
    ])
    .assert()
    .code(4)
    .stderr(contains("bad.mdl").and(contains("words.txt")));
    assert_eq!(listed(Path::new(&out)), ["Crate.glb", "Figure.glb"]);
    let out = path(&folder, "less/");
    formwork(&["convert", &words, &figure, "-o", &out, "--to", "glb"])
        .assert()
        .code(3)
        .stderr(contains("words.txt"));
    assert_eq!(listed(Path::new(&out)), ["Figure.glb"]);
}

#[test]
fn a_folder_is_not_called_like_a_file_of_something_else() {
    let folder = tempfile::tempdir().unwrap();
    let [model, _] = figure();
    for name in ["x.fbx", "x.dae", "x.mdl"] {
        formwork(&["convert", &model, "-o", &path(&folder, name), "--to", "glb"])
            .assert()
            .code(2);
    }
    formwork(&[
        "convert",
        &model,
        "-o",
        &path(&folder, "x.fbx"),
        "--to",
        "glb",
    ])
    .assert()
    .code(2)
    .stderr(contains("an FBX file"));
    assert!(listed(folder.path()).is_empty());
    converted(&[&model, "-o", &path(&folder, "x.fbx/"), "--to", "glb"]);
}

#[test]
fn a_clip_that_was_asked_for_comes_alone() {
    let folder = tempfile::tempdir().unwrap();
    let [model, clip] = figure();
    let gltf = path(&folder, "in.glb");
    converted(&[&model, &clip, "-o", &gltf]);
    for (target, name) in [("urho3d", "out/walk.ani"), ("horde3d", "out/step.anim")] {
        let out = path(&folder, name);
        let told = converted(&[&gltf, "-o", &out, "--to", target]);
        assert_eq!(told["outputs"].as_array().unwrap().len(), 1, "{told}");
        assert_eq!(told["outputs"][0]["path"], out);
    }
    assert_eq!(
        listed(&folder.path().join("out")),
        ["step.anim", "walk.ani"]
    );
}

#[test]
fn the_report_may_go_into_a_new_folder_and_is_asked_about_first() {
    let folder = tempfile::tempdir().unwrap();
    let [model, _] = figure();
    let out = path(&folder, "out/figure.glb");
    fs::write(folder.path().join("file"), "").unwrap();
    let report = path(&folder, "file/report.json");
    formwork(&["convert", &model, "-o", &out, "--report", &report])
        .assert()
        .code(5);
    assert_eq!(listed(folder.path()), ["file"]);
    let report = path(&folder, "out/more/report.json");
    converted(&[&model, "-o", &out, "--report", &report]);
    assert!(Path::new(&report).is_file());
}

#[cfg(unix)]
#[test]
fn devices_and_pipes_take_one_file() {
    let [model, _] = figure();
    formwork(&["convert", &model, "-o", "/dev/null", "--to", "glb"])
        .assert()
        .success();
    formwork(&["convert", &model, "-o", "/dev/null"])
        .assert()
        .code(2);
    formwork(&["convert", &model, "-o", "/dev/null", "--to", "gltf"])
        .assert()
        .code(5)
        .stderr(contains("it takes one"));
    let folder = tempfile::tempdir().unwrap();
    let pipe = path(&folder, "pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || fs::read(pipe).unwrap()
    });
    formwork(&["convert", &model, "-o", &pipe, "--to", "glb"])
        .assert()
        .success();
    let made = reader.join().unwrap();
    assert!(made.starts_with(b"glTF"));
    assert_eq!(
        made[8..12],
        u32::try_from(made.len()).unwrap().to_le_bytes()
    );
}

#[test]
fn the_help_writes_names_as_people_do() {
    let done = formwork(&["convert", "--help"]).assert().success();
    let help = String::from_utf8(done.get_output().stdout.clone()).unwrap();
    assert!(
        !help.contains("Urho3d") && !help.contains("`Horde3d`"),
        "{help}"
    );
}

#[test]
fn what_engines_look_for_beside_a_file_comes_along() {
    let folder = tempfile::tempdir().unwrap();
    let input = path(&folder, "in");
    fs::create_dir_all(&input).unwrap();
    fs::copy(sample("urho3d/Figure.mdl"), path(&folder, "in/Figure.mdl")).unwrap();
    fs::copy(sample("urho3d/Walk.ani"), path(&folder, "in/Walk.ani")).unwrap();
    let triggers = "<animation><trigger time=\"0.5\" type=\"String\" value=\"step\" /></animation>";
    let metadata = "<model><metadata name=\"artist\" type=\"String\" value=\"me\" /></model>";
    fs::write(path(&folder, "in/Walk.xml"), triggers).unwrap();
    fs::write(path(&folder, "in/Figure.xml"), metadata).unwrap();
    fs::write(path(&folder, "in/Figure.txt"), "Materials/Red.xml\r\n").unwrap();
    let out = path(&folder, "out");
    formwork(&["convert", &input, "-o", &out, "--to", "rbfx"])
        .assert()
        .success();
    let expected = [
        "Figure.mdl",
        "Figure.txt",
        "Figure.xml",
        "Walk.ani",
        "Walk.xml",
    ];
    assert_eq!(listed(Path::new(&out)), expected);
    let read = |name: &str| fs::read_to_string(Path::new(&out).join(name)).unwrap();
    assert_eq!(read("Walk.xml"), triggers);
    assert_eq!(read("Figure.xml"), metadata);
    // A single file that gets another name takes them along.
    let walk = path(&folder, "in/Walk.ani");
    converted(&[&walk, "-o", &path(&folder, "one/Run.ani"), "--to", "rbfx"]);
    assert_eq!(listed(&folder.path().join("one")), ["Run.ani", "Run.xml"]);
    // Beside the inputs they replace nothing.
    formwork(&["convert", &walk, "-o", &walk, "--to", "rbfx", "--force"])
        .assert()
        .failure();
    assert_eq!(
        fs::read_to_string(path(&folder, "in/Walk.xml")).unwrap(),
        triggers
    );
    // Horde3D has no such files, which is a loss.
    let model = path(&folder, "in/Figure.mdl");
    let scene = path(&folder, "horde/Figure.scene.xml");
    formwork(&["convert", &model, &walk, "-o", &scene, "--strict"])
        .assert()
        .code(1)
        .stderr(contains("C608"));
    assert!(!Path::new(&scene).exists());
}
