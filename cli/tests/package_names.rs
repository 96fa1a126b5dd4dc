//! Names in packages and of files: what `unpack` and `pack` make of them.
#![cfg(unix)]

use std::{fs, os::unix::fs::symlink};

use crate::common::{
    formwork, listed,
    packages::{names, packed, pak, run, sources, tree},
};
use formwork_formats::{package::Packed, urho3d::package::Builder};
use predicates::str::contains;
use tempfile::tempdir;

#[test]
fn names_are_bytes() {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt as _};
    let folder = tempdir().unwrap();
    let inside = folder.path().join("tree");
    fs::create_dir(&inside).unwrap();
    let names: [&[u8]; 5] = [b"nul.bin", b"dot.", b"a\\b", b"l\ni", b"a\xff"];
    for name in names {
        // Some systems refuse bytes that are no UTF-8.
        if fs::write(inside.join(OsStr::from_bytes(name)), name).is_err() {
            return;
        }
    }
    let said = run(folder.path(), &["pack", "tree", "-o", "x.pak"], 0);
    assert_eq!(said.lines().count(), 5, "{said}");
    assert!(said.contains("warning: `a\\xff` is not UTF-8"), "{said}");
    let said = run(folder.path(), &["unpack", "x.pak"], 0);
    assert_eq!(said.lines().count(), 5, "{said}");
    for name in names {
        let written = fs::read(folder.path().join("x").join(OsStr::from_bytes(name)));
        assert_eq!(written.unwrap(), name);
    }
    let portable = ["pack", "tree", "-o", "y.pak", "--portable"];
    assert!(run(folder.path(), &portable, 4).contains("cannot be packed"));
    run(
        folder.path(),
        &["unpack", "x.pak", "--portable", "-o", "y"],
        4,
    );
    let options = ["--portable", "--on-unsafe", "rename", "-o", "y"];
    run(
        folder.path(),
        &[&["unpack", "x.pak"], &options[..]].concat(),
        0,
    );
    let renamed = ["_nul.bin", "a", "a_", "dot_", "l_i"];
    assert_eq!(listed(&folder.path().join("y")), renamed);
    // Names and places come back from either folder, though nothing is noted in them.
    for unpacked in ["x", "y"] {
        let arguments = [
            "pack",
            unpacked,
            "-f",
            "-o",
            "again.pak",
            "--update",
            "x.pak",
        ];
        run(folder.path(), &arguments, 0);
        let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
        assert_eq!(read("again.pak"), read("x.pak"), "{unpacked}");
    }
}

#[test]
fn names_of_renamed_files_come_back() {
    let folder = tempdir().unwrap();
    let old = pak("upak-unsafe-names.pak");
    for more in [&[][..], &["--portable"]] {
        let unpack = ["unpack", &old, "-o", "tree", "--on-unsafe", "rename"];
        run(folder.path(), &[&unpack[..], more].concat(), 0);
        let new = packed(folder.path(), &["--update", &old]);
        assert_eq!(fs::read(new).unwrap(), fs::read(&old).unwrap());
        fs::remove_dir_all(folder.path().join("tree")).unwrap();
    }
    // Of two files of one name, either has its place.
    let twice = pak("upak-duplicate.pak");
    let unpack = ["unpack", &twice, "-o", "tree", "--on-unsafe", "rename"];
    run(folder.path(), &unpack, 0);
    fs::write(folder.path().join("tree/new"), "new").unwrap();
    let new = packed(folder.path(), &["--update", &twice]);
    assert_eq!(names(&new), ["readme.txt", "readme.txt", "new"]);
    // Without the old package they are names like any other.
    let new = packed(folder.path(), &[]);
    assert_eq!(names(&new), ["new", "readme.txt", "readme~2.txt"]);
}

