//! Whatever a command reads, it never writes onto: the file that it is about, and every other one that it needs.
#![cfg(unix)]

use std::{
    fs,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
};

use serde_json::json;

use crate::common::{folder as fixtures, formwork};

/// A folder with inputs of every kind.
struct Inputs(tempfile::TempDir);

impl Inputs {
    fn new() -> Self {
        let inputs = Self(tempfile::tempdir().unwrap());
        let own = fixtures().join("../../examples/own-format");
        let samples = fixtures().join("../../samples/urho3d");
        inputs.copy(&own.join("song.tags"), "song.tags");
        inputs.copy(&own.join("tags.xml"), "descriptor");
        inputs.copy(&own.join("tags.xml"), "descriptors/tags.xml");
        inputs.copy(&samples.join("Crate.mdl"), "Crate.mdl");
        inputs.run(
            &[
                "decode",
                "song.tags",
                "--schema",
                "descriptor",
                "-o",
                "song.xml",
            ],
            0,
        );
        inputs.write("tree/a", b"a");
        inputs.write("tree/.formworkignore", b"*.bak\n");
        inputs.write("order", b"a\n");
        inputs.run(&["pack", "tree", "-o", "a.pak"], 0);
        inputs.run(&["convert", "Crate.mdl", "-o", "gltf/a.gltf"], 0);
        // The buffer under a name that an output may have, with more bytes than that would have.
        let buffer = fs::read(inputs.at("gltf/a.bin")).unwrap();
        fs::remove_file(inputs.at("gltf/a.bin")).unwrap();
        inputs.write("gltf/out.bin", &[&buffer[..], &[0; 4]].concat());
        let text = fs::read_to_string(inputs.at("gltf/a.gltf")).unwrap();
        inputs.write("gltf/a.gltf", text.replace("a.bin", "out.bin").as_bytes());
        inputs
    }

