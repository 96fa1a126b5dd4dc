//! Files that must not be written onto: inputs, what exists, and names that mean something else.
#![cfg(unix)]

use std::{
    fs::{self, File},
    os::unix::fs::symlink,
    path::Path,
    process::Stdio,
};

use crate::common::{folder as fixtures, formwork, listed, objects, one, output};
use predicates::{prelude::*, str::contains};
use tempfile::{TempDir, tempdir};

/// A folder with an animation, its XML, and the JSON of a scene and of a material.
fn folder() -> TempDir {
    let folder = tempdir().unwrap();
    fs::copy(one(), folder.path().join("Walk.ani")).unwrap();
    fs::write(folder.path().join("Walk.xml"), output(&["decode", &one()])).unwrap();
    let texts = fixtures().join("../texts/horde3d");
    for (kind, name) in [("material", "every"), ("scene", "defaults")] {
        let path = texts.join(format!("{kind}/{name}.{kind}.xml"));
        let text = output(&["decode", path.to_str().unwrap()]);
        fs::write(folder.path().join(format!("{kind}.json")), text).unwrap();
    }
    folder
}

/// Runs in a folder, expects a code, and returns what went to standard error.
fn run(folder: &Path, arguments: &[&str], code: i32) -> String {
    let done = formwork(arguments).current_dir(folder).assert().code(code);
    let done = done.get_output();
    assert!(done.stdout.is_empty(), "{arguments:?}");
    String::from_utf8(done.stderr.clone()).unwrap()
}

/// Expects that a run says so, and changes nothing.
fn refused(folder: &Path, arguments: &[&str], said: &str) {
    let before = content(folder);
    let told = run(folder, arguments, 5);
    assert!(told.contains(said), "{arguments:?}: {told}");
    assert_eq!(content(folder), before, "{arguments:?}");
}

fn content(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let names = listed(folder).into_iter();
    let read = |name: String| {
        let bytes = fs::read(folder.join(&name)).unwrap_or_default();
        (name, bytes)
    };
    names.map(read).collect()
}

#[test]
fn an_input_is_never_written_onto() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    fs::hard_link(at("Walk.ani"), at("hard")).unwrap();
    symlink("Walk.ani", at("soft")).unwrap();
    symlink("soft", at("softer")).unwrap();
    for more in [&[][..], &["--force"], &["-f"]] {
        for to in ["Walk.ani", "./Walk.ani", "hard", "soft", "softer"] {
            // The extension is wrong as well where the name says so.
            let said = if to.contains("ani") {
                "`.ani` means"
            } else {
                "is read"
            };
            let arguments = [&["decode", "Walk.ani", "-o", to], more].concat();
            refused(folder.path(), &arguments, said);
        }
        refused(
            folder.path(),
            &[&["decode", "hard", "-o", "soft"], more].concat(),
            "it is the same file as `hard`",
        );
        refused(
            folder.path(),
            &[&["encode", "Walk.xml", "-o", "Walk.xml"], more].concat(),
            "`.xml` means XML",
        );
        fs::copy(at("Walk.xml"), at("text")).unwrap();
        refused(
            folder.path(),
            &[&["encode", "text", "-o", "text"], more].concat(),
            "`text` is what is read",
        );
    }
}

#[test]
fn standard_streams_are_inputs_too_when_they_are_files() {
    let folder = folder();
    let path = folder.path().join("walk");
    fs::copy(one(), &path).unwrap();
    let before = fs::read(&path).unwrap();
    let program = assert_cmd::cargo::cargo_bin("formwork");
    let mut run = std::process::Command::new(&program);
    run.args(["decode", "-", "-o", "walk", "-f"])
        .current_dir(&folder)
        .stdin(File::open(&path).unwrap());
    let done = run.output().unwrap();
    assert_eq!(done.status.code(), Some(5));
    let said = String::from_utf8(done.stderr).unwrap();
    assert!(said.contains("the same file as `standard input`"), "{said}");
    assert_eq!(fs::read(&path).unwrap(), before);

    let mut run = std::process::Command::new(&program);
    let append = File::options().append(true).open(&path).unwrap();
    run.args(["decode", "walk"])
        .current_dir(&folder)
        .stdout(append)
        .stderr(Stdio::piped());
    let done = run.output().unwrap();
    assert_eq!(done.status.code(), Some(5));
    let said = String::from_utf8(done.stderr).unwrap();
    assert!(said.starts_with("standard output: "), "{said}");
    assert_eq!(fs::read(&path).unwrap(), before);
}