#[test]
fn what_is_packed_can_be_narrowed() {
    let folder = sources();
    let inside = folder.path().join("tree");
    fs::create_dir_all(inside.join("a/b")).unwrap();
    fs::write(inside.join("a/b/deep.txt"), "d").unwrap();
    fs::write(inside.join("a/b/keep.txt"), "k").unwrap();
    let all = names(&packed(folder.path(), &["--exclude", "*.txt"]));
    assert_eq!(all, [".hidden", "a/y.bin", "empty", "old.BAK", "x.Rule"]);
    let options = ["--exclude", "/b.txt", "--exclude", "b/", "--exclude", ".*"];
    let all = names(&packed(folder.path(), &options));
    assert_eq!(all, ["a/y.bin", "a/z.txt", "empty", "old.BAK", "x.Rule"]);

    fs::write(inside.join(".formworkignore"), "# odd\n*.BAK\n.hidden\n").unwrap();
    fs::write(inside.join("a/b/.formworkignore"), "*.txt\n!keep.txt\n").unwrap();
    let all = names(&packed(folder.path(), &[]));
    let left = [
        "a/b/keep.txt",
        "a/y.bin",
        "a/z.txt",
        "b.txt",
        "empty",
        "x.Rule",
    ];
    assert_eq!(all, left);
    let like = names(&packed(folder.path(), &["--like-packagetool"]));
    let seen = [
        "a/b/deep.txt",
        "a/b/keep.txt",
        "a/y.bin",
        "a/z.txt",
        "b.txt",
    ];
    assert_eq!(like, seen);
    let wrong = ["pack", "tree", "-o", "x.pak", "--exclude", "a{"];
    let said = run(folder.path(), &wrong, 2);
    assert!(said.contains("--exclude: `a{` is not a glob"), "{said}");
}

#[test]
fn patterns_count_from_the_folder_that_they_are_in() {
    let folder = tempdir().unwrap();
    let inside = folder.path().join("tree");
    fs::create_dir_all(inside.join("a/b")).unwrap();
    for name in ["x", "y", "a/x", "a/y", "a/b/x", "a/b/y"] {
        fs::write(inside.join(name), name).unwrap();
    }
    fs::write(inside.join(".formworkignore"), "/x\n").unwrap();
    fs::write(inside.join("a/.formworkignore"), "/y\n/b/x\n").unwrap();
    fs::create_dir(inside.join("a/b/.formworkignore")).unwrap();
    assert_eq!(names(&packed(folder.path(), &[])), ["a/b/y", "a/x", "y"]);
    // The same where the folder is named by a link.
    symlink("tree", folder.path().join("link")).unwrap();
    let said = run(folder.path(), &["pack", "link", "-o", "link.pak"], 0);
    assert!(!said.contains("left out"), "{said}");
    let linked = names(&folder.path().join("link.pak"));
    assert_eq!(linked, ["a/b/y", "a/x", "y"]);

    fs::write(inside.join("a/.formworkignore"), "y\n\n[\n").unwrap();
    let said = run(folder.path(), &["pack", "tree", "-o", "x.pak"], 4);
    assert!(
        said.contains("a/.formworkignore: malformed: at line 3"),
        "{said}"
    );
}

#[test]
fn every_name_that_packagetool_takes_is_taken() {
    let folder = tempdir().unwrap();
    let inside = folder.path().join("tree");
    fs::create_dir_all(inside.join("blank ")).unwrap();
    fs::create_dir_all(inside.join("CVS")).unwrap();
    for name in ["u\\..\\up", "C:\\x", "CVS/x", "blank /x", "nul", "A", "a"] {
        fs::write(inside.join(name), name).unwrap();
    }
    symlink("../outside", inside.join("link")).unwrap();
    symlink("nowhere", inside.join("gone")).unwrap();
    fs::write(folder.path().join("outside"), "o").unwrap();
    let said = run(folder.path(), &["pack", "tree", "-o", "x.pak"], 4);
    assert!(said.contains("cannot be packed"), "{said}");
    let like = ["pack", "tree", "-o", "x.pak", "--like-packagetool"];
    let said = run(folder.path(), &like, 0);
    assert!(said.contains("`u\\..\\up` goes through"), "{said}");
    assert!(said.contains("`A` and `a` collide"), "{said}");
    let all = names(&folder.path().join("x.pak"));
    assert_eq!(
        all,
        ["A", "C:\\x", "CVS/x", "a", "link", "nul", "u\\..\\up"]
    );
}

#[test]
fn names_that_meet_are_told() {
    let folder = tempdir().unwrap();
    for name in ["straße", "STRASSE", "other"] {
        fs::write(folder.path().join(name), "x").unwrap();
    }
    // A system that takes them for one has one file, and nothing to refuse.
    if fs::read_dir(folder.path()).unwrap().count() < 3 {
        return;
    }
    let portable = ["pack", ".", "-o", "a.pak", "--portable"];
    let told = run(folder.path(), &portable, 4);
    assert!(told.contains("`STRASSE` and `straße` collide"), "{told}");
    assert!(told.contains("rename one of them"), "{told}");
    assert!(!folder.path().join("a.pak").exists());
    // Here they are two files, also when they come back.
    let told = run(folder.path(), &["pack", ".", "-o", "a.pak"], 0);
    assert!(told.contains("`STRASSE` and `straße` collide"), "{told}");
    run(folder.path(), &["unpack", "a.pak", "-o", "out"], 0);
    assert_eq!(tree(&folder.path().join("out")).len(), 3);
}