    fn at(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, bytes: &[u8]) {
        let path = self.at(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    fn copy(&self, from: &Path, name: &str) {
        self.write(name, &fs::read(from).unwrap());
    }

    fn run(&self, arguments: &[&str], code: i32) -> String {
        let mut run = formwork(arguments);
        let done = run.current_dir(&self.0).assert().code(code);
        String::from_utf8(done.get_output().stderr.clone()).unwrap()
    }

    /// Every file, with its bytes.
    fn content(&self) -> Vec<(PathBuf, Vec<u8>)> {
        let mut all = vec![self.0.path().to_owned()];
        let mut files = Vec::new();
        while let Some(path) = all.pop() {
            if path.is_dir() {
                all.extend(
                    fs::read_dir(path)
                        .unwrap()
                        .map(|entry| entry.unwrap().path()),
                );
            } else {
                files.push((path.clone(), fs::read(path).unwrap()));
            }
        }
        files.sort();
        files
    }

    /// Expects that a command refuses to write onto a file that it reads, and writes nothing.
    fn refuses(&self, arguments: &[&str], read: &str) {
        let before = self.content();
        let told = self.run(arguments, 5);
        assert!(told.contains("read"), "{arguments:?} onto {read}: {told}");
        assert!(
            !told.contains("--force"),
            "{arguments:?} onto {read}: {told}"
        );
        assert_eq!(self.content(), before, "{arguments:?} onto {read}");
    }
}

/// Commands that write a file, which `-o` names; each reads the file after it.
const WRITING: [(&[&str], &str); 15] = [
    (
        &["decode", "song.tags", "--schema", "descriptor"],
        "song.tags",
    ),
    (
        &["decode", "song.tags", "--schema", "descriptor"],
        "descriptor",
    ),
    (
        &["decode", "song.tags", "--schemas", "descriptors"],
        "descriptors/tags.xml",
    ),
    (
        &["encode", "song.xml", "--schema", "descriptor"],
        "song.xml",
    ),
    (
        &["encode", "song.xml", "--schema", "descriptor"],
        "descriptor",
    ),
    (
        &["encode", "song.xml", "--schemas", "descriptors"],
        "descriptors/tags.xml",
    ),
    (
        &["salvage", "song.tags", "--schema", "descriptor"],
        "descriptor",
    ),
    (
        &["schema", "my.tags", "--schema", "descriptor"],
        "descriptor",
    ),
    (
        &["schema", "urho3d.model", "--schemas", "descriptors"],
        "descriptors/tags.xml",
    ),
    (&["cat", "a.pak", "a"], "a.pak"),
    (
        &["cat", "a.pak", "a", "--schema", "descriptor"],
        "descriptor",
    ),
    (&["pack", "tree"], "tree/.formworkignore"),
    (&["pack", "tree"], "tree/a"),
    (&["pack", "tree", "--order", "order"], "order"),
    (
        &["pack", "tree", "--schemas", "descriptors"],
        "descriptors/tags.xml",
    ),
];

#[test]
fn no_command_writes_onto_a_file_that_it_reads() {
    let inputs = Inputs::new();
    for (command, read) in WRITING {
        // Under names that mean no format, so that nothing else speaks against them.
        let (hard, soft) = (inputs.at("hard"), inputs.at("soft"));
        fs::hard_link(inputs.at(read), &hard).unwrap();
        symlink(inputs.at(read), &soft).unwrap();
        for name in ["hard", "soft"] {
            let arguments = [command, &["--force", "-o", name]].concat();
            inputs.refuses(&arguments, read);
        }
        fs::remove_file(hard).unwrap();
        fs::remove_file(soft).unwrap();
        // Another file is written.
        inputs.run(&[command, &["-o", "fine"]].concat(), 0);
        fs::remove_file(inputs.at("fine")).unwrap();
    }
}

#[test]
fn no_file_of_several_is_written_onto_one_that_is_read() {
    let inputs = Inputs::new();
    // Beside the model stands the buffer, of which the command knows only after it has begun.
    inputs.refuses(
        &["convert", "gltf/a.gltf", "-o", "gltf/out.gltf", "--force"],
        "gltf/out.bin",
    );
    symlink("out.bin", inputs.at("gltf/report")).unwrap();
    let before = fs::read(inputs.at("gltf/out.bin")).unwrap();
    let report = [
        "convert",
        "gltf/a.gltf",
        "-o",
        "b.glb",
        "--report",
        "gltf/report",
        "--force",
    ];
    let told = inputs.run(&report, 5);
    assert!(told.contains("which is read"), "{told}");
    assert_eq!(fs::read(inputs.at("gltf/out.bin")).unwrap(), before);
    // A picture that another one would take the place of.
    let text = fs::read_to_string(inputs.at("gltf/a.gltf")).unwrap();
    let mut model: serde_json::Value = serde_json::from_str(&text).unwrap();
    model["images"] = json!([{"uri": "Textures/b.png"}, {"uri": "Textures/pictures_0.png"}]);
    model["textures"] = json!([{"source": 0}, {"source": 1}]);
    model["materials"] = json!([{
        "pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}, "normalTexture": {"index": 1},
    }]);
    model["meshes"][0]["primitives"][0]["material"] = json!(0);
    inputs.write("gltf/pictures.gltf", model.to_string().as_bytes());
    fs::create_dir(inputs.at("gltf/Textures")).unwrap();
    for (level, name) in [("0", "b.png"), ("1", "pictures_0.png")] {
        let levels = fixtures().join("texture/dds/124-levels.dds");
        let output = format!("gltf/Textures/{name}");
        let decode = [
            "decode",
            levels.to_str().unwrap(),
            "--level",
            level,
            "-o",
            &output,
        ];
        inputs.run(&decode, 0);
    }
    inputs.refuses(
        &[
            "convert",
            "gltf/pictures.gltf",
            "-o",
            "gltf/",
            "--to",
            "urho3d",
            "--force",
        ],
        "gltf/Textures/pictures_0.png",
    );
    // A package and a manual that would take the place of a descriptor.
    inputs.copy(&inputs.at("descriptor"), "unpacked/a");
    inputs.refuses(
        &[
            "unpack",
            "a.pak",
            "-o",
            "unpacked",
            "--schema",
            "unpacked/a",
            "--force",
        ],
        "unpacked/a",
    );
    inputs.refuses(
        &[
            "unpack",
            "a.pak",
            "-o",
            "other",
            "--schema",
            "descriptor",
            "--order",
            "descriptor",
            "--force",
        ],
        "descriptor",
    );
    inputs.copy(&inputs.at("descriptor"), "manual/formwork.1");
    inputs.refuses(
        &[
            "man",
            "-o",
            "manual",
            "--schema",
            "manual/formwork.1",
            "--force",
        ],
        "manual/formwork.1",
    );
}

#[test]
fn nothing_is_printed_into_a_file_that_is_read() {
    let inputs = Inputs::new();
    let known = inputs.at("known.json");
    fs::write(&known, "").unwrap();
    for (arguments, read) in [
        (
            &["check", "Crate.mdl", "--json", "--baseline", "known.json"][..],
            "known.json",
        ),
        (
            &["check", "Crate.mdl", "--schema", "descriptor"],
            "descriptor",
        ),
        (&["inspect", "Crate.mdl"], "Crate.mdl"),
        (&["dump", "Crate.mdl", "--json"], "Crate.mdl"),
        (&["diff", "Crate.mdl", "song.tags"], "song.tags"),
    ] {
        let before = inputs.content();
        let output = fs::File::options().append(true).open(inputs.at(read));
        let done = std::process::Command::new(assert_cmd::cargo::cargo_bin("formwork"))
            .args(arguments)
            .current_dir(&inputs.0)
            .stdout(output.unwrap())
            .output()
            .unwrap();
        let told = String::from_utf8(done.stderr).unwrap();
        assert_eq!(done.status.code(), Some(5), "{arguments:?}: {told}");
        assert!(told.contains("which is read"), "{arguments:?}: {told}");
        assert_eq!(inputs.content(), before, "{arguments:?}");
    }
}
