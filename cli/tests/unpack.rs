//! What `unpack` writes, and what becomes of damaged packages.
#![cfg(unix)]

use std::{
    fs,
    io::Write as _,
    os::unix::fs::symlink,
    path::PathBuf,
    sync::atomic::{AtomicBool, Ordering},
};

use crate::common::{
    formwork, listed, objects,
    packages::{pak, run, tree},
};
use formwork_formats::{
    package::{Packed, lz4::Compression},
    urho3d::package::{Builder, packages},
};
use predicates::{prelude::*, str::contains};
use tempfile::tempdir;

#[test]
fn a_wrong_checksum_is_a_warning() {
    let folder = tempdir().unwrap();
    let wrong = pak("upak-wrong-checksum.pak");
    let said = run(folder.path(), &["unpack", &wrong], 0);
    assert!(
        said.contains("warning: `Scripts/Main.as` has the checksum"),
        "{said}"
    );
    assert_eq!(said.lines().count(), 1, "{said}");
    let found = tree(&folder.path().join("upak-wrong-checksum"));
    assert_eq!(found["Scripts/Main.as"], b"void Start() {}\n");
    assert_eq!(found.len(), 2);

    let mut bytes = fs::read(pak("upak-two.pak")).unwrap();
    bytes[8] ^= 1;
    fs::write(folder.path().join("x.pak"), bytes).unwrap();
    let said = run(folder.path(), &["unpack", "x.pak"], 0);
    assert!(
        said.contains("x.pak: warning: the checksum of the package is"),
        "{said}"
    );
    assert_eq!(tree(&folder.path().join("x")).len(), 2);
    let done = formwork(&["unpack", "--json", "x.pak", "-o", "y"])
        .current_dir(folder.path())
        .assert();
    let all = objects(&done.success().get_output().stdout);
    assert_eq!(all[0]["checksum_ok"], false);
    assert_eq!(all[0]["files"], 2);
    assert!(all[0]["warnings"][0]["name"].is_null());
    // Whoever asks whether it is right is told.
    for command in ["list", "check"] {
        formwork(&[command, "x.pak"])
            .current_dir(&folder)
            .assert()
            .code(1);
    }
}

/// A package of three files, the second of which has a size or bytes that cannot be.
fn damaged(blocks: Option<(Compression, u16)>, size: bool) -> Vec<u8> {
    let mut builder = Builder::new(blocks.is_some());
    for name in ["a.txt", "b.txt", "c.txt"] {
        let content = name.repeat(200).into();
        let file = Packed::new(name, content, blocks).unwrap();
        builder.push(file).unwrap();
    }
    let mut bytes = builder.finish().unwrap().to_vec();
    let second = 12 + 18 + 6;
    if size {
        bytes[second + 4..second + 8].fill(0xff);
    } else {
        let offset = bytes[second..second + 4].try_into().unwrap();
        // The length of its first block.
        bytes[u32::from_le_bytes(offset) as usize] = 0;
        bytes[u32::from_le_bytes(offset) as usize + 1] = 0;
    }
    bytes
}