#[test]
fn names_that_lead_elsewhere_are_refused() {
    let folder = tempdir().unwrap();
    let inner = folder.path().join("in");
    fs::create_dir(&inner).unwrap();
    let hostile = pak("upak-unsafe-names.pak");
    let said = run(&inner, &["unpack", &hostile, "-o", "out"], 4);
    assert!(
        said.contains("`../up.txt` goes through `.`, `..`"),
        "{said}"
    );
    // All of them are named, and nothing is made.
    assert!(said.contains("4 names are not safe paths"), "{said}");
    assert!(
        said.contains("`C:\\drive.txt` begins with a drive letter"),
        "{said}"
    );
    let portable = ["unpack", &hostile, "-o", "out", "--portable"];
    let said = run(&inner, &portable, 4);
    assert!(said.contains("6 names are not safe paths"), "{said}");
    assert!(said.contains("`aux.txt` is a device"), "{said}");
    assert!(listed(&inner).is_empty());

    let said = run(
        &inner,
        &["unpack", &hostile, "-o", "out", "--on-unsafe", "skip"],
        0,
    );
    assert!(
        said.contains("`../up.txt` goes through `.`, `..` or an empty name: left out"),
        "{said}"
    );
    assert!(
        said.contains("warning: `aux.txt` is a device of Windows"),
        "{said}"
    );
    assert_eq!(said.lines().count(), 6, "{said}");
    assert_eq!(
        listed(&inner.join("out")),
        ["Case.txt", "aux.txt", "case.txt"]
    );

    let options = ["--on-unsafe", "rename", "--portable"];
    let arguments = [&["unpack", &hostile, "-o", "all"], &options[..]].concat();
    let said = run(&inner, &arguments, 0);
    assert!(said.contains("written as `C_/drive.txt`"), "{said}");
    let found = tree(&inner.join("all"));
    let names: Vec<&str> = found.keys().map(String::as_str).collect();
    let expected = [
        "C_/drive.txt",
        "Case.txt",
        "_",
        "_aux.txt",
        "case~2.txt",
        "root.txt",
        "up.txt",
    ];
    assert_eq!(names, expected);
    assert_eq!(found["case~2.txt"], b"lower");
    assert_eq!(listed(folder.path()), ["in"]);
}

#[test]
fn names_that_version_control_runs_are_unsafe() {
    let folder = tempdir().unwrap();
    let mut package = Builder::new(false);
    let hook = Packed::new(".git/hooks/pre-commit", "x".into(), None).unwrap();
    package.push(hook).unwrap();
    let bytes = Box::new(package).finish().unwrap();
    fs::write(folder.path().join("hook.pak"), bytes).unwrap();
    let said = run(folder.path(), &["unpack", "hook.pak"], 4);
    assert!(said.contains("is version control's own"), "{said}");
    run(
        folder.path(),
        &["unpack", "hook.pak", "--on-unsafe", "rename"],
        0,
    );
    let written = tree(&folder.path().join("hook"));
    assert_eq!(Vec::from_iter(written.keys()), ["_.git/hooks/pre-commit"]);
}