#[test]
fn what_exists_is_replaced_only_when_that_is_asked_for() {
    let folder = folder();
    let commands: [&[&str]; 5] = [
        &["decode", "Walk.ani"],
        &["decode", "Walk.ani", "--to", "json"],
        &["encode", "Walk.xml"],
        &["schema", "urho3d.animation"],
        &["pack", "tree"],
    ];
    fs::create_dir(folder.path().join("tree")).unwrap();
    fs::write(folder.path().join("tree/a"), "a").unwrap();
    for command in commands {
        fs::write(folder.path().join("out"), "mine").unwrap();
        let arguments = [command, &["-o", "out"]].concat();
        refused(
            folder.path(),
            &arguments,
            "out: system: cannot be written: a file is there already; --force replaces it",
        );
        let mut json = formwork(&[&arguments, &["--json"][..]].concat());
        let done = json.current_dir(&folder).assert().code(5);
        let told = objects(&done.get_output().stdout);
        assert_eq!(
            (&told[0]["path"], &told[0]["error"]["help"]),
            (&"out".into(), &"--force replaces it".into())
        );
        run(folder.path(), &[&arguments, &["--force"][..]].concat(), 0);
        assert_ne!(
            fs::read(folder.path().join("out")).unwrap(),
            b"mine",
            "{command:?}"
        );
    }
    // Devices need no leave.
    run(folder.path(), &["decode", "Walk.ani", "-o", "/dev/null"], 0);
}

#[test]
fn a_name_that_means_another_format_is_refused() {
    let folder = folder();
    let cases: [(&[&str], &str, &str); 13] = [
        (
            &["decode", "Walk.ani"],
            "Walk.glb",
            "`.glb` means a binary glTF, and this is XML; name it `Walk.xml`",
        ),
        (
            &["decode", "Walk.ani"],
            "copy.ani",
            "`.ani` means urho3d.animation, and this is XML",
        ),
        (
            &["decode", "Walk.ani"],
            "w.scene.xml",
            "`.scene.xml` means horde3d.scene, and this is XML; name it `w-scene.xml`",
        ),
        (
            &["decode", "Walk.ani", "--to", "xml"],
            "w.json",
            "`.json` means JSON, and this is XML",
        ),
        (
            &["decode", "Walk.ani", "--to", "xml"],
            "w.png",
            "`.png` means texture.png, and this is XML",
        ),
        (
            &["decode", "Walk.ani", "--to", "json"],
            "w.XML",
            "`.xml` means XML, and this is JSON; name it `w.json`",
        ),
        (
            &["encode", "Walk.xml"],
            "x.mdl",
            "`.mdl` means urho3d.model, and this is urho3d.animation; name it `x.ani`",
        ),
        (
            &["encode", "Walk.xml"],
            "x.anim",
            "`.anim` means horde3d.animation",
        ),
        (
            &["encode", "material.json"],
            "x.scene.xml",
            "name it `x.material.xml`",
        ),
        (
            &["encode", "scene.json"],
            "x.material.xml",
            "name it `x.scene.xml`",
        ),
        (
            &["schema", "urho3d.animation"],
            "x.xsd",
            "`.xsd` means an XSD",
        ),
        (
            &["pack", "tree"],
            "x.zip",
            "`.zip` means a ZIP archive, and this is urho3d.package; name it `x.pak`",
        ),
        (
            &["decode", "Walk.ani", "--force"],
            "Walk.fbx",
            "to insist on the name, write to standard output (`-o -`)",
        ),
    ];
    fs::create_dir(folder.path().join("tree")).unwrap();
    for (command, to, said) in cases {
        refused(folder.path(), &[command, &["-o", to]].concat(), said);
    }
    for (command, to) in [
        (&["encode", "material.json"][..], "y.material.xml"),
        (&["encode", "material.json"], "y.xml"),
        (&["encode", "scene.json"], "y.scene.xml"),
        (&["decode", "Walk.ani"], "y.unknown"),
        (&["schema", "urho3d.animation", "--as", "xsd"], "y.xsd"),
        (&["pack", "tree"], "y.dat"),
    ] {
        run(folder.path(), &[command, &["-o", to]].concat(), 0);
    }
}

