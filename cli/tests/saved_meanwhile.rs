//! Files that are read and then replaced: what somebody else saves in between is never lost.
#![cfg(unix)]

use std::{
    fs::{self, File},
    io::Write as _,
    path::Path,
    process::{Command, Stdio},
    thread,
    time::Instant,
};

use crate::common::{formwork, listed};

/// A material with so many names of textures, each with a backslash.
fn material(comment: &str, samplers: usize) -> String {
    let mut text = format!("<Material>\n<!-- {comment} -->\n<Shader source=\"s.shader\"/>\n");
    for number in 0..samplers {
        text += &format!("<Sampler name=\"a{number}\" map=\"textures\\wood{number}.png\"/>\n");
    }
    text + "</Material>\n"
}

fn mended(text: &str) -> String {
    text.replace('\\', "/")
}

fn fix(folder: &Path) -> Command {
    let mut run = Command::new(assert_cmd::cargo::cargo_bin("formwork"));
    run.args(["check", "--fix", "--quiet", "a.material.xml"])
        .current_dir(folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    run
}

#[test]
fn a_file_that_is_named_twice_is_mended_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.material.xml");
    let ours = material("ours", 40);
    fs::write(&path, &ours).unwrap();
    let mut run = fix(folder.path());
    run.args(["./a.material.xml", "."]);
    let done = run.output().unwrap();
    assert_eq!(done.status.code(), Some(0), "{done:?}");
    assert_eq!(fs::read_to_string(path).unwrap(), mended(&ours));
}

#[test]
fn what_is_saved_while_a_file_is_mended_stays() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let ours = material("ours", 400);
    let theirs = material("theirs, and longer", 400);
    fs::write(at("a.material.xml"), &ours).unwrap();
    let start = Instant::now();
    assert!(fix(folder.path()).output().unwrap().status.success());
    let takes = start.elapsed();
    let saves: [fn(&Path, &str); 2] = [
        |path, text| fs::write(path, text).unwrap(),
        |path, text| {
            let other = path.with_extension("new");
            fs::write(&other, text).unwrap();
            fs::rename(other, path).unwrap();
        },
    ];
    for (way, save) in saves.into_iter().enumerate() {
        for part in 0..8 {
            fs::write(at("a.material.xml"), &ours).unwrap();
            let run = fix(folder.path()).spawn().unwrap();
            thread::sleep(takes * part / 8);
            save(&at("a.material.xml"), &theirs);
            let done = run.wait_with_output().unwrap();
            let now = fs::read_to_string(at("a.material.xml")).unwrap();
            let told = String::from_utf8(done.stdout).unwrap();
            match done.status.code() {
                // It began after the save, or ended before it.
                Some(0) => assert!(now == mended(&theirs) || now == theirs, "{way} {part}"),
                Some(3) => {
                    assert!(told.contains("changed"), "{told}");
                    assert_eq!(now, theirs, "{way} {part}");
                }
                // It was read while it was empty.
                code => assert_eq!((code, now), (Some(1), theirs.clone()), "{told}"),
            }
            assert_eq!(listed(folder.path()), ["a.material.xml"]);
        }
    }
}

#[test]
fn all_places_are_mended_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.material.xml");
    // More than are listed precede them, and more than four times as many are there.
    let unknown = "<Unknown/>\n".repeat(1200);
    let text =
        material("a", 5000).replace("<Sampler name=\"a0\"", &(unknown + "<Sampler name=\"a0\""));
    fs::write(&path, &text).unwrap();
    formwork(&["check", "--fix", path.to_str().unwrap()])
        .assert()
        .success();
    assert_eq!(fs::read_to_string(&path).unwrap(), mended(&text));
}

#[test]
fn what_is_saved_while_a_package_is_updated_stays() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::create_dir(at("tree")).unwrap();
    fs::write(at("tree/a"), "a").unwrap();
    let mut first = formwork(&["pack", "tree", "-o", "a.pak"]);
    first.current_dir(&folder).assert().success();
    let before = fs::read(at("a.pak")).unwrap();
    fs::write(at("tree/b"), "b").unwrap();
    let made = Command::new("mkfifo").arg(at("order")).status().unwrap();
    assert!(made.success());
    let saves: [fn(&Path); 2] = [
        |path| fs::write(path, "theirs").unwrap(),
        |path| {
            fs::write(path.with_extension("new"), "theirs").unwrap();
            fs::rename(path.with_extension("new"), path).unwrap();
        },
    ];
    let forced = [None, Some("--force")].into_iter();
    for (force, save) in forced.flat_map(|force| saves.map(|save| (force, save))) {
        fs::write(at("a.pak"), &before).unwrap();
        let mut run = Command::new(assert_cmd::cargo::cargo_bin("formwork"));
        let update = [
            "pack", "tree", "--update", "a.pak", "-o", "a.pak", "--order", "order",
        ];
        run.args(update).args(force);
        let run = run
            .current_dir(&folder)
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // Opens when the other end is opened, and that is after the package was read.
        let mut order = File::options().write(true).open(at("order")).unwrap();
        save(&at("a.pak"));
        order.write_all(b"b\na\n").unwrap();
        drop(order);
        let done = run.wait_with_output().unwrap();
        let told = String::from_utf8(done.stderr).unwrap();
        assert_eq!(done.status.code(), Some(5), "{told}");
        assert!(told.contains("changed after it was read"), "{told}");
        assert_eq!(fs::read(at("a.pak")).unwrap(), b"theirs");
        assert_eq!(listed(folder.path()), ["a.pak", "order", "tree"]);
    }
    // Untouched, it is updated.
    fs::write(at("a.pak"), &before).unwrap();
    let mut update = formwork(&["pack", "tree", "--update", "a.pak", "-o", "a.pak"]);
    update.current_dir(&folder).assert().success();
    assert_ne!(fs::read(at("a.pak")).unwrap(), before);
}