#[test]
fn what_is_no_file_is_left_out_and_named() {
    let folder = tempdir().unwrap();
    let data = folder.path().join("Data");
    fs::create_dir(&data).unwrap();
    fs::write(data.join("a.txt"), "a").unwrap();
    fs::write(data.join(".formwork-aB3xY9"), "half").unwrap();
    let made = std::process::Command::new("mkfifo")
        .arg(data.join("pipe.mdl"))
        .status();
    assert!(made.unwrap().success());
    let said = run(folder.path(), &["pack", "Data", "-o", "a.pak"], 0);
    assert!(
        said.contains("pipe.mdl: note: a pipe, socket or device is left out"),
        "{said}"
    );
    assert!(
        said.contains(".formwork-aB3xY9: note: what an ended run left behind"),
        "{said}"
    );
    assert_eq!(names(&folder.path().join("a.pak")), ["a.txt"]);
    formwork(&["check", "Data"])
        .current_dir(&folder)
        .assert()
        .success()
        .stderr(contains(
            "pipe.mdl: note: a pipe, socket or device is left out",
        ));
    // Not once per file.
    let said = run(folder.path(), &["unpack", "a.pak", "-o", "Data/a.txt"], 5);
    assert!(said.contains("it is no folder"), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
}

#[test]
fn of_two_files_of_one_name_the_last_counts() {
    let folder = tempdir().unwrap();
    let twice = pak("upak-duplicate.pak");
    let said = run(folder.path(), &["unpack", &twice], 4);
    assert!(said.contains("is replaced by a later entry"), "{said}");
    run(folder.path(), &["unpack", &twice, "--on-unsafe", "skip"], 0);
    let found = tree(&folder.path().join("upak-duplicate"));
    assert_eq!(found["readme.txt"], b"Read me, too.\n");
}

#[test]
fn a_refusal_names_ten_and_counts_the_others() {
    let folder = tempdir().unwrap();
    let mut builder = Builder::new(false);
    for number in 0..13 {
        let name = format!("../{number}");
        let file = Packed::new(&*name, "x".into(), None).unwrap();
        builder.push(file).unwrap();
    }
    let bytes = builder.finish().unwrap();
    fs::write(folder.path().join("up.pak"), bytes).unwrap();
    let said = run(folder.path(), &["unpack", "up.pak"], 4);
    assert!(said.contains("13 names are not safe paths"), "{said}");
    assert!(
        said.contains("`../9` goes") && !said.contains("`../10`"),
        "{said}"
    );
    assert!(said.contains("and 3 more"), "{said}");
    assert_eq!(listed(folder.path()), ["up.pak"]);
}

#[test]
fn options_that_mean_nothing_are_told() {
    let folder = sources();
    for base in ["../x", "/abs", "a/../b", "a\\..\\b", "/", "a//"] {
        let arguments = ["pack", "tree", "-f", "-o", "x.pak", "--base", base];
        let said = run(folder.path(), &arguments, 2);
        assert!(said.contains("--base "), "{said}");
    }
    for options in [
        &["--block-size", "100"][..],
        &["--level", "3"],
        &["--compress", "none", "--block-size", "100"],
        &["--compress", "lz4", "--level", "3"],
    ] {
        let arguments = [&["pack", "tree", "-f", "-o", "x.pak"], options].concat();
        let said = run(folder.path(), &arguments, 2);
        assert!(said.contains("means nothing without"), "{said}");
    }
    assert_eq!(listed(folder.path()), ["tree"]);
}

#[test]
fn names_are_sorted_and_can_be_chosen() {
    let folder = sources();
    let all = names(&packed(folder.path(), &[]));
    let sorted = [
        ".hidden", "a/y.bin", "a/z.txt", "b.txt", "empty", "old.BAK", "x.Rule",
    ];
    assert_eq!(all, sorted);
    let like = names(&packed(
        folder.path(),
        &["--like-packagetool", "--base", "Base/Path/"],
    ));
    let based = ["Base/Path/a/y.bin", "Base/Path/a/z.txt", "Base/Path/b.txt"];
    assert_eq!(like, based);
    fs::write(folder.path().join("order"), "empty\nb.txt\ngone\n").unwrap();
    let ordered = names(&packed(
        folder.path(),
        &["--like-packagetool", "--order", "order"],
    ));
    assert_eq!(ordered, ["b.txt", "a/y.bin", "a/z.txt"]);
}

#[test]
fn what_the_official_packer_takes_is_unpacked_and_packed() {
    let corpus = std::env::var_os("FORMWORK_CORPUS").unwrap_or_default();
    let folders = std::env::split_paths(&corpus).map(|folder| folder.join("urho3d/pak"));
    for folder in folders.filter(|folder| folder.join("packagetool-tree").is_dir()) {
        let into = tempdir().unwrap();
        for kind in ["plain", "lz4", "base-lz4", "appended"] {
            let file = folder.join(format!("packagetool-{kind}.pak"));
            let said = run(into.path(), &["unpack", file.to_str().unwrap()], 0);
            assert_eq!(said, "");
        }
        let tree = folder.join("packagetool-tree");
        let tree = tree.to_str().unwrap();
        let like = ["pack", tree, "-o", "like.pak", "--like-packagetool"];
        // Two of them begin like packages, and are none.
        let said = run(into.path(), &like, 0);
        assert!(
            said.lines()
                .all(|line| line.contains("error: F0001-malformed")),
            "{said}"
        );
        let mut theirs = names(&folder.join("packagetool-plain.pak"));
        theirs.sort();
        assert_eq!(names(&into.path().join("like.pak")), theirs);
    }
}