#[test]
fn a_folder_where_a_file_is_meant_is_refused() {
    let folder = folder();
    fs::create_dir(folder.path().join("out")).unwrap();
    for to in ["out", "out/", "new/", "out/."] {
        refused(
            folder.path(),
            &["decode", "Walk.ani", "-o", to],
            "it is a directory; name a file in it, such as `",
        );
    }
    let told = run(folder.path(), &["encode", "Walk.xml", "-o", "out"], 5);
    assert!(told.contains("such as `out/Walk.ani`"), "{told}");
    let told = run(
        folder.path(),
        &["schema", "urho3d.model", "-o", "out", "-f"],
        5,
    );
    assert!(told.contains("name a file in it\n"), "{told}");
}

fn package() -> String {
    let path = fixtures().join("urho3d/package/upak-two.pak");
    path.to_str().unwrap().into()
}

#[test]
fn unpacking_tells_what_differs_before_it_writes() {
    let folder = tempdir().unwrap();
    let out = folder.path().join("out");
    let unpack = ["unpack", &package(), "-o", "out"];
    fs::create_dir_all(out.join("Scripts")).unwrap();
    fs::write(out.join("readme.txt"), "mine").unwrap();
    let told = run(folder.path(), &unpack, 5);
    assert!(
        told.contains("readme.txt: system: cannot be written: another file is there already"),
        "{told}"
    );
    assert!(told.contains("--force replaces it"), "{told}");
    assert!(listed(&out.join("Scripts")).is_empty());
    fs::write(out.join("Scripts/Main.as"), "mine").unwrap();
    let told = run(folder.path(), &unpack, 5);
    assert!(told.contains("2 other files are there already, and nothing was written: out/Scripts/Main.as, out/readme.txt"), "{told}");
    run(folder.path(), &[&unpack[..], &["-f"]].concat(), 0);
    assert_eq!(fs::read(out.join("readme.txt")).unwrap(), b"Read me.\n");
    // What is there already is neither refused nor written anew.
    let when = || {
        fs::metadata(out.join("readme.txt"))
            .unwrap()
            .modified()
            .unwrap()
    };
    let before = when();
    assert_eq!(run(folder.path(), &unpack, 0), "");
    assert_eq!(when(), before);
}

#[test]
fn ten_files_that_differ_are_named_and_the_others_counted() {
    let folder = tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::create_dir(at("tree")).unwrap();
    for number in 10..23 {
        fs::write(at("tree").join(number.to_string()), "x").unwrap();
    }
    run(folder.path(), &["pack", "tree", "-o", "x.pak"], 0);
    for number in 10..23 {
        fs::write(at("tree").join(number.to_string()), "y").unwrap();
    }
    let told = run(folder.path(), &["unpack", "x.pak", "-o", "tree"], 5);
    assert!(told.contains("13 other files are there already"), "{told}");
    assert!(
        told.contains("tree/19, and 3 more") && !told.contains("tree/20"),
        "{told}"
    );
    assert_eq!(fs::read(at("tree/10")).unwrap(), b"y");
}

#[test]
fn unpacking_spares_the_package_and_needs_a_folder() {
    let folder = tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::create_dir(at("tree")).unwrap();
    fs::write(at("tree/self.pak"), "a file of this name").unwrap();
    run(folder.path(), &["pack", "tree", "-o", "self.pak"], 0);
    refused(
        folder.path(),
        &["unpack", "self.pak", "-o", ".", "-f"],
        "it is the same file as `self.pak`, which is read",
    );
    refused(
        folder.path(),
        &[
            "unpack", "self.pak", "-o", "new", "--order", "self.pak", "-f",
        ],
        "`.pak` means",
    );
    fs::copy(at("self.pak"), at("package")).unwrap();
    refused(
        folder.path(),
        &["unpack", "package", "-o", "new", "--order", "package", "-f"],
        "is what is read",
    );
    for to in ["-", "/dev/stdout"] {
        let told = run(folder.path(), &["unpack", "self.pak", "-o", to], 2);
        assert!(told.contains("into a folder"), "{told}");
    }
    assert!(!at("new").exists() && !at("-").exists());
    // A list under the name of one of the files.
    fs::remove_file(at("self.pak")).unwrap();
    fs::write(at("tree/list"), "a file of this name").unwrap();
    run(folder.path(), &["pack", "tree", "-o", "self.pak"], 0);
    for more in [&[][..], &["-f"]] {
        let told = run(
            folder.path(),
            &[
                &["unpack", "self.pak", "-o", "new", "--order", "new/list"],
                more,
            ]
            .concat(),
            5,
        );
        assert!(told.contains("new/list: "), "{told}");
        assert_eq!(fs::read(at("new/list")).unwrap(), b"a file of this name");
        fs::write(at("new/list"), "an older one").unwrap();
        if more.is_empty() {
            fs::remove_file(at("new/list")).unwrap();
        }
    }
}

