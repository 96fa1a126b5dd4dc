//! Conversions of XML and JSON of `decode`: the same files come of them as of the files that they encode.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::common::{formwork, packages::tree};
use predicates::str::contains;
use tempfile::TempDir;

const SAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../samples");

const TARGETS: [&str; 12] = [
    "glb",
    "gltf",
    "gltf-embedded",
    "urho3d",
    "u3d",
    "rbfx",
    "atomic",
    "urho3d-legacy",
    "horde3d",
    "horde3d-sls",
    "obj",
    "ply",
];

/// How the text forms of files are named.
#[derive(Clone, Copy, Debug)]
enum Naming {
    /// `Walk.ani.xml`.
    Doubled,
    /// `Walk.xml`.
    Plain,
}

fn path(folder: &TempDir, name: &str) -> PathBuf {
    folder.path().join(name)
}

fn text(path: &Path) -> String {
    path.to_str().unwrap().to_owned()
}

/// Folders with files of one family, and the names of those that have a text form.
fn families(folder: &TempDir) -> [(PathBuf, Vec<&'static str>); 2] {
    let urho3d = path(folder, "urho3d");
    fs::create_dir_all(urho3d.join("Materials")).unwrap();
    for name in ["Figure.mdl", "Walk.ani"] {
        fs::copy(format!("{SAMPLES}/urho3d/{name}"), urho3d.join(name)).unwrap();
    }
    let beside = [
        ("Figure.txt", "Materials/Skin.xml\n"),
        (
            "Materials/Skin.xml",
            r#"<material><parameter name="MatDiffColor" value="1 0 0 1"/></material>"#,
        ),
        (
            "Walk.xml",
            r#"<animation><trigger time="0.5" type="String" value="step"/></animation>"#,
        ),
    ];
    for (name, content) in beside {
        fs::write(urho3d.join(name), content).unwrap();
    }
    let horde3d = path(folder, "horde3d");
    fs::create_dir(&horde3d).unwrap();
    let files = [
        "figure.geo",
        "walk.anim",
        "figure.scene.xml",
        "figure.material.xml",
        "face.material.xml",
    ];
    for name in files {
        fs::copy(format!("{SAMPLES}/horde3d/{name}"), horde3d.join(name)).unwrap();
    }
    [
        (urho3d, vec!["Figure.mdl", "Walk.ani"]),
        (horde3d, files.into()),
    ]
}

/// The same folder with text forms in the place of files.
fn as_texts(files: &Path, names: &[&str], form: &str, naming: Naming) -> PathBuf {
    let name = files.file_name().unwrap().to_str().unwrap();
    let texts = files.with_file_name(format!("{name}-{form}-{naming:?}"));
    for (name, bytes) in tree(files) {
        let path = texts.join(&name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    for name in names {
        // Documents are XML already.
        let form = if name.ends_with(".xml") { "json" } else { form };
        let stem = match naming {
            Naming::Doubled => name,
            Naming::Plain => name.split('.').next().unwrap(),
        };
        fs::remove_file(texts.join(name)).unwrap();
        let out = text(&texts.join(format!("{stem}.{form}")));
        assert!(!Path::new(&out).exists(), "{out}");
        formwork(&["decode", "--to", form, &text(&files.join(name)), "-o", &out])
            .assert()
            .success();
    }
    texts
}

#[test]
fn the_same_comes_of_text_forms_for_every_target() {
    let folder = tempfile::tempdir().unwrap();
    let [urho3d, horde3d] = families(&folder);
    let mut pairs = Vec::new();
    for form in ["xml", "json"] {
        for (files, names) in [&urho3d, &horde3d] {
            pairs.push((files, as_texts(files, names, form, Naming::Doubled)));
        }
    }
    // `Walk.xml` is what is beside the clip.
    pairs.push((
        &urho3d.0,
        as_texts(&urho3d.0, &urho3d.1, "json", Naming::Plain),
    ));
    let geometry_and_clip = &horde3d.1[..2];
    // `figure.xml` and `walk.xml` beside the scene and its materials.
    let mixed = as_texts(&horde3d.0, geometry_and_clip, "xml", Naming::Plain);
    pairs.push((&horde3d.0, mixed));
    for target in TARGETS {
        for (files, texts) in &pairs {
            let [expected, found] = [files, texts].map(|input| {
                let out = path(&folder, "out");
                let done = formwork(&["convert", &text(input), "--to", target])
                    .args(["-o", &text(&out)])
                    .assert()
                    .success();
                drop(done);
                let made = tree(&out);
                fs::remove_dir_all(&out).unwrap();
                made
            });
            assert!(!expected.is_empty());
            let names = [&expected, &found].map(|it| it.keys().cloned().collect::<Vec<_>>());
            assert_eq!(names[0], names[1], "{target}: {}", texts.display());
            assert!(expected == found, "{target}: {}", texts.display());
        }
    }
}

#[test]
fn the_same_comes_of_text_forms_that_are_named_one_by_one() {
    let folder = tempfile::tempdir().unwrap();
    let [urho3d, horde3d] = families(&folder);
    for form in ["xml", "json"] {
        let texts = as_texts(&urho3d.0, &urho3d.1, form, Naming::Doubled);
        let out = path(&folder, "one");
        let made = [("", &urho3d.0), (form, &texts)].map(|(form, input)| {
            let dot = if form.is_empty() { "" } else { "." };
            let inputs = ["Figure.mdl", "Walk.ani"];
            let inputs = inputs.map(|name| text(&input.join(format!("{name}{dot}{form}"))));
            let run = |inputs: &[String], target: &str, out: &Path| {
                let mut command = formwork(&["convert", "--to", target, "-o", &text(out)]);
                command.args(inputs).assert().success();
            };
            run(&inputs, "rbfx", &out.join("a.mdl"));
            run(&inputs[1..], "rbfx", &out.join("b.ani"));
            run(&inputs[1..], "rbfx", &out.join("folder/"));
            run(&inputs, "horde3d", &out.join("horde3d/"));
            let input = fs::read(&inputs[0]).unwrap();
            formwork(&[
                "convert",
                "-",
                "--to",
                "rbfx",
                "-o",
                &text(&out.join("c.mdl")),
            ])
            .write_stdin(input)
            .assert()
            .success();
            let made = tree(&out);
            fs::remove_dir_all(&out).unwrap();
            made
        });
        assert!(
            made[0].contains_key("folder/Walk.ani"),
            "{:?}",
            made[0].keys()
        );
        assert!(made[0] == made[1], "{form}: {:?}", made[1].keys());
    }
    // A geometry that is elsewhere, named with its scene.
    let texts = as_texts(&horde3d.0, &horde3d.1, "xml", Naming::Doubled);
    fs::create_dir(path(&folder, "elsewhere")).unwrap();
    let geometry = path(&folder, "elsewhere/figure.geo.xml");
    fs::rename(texts.join("figure.geo.xml"), &geometry).unwrap();
    let scenes = [
        (text(&horde3d.0.join("figure.scene.xml")), None),
        (
            text(&texts.join("figure.scene.xml.json")),
            Some(text(&geometry)),
        ),
    ];
    let made = scenes.map(|(scene, geometry)| {
        let out = text(&path(&folder, "figure.glb"));
        let mut command = formwork(&["convert", &scene, "--force", "-o", &out]);
        command.args(geometry).assert().success();
        fs::read(out).unwrap()
    });
    assert!(made[0] == made[1]);
}

#[test]
fn text_forms_of_a_folder_that_cannot_be_read_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let input = path(&folder, "in");
    fs::create_dir(&input).unwrap();
    for (name, content) in [
        ("empty.mdl.xml", ""),
        ("foreign.ani.json", "{}"),
        (
            "cut.json",
            "{\"formwork\": 2, \"format\": \"urho3d.model\", ",
        ),
        ("settings.json", "{}"),
        ("notes.xml", "<notes/>"),
    ] {
        fs::write(input.join(name), content).unwrap();
    }
    fs::copy(
        format!("{SAMPLES}/urho3d/Crate.mdl"),
        input.join("good.mdl"),
    )
    .unwrap();
    let out = path(&folder, "out");
    let done = formwork(&["convert", &text(&input), "--to", "glb", "-o", &text(&out)]).assert();
    done.failure()
        .stderr(contains("3 of 4 files not converted"))
        .stderr(contains("empty.mdl.xml"))
        .stderr(contains("foreign.ani.json"))
        .stderr(contains("cut.json"));
    let made: Vec<String> = tree(&out).into_keys().collect();
    assert_eq!(made, ["good.glb"]);
}