#[test]
fn a_damaged_file_does_not_take_the_others_along() {
    let folder = tempdir().unwrap();
    let blocks = Some((Compression::Fast, 500));
    for (name, bytes) in [
        ("size", damaged(None, true)),
        ("packed-size", damaged(blocks, true)),
        ("block", damaged(blocks, false)),
    ] {
        let file = format!("{name}.pak");
        fs::write(folder.path().join(&file), bytes).unwrap();
        let said = run(folder.path(), &["unpack", &file], 4);
        assert!(said.contains(".pak: malformed: b.txt: "), "{said}");
        assert!(said.contains("--keep-going"), "{said}");
        assert!(!folder.path().join(name).exists());

        let said = run(folder.path(), &["unpack", &file, "--keep-going"], 1);
        assert!(said.contains(".pak: malformed: b.txt: "), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
        assert_eq!(listed(&folder.path().join(name)), ["a.txt", "c.txt"]);
        // What is not asked for may be damaged.
        run(folder.path(), &["unpack", &file, "a.txt", "-o", "one"], 0);
        formwork(&["list", &file])
            .current_dir(&folder)
            .assert()
            .code(1)
            .stdout(contains("a.txt").and(contains("right")));
    }
    let arguments = ["unpack", "--json", "--keep-going", "size.pak"];
    let done = formwork(&arguments).current_dir(&folder).assert().code(1);
    let all = objects(&done.get_output().stdout);
    assert_eq!(all[0]["error"]["kind"], "malformed");
    assert_eq!(all[1]["files"], 2);
    assert!(all[1]["checksum_ok"].is_null());
}

#[test]
fn files_that_change_meanwhile_make_no_damaged_package() {
    const LENGTH: usize = 2_000_000;
    let folder = tempdir().unwrap();
    let tree = folder.path().join("tree");
    fs::create_dir(&tree).unwrap();
    let files: Vec<PathBuf> = (0..12).map(|n| tree.join(format!("{n:02}.bin"))).collect();
    for file in &files {
        fs::write(file, vec![b'a'; LENGTH]).unwrap();
    }
    let stop = AtomicBool::new(false);
    let changing = &files[3];
    let mut runs = Vec::new();
    std::thread::scope(|scope| {
        let change = || {
            let mut content = 0;
            while !stop.load(Ordering::Relaxed) {
                content = u8::wrapping_add(content, 1);
                let file = fs::OpenOptions::new().write(true).open(changing);
                file.unwrap().write_all(&vec![content; LENGTH]).unwrap();
            }
        };
        scope.spawn(change);
        for _ in 0..5 {
            let mut command = formwork(&["pack", "tree", "-f", "-o", "out.pak"]);
            let done = command.current_dir(&folder).output().unwrap();
            let package = fs::read(folder.path().join("out.pak"));
            runs.push((done, package));
        }
        stop.store(true, Ordering::Relaxed);
    });
    for (done, package) in runs {
        let said = String::from_utf8(done.stderr).unwrap();
        if done.status.success() {
            let layers = packages(&package.unwrap().into()).unwrap();
            assert!(layers.packages[0].package.verify().unwrap().is_fine());
        } else {
            assert_eq!(done.status.code(), Some(3), "{said}");
            assert!(said.contains("03.bin: "), "{said}");
            assert!(said.contains("changed while it was read"), "{said}");
        }
    }
    formwork(&["pack", "tree", "-f", "-o", "out.pak"])
        .current_dir(&folder)
        .assert()
        .success();
}

#[test]
fn what_cannot_be_unpacked_leaves_no_folder() {
    let folder = tempdir().unwrap();
    let wrong = pak("ulz4-empty-block.pak");
    for more in [&[][..], &["--keep-going"]] {
        let arguments = [&["unpack", &wrong, "-o", "none"], more].concat();
        run(
            folder.path(),
            &arguments,
            if more.is_empty() { 4 } else { 1 },
        );
        assert!(listed(folder.path()).is_empty());
    }
    // A package without files is a folder without files.
    run(folder.path(), &["unpack", &pak("upak-empty.pak")], 0);
    assert!(listed(&folder.path().join("upak-empty")).is_empty());
}

#[test]
fn unpacking_has_limits() {
    let folder = tempdir().unwrap();
    let two = pak("upak-two.pak");
    for (option, value) in [("--max-entries", "1"), ("--max-unpacked", "0")] {
        let said = run(folder.path(), &["unpack", &two, option, value], 3);
        assert!(said.contains("limit: ") && said.contains(option), "{said}");
        assert!(listed(folder.path()).is_empty());
    }
    // What is not asked for does not count.
    let one = ["unpack", &two, "readme.txt", "--max-entries", "1"];
    run(folder.path(), &one, 0);
}

#[test]
fn files_can_be_asked_for_by_pattern() {
    let folder = tempdir().unwrap();
    let mut builder = Builder::new(false);
    let names = [
        "Models/a.mdl",
        "Models/sub/b.mdl",
        "Models/c.txt",
        "x[1].txt",
        "x1.txt",
    ];
    for name in names {
        let file = Packed::new(name, name.into(), None).unwrap();
        builder.push(file).unwrap();
    }
    fs::write(folder.path().join("x.pak"), builder.finish().unwrap()).unwrap();
    for (asked, expected) in [
        (&["Models/*.mdl"][..], &["Models/a.mdl"][..]),
        (&["Models/**/*.mdl"], &["Models/a.mdl", "Models/sub/b.mdl"]),
        (
            &["**/b.*", "Models/c.txt"],
            &["Models/c.txt", "Models/sub/b.mdl"],
        ),
        // What is the name of a file is no pattern.
        (&["x[1].txt"], &["x[1].txt"]),
        (&["x[1]*"], &["x1.txt"]),
        (&["Models/sub/"], &["Models/sub/b.mdl"]),
    ] {
        let arguments = [&["unpack", "x.pak", "-o", "out"], asked].concat();
        run(folder.path(), &arguments, 0);
        let out = folder.path().join("out");
        let found: Vec<String> = tree(&out).into_keys().collect();
        assert_eq!(found, expected, "{asked:?}");
        fs::remove_dir_all(out).unwrap();
    }
    let said = run(folder.path(), &["unpack", "x.pak", "*.none"], 2);
    assert!(said.contains("has no file or folder `*.none`"), "{said}");
    let said = run(folder.path(), &["unpack", "x.pak", "a["], 2);
    assert!(said.contains("unclosed"), "{said}");
}

#[test]
fn single_files_and_folders_can_be_asked_for() {
    let folder = tempdir().unwrap();
    let two = pak("upak-two.pak");
    run(folder.path(), &["unpack", &two, "Scripts", "-o", "out"], 0);
    let names: Vec<String> = tree(&folder.path().join("out")).into_keys().collect();
    assert_eq!(names, ["Scripts/Main.as"]);
    run(
        folder.path(),
        &["unpack", &two, "readme.txt", "-o", "out"],
        0,
    );
    assert_eq!(tree(&folder.path().join("out")).len(), 2);
    let said = run(folder.path(), &["unpack", &two, "Script", "-o", "other"], 2);
    assert!(said.contains("has no file or folder `Script`"), "{said}");
    assert_eq!(listed(folder.path()), ["out"]);
}

#[test]
fn one_of_several_packages_is_chosen() {
    let folder = tempdir().unwrap();
    let several = pak("upak-packages.pak");
    let said = run(folder.path(), &["unpack", &several, "-o", "out"], 2);
    assert!(said.contains("--package, 1 to 2"), "{said}");
    run(
        folder.path(),
        &["unpack", &several, "-o", "out", "--package", "3"],
        2,
    );
    assert!(listed(folder.path()).is_empty());
    run(
        folder.path(),
        &["unpack", &several, "-o", "out", "--package", "1"],
        0,
    );
    assert_eq!(
        listed(&folder.path().join("out")),
        ["Scripts", "readme.txt"]
    );
}

#[test]
fn symbolic_links_are_not_followed() {
    let folder = tempdir().unwrap();
    let (inside, outside) = (folder.path().join("in"), folder.path().join("out"));
    fs::create_dir_all(&inside).unwrap();
    fs::create_dir_all(&outside).unwrap();
    symlink(&outside, inside.join("Scripts")).unwrap();
    let two = pak("upak-two.pak");
    let said = run(folder.path(), &["unpack", &two, "-o", "in"], 5);
    assert!(said.contains("is not a folder"), "{said}");
    assert!(listed(&outside).is_empty());

    fs::remove_file(inside.join("Scripts")).unwrap();
    fs::write(outside.join("mine"), "mine").unwrap();
    symlink(outside.join("mine"), inside.join("readme.txt")).unwrap();
    let said = run(folder.path(), &["unpack", &two, "-o", "in"], 5);
    assert!(said.contains("is not a file"), "{said}");
    assert_eq!(fs::read(outside.join("mine")).unwrap(), b"mine");
    assert_eq!(
        fs::read(inside.join("Scripts/Main.as")).unwrap(),
        b"void Start() {}\n"
    );
}

#[test]
fn a_package_is_unpacked_and_nothing_else_is_written() {
    let folder = tempdir().unwrap();
    assert_eq!(run(folder.path(), &["unpack", &pak("ulz4-two.pak")], 0), "");
    assert_eq!(listed(folder.path()), ["ulz4-two"]);
    let found = tree(&folder.path().join("ulz4-two"));
    assert_eq!(found["e.txt"], b"e".repeat(16));
    assert_eq!(
        found["Textures/o.txt"],
        [&b"o".repeat(16)[..], b"end"].concat()
    );
    assert_eq!(found.len(), 2);
    for name in ["upak-two", "rpak-two", "upak-no-size", "upak-appended"] {
        run(folder.path(), &["unpack", &pak(&format!("{name}.pak"))], 0);
        let found = tree(&folder.path().join(name));
        assert_eq!(found["Scripts/Main.as"], b"void Start() {}\n", "{name}");
        assert_eq!(found["readme.txt"], b"Read me.\n", "{name}");
    }
}