#[test]
fn packing_spares_what_it_packs() {
    let folder = tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::create_dir(at("tree")).unwrap();
    fs::write(at("tree/a.txt"), "mine").unwrap();
    fs::write(at("order"), "a.txt\n").unwrap();
    for to in ["tree/a.txt", "./tree/../tree/a.txt"] {
        for more in [&[][..], &["-f"]] {
            let arguments = [&["pack", "tree", "-o", to], more].concat();
            run(folder.path(), &arguments, 5);
            assert_eq!(fs::read(at("tree/a.txt")).unwrap(), b"mine");
        }
    }
    refused(
        folder.path(),
        &["pack", "tree", "--order", "order", "-o", "order", "-f"],
        "is what is read",
    );
    // The package itself is none of its files, and replaced when that is asked for.
    run(folder.path(), &["pack", "tree", "-o", "tree/x.pak"], 0);
    let first = fs::read(at("tree/x.pak")).unwrap();
    refused(
        folder.path(),
        &["pack", "tree", "-o", "tree/x.pak"],
        "--force replaces it",
    );
    run(
        folder.path(),
        &["pack", "tree", "-o", "tree/x.pak", "-f"],
        0,
    );
    assert_eq!(fs::read(at("tree/x.pak")).unwrap(), first);
    // One that is brought up to date is named, and needs no leave.
    run(
        folder.path(),
        &["pack", "tree", "--update", "tree/x.pak", "-o", "tree/x.pak"],
        0,
    );
    assert_eq!(fs::read(at("tree/x.pak")).unwrap(), first);
}

#[test]
fn pages_of_the_manual_that_differ_are_told() {
    let folder = tempdir().unwrap();
    run(folder.path(), &["man", "-o", "man"], 0);
    run(folder.path(), &["man", "-o", "man"], 0);
    let page = folder.path().join("man/formwork-diff.1");
    fs::write(&page, "mine").unwrap();
    refused(
        &folder.path().join("man"),
        &["man", "-o", "."],
        "./formwork-diff.1: system: cannot be written",
    );
    run(folder.path(), &["man", "-o", "man", "-f"], 0);
    assert_ne!(fs::read(&page).unwrap(), b"mine");
}

#[test]
fn what_comes_there_meanwhile_is_left_alone() {
    let folder = folder();
    let pipe = folder.path().join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    // The program has opened its input, and asked about its output; or it asks later, and finds the same.
    let mut run = std::process::Command::new(assert_cmd::cargo::cargo_bin("formwork"));
    run.args(["decode", "pipe", "-o", "new.xml"])
        .current_dir(&folder)
        .stderr(Stdio::piped());
    let run = run.spawn().unwrap();
    let mut writer = File::options().write(true).open(&pipe).unwrap();
    fs::write(folder.path().join("new.xml"), "mine").unwrap();
    std::io::Write::write_all(&mut writer, &fs::read(one()).unwrap()).unwrap();
    drop(writer);
    let done = run.wait_with_output().unwrap();
    assert_eq!(done.status.code(), Some(5));
    assert_eq!(fs::read(folder.path().join("new.xml")).unwrap(), b"mine");
    assert!(
        listed(folder.path())
            .iter()
            .all(|name| !name.starts_with('.'))
    );
}

#[test]
fn the_help_says_so() {
    let help = output(&["--help"]);
    assert!(
        help.contains("5 the result cannot be") && help.contains("--force"),
        "{help}"
    );
    for command in ["decode", "encode", "schema", "unpack", "pack", "man"] {
        formwork(&[command, "--help"])
            .assert()
            .success()
            .stdout(contains("-f, --force").and(contains("never the input")));
    }
}
