//! `list`, `unpack` and `pack`.
#![cfg(unix)]

mod common;

use std::{
    collections::BTreeMap,
    fs,
    io::Write as _,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, Ordering},
};

use common::{folder as fixtures, formwork, listed, objects};
use formwork_formats::urho3d::package::{Builder, Packed, packages};
use predicates::{prelude::*, str::contains};
use tempfile::{TempDir, tempdir};

fn pak(name: &str) -> String {
    let path = fixtures().join("urho3d/package").join(name);
    path.to_str().unwrap().into()
}

/// Runs in a folder, expects a code, and returns what went to standard error.
fn run(folder: &Path, arguments: &[&str], code: i32) -> String {
    let done = formwork(arguments)
        .current_dir(folder)
        .assert()
        .code(code)
        .stdout("");
    String::from_utf8(done.get_output().stderr.clone()).unwrap()
}

/// Every file below a folder, by path.
fn tree(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().to_str().unwrap().into();
                found.insert(name, fs::read(&path).unwrap());
            }
        }
    }
    found
}

/// A folder with some files in it.
fn sources() -> TempDir {
    let folder = tempdir().unwrap();
    let files: [(&str, Vec<u8>); 8] = [
        ("b.txt", b"second ".repeat(3000)),
        ("a/z.txt", b"to be or not to be ".repeat(9000)),
        (
            "a/y.bin",
            (0..70_000_u32)
                .map(|n| (n.wrapping_mul(n) >> 7) as u8)
                .collect(),
        ),
        ("empty", Vec::new()),
        (".hidden", b"h".to_vec()),
        (".git/config", b"g".to_vec()),
        ("old.BAK", b"o".to_vec()),
        ("x.Rule", b"r".to_vec()),
    ];
    for (name, content) in files {
        let path = folder.path().join("tree").join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }
    folder
}

#[test]
fn a_list_says_what_is_in_it() {
    formwork(&["list", &pak("ulz4-two.pak")])
        .assert()
        .success()
        .stdout(
            "NAME            SIZE  PACKED    RATIO  CHECKSUM\n\
             Textures/o.txt    19      22  115.8 %  right\n\
             e.txt             16      14   87.5 %  right\n",
        );
    formwork(&["list", &pak("upak-wrong-checksum.pak")])
        .assert()
        .code(1)
        .stdout(contains("Scripts/Main.as    16      16  100.0 %  wrong"));
    formwork(&["list", &pak("ulz4-empty-block.pak")])
        .assert()
        .code(1)
        .stdout(contains("an empty block"));
    formwork(&["list", &common::one()])
        .assert()
        .code(3)
        .stderr(contains("no package, but urho3d.animation"));
}

#[test]
fn a_list_is_an_object_for_programs() {
    let done = formwork(&["list", "--json", &pak("upak-packages.pak")]).assert();
    let all = objects(&done.success().get_output().stdout);
    let packages = all[0]["packages"].as_array().unwrap();
    assert_eq!(packages.len(), 2);
    assert_eq!(
        (&packages[0]["start"], &packages[1]["start"]),
        (&0.into(), &92.into())
    );
    assert_eq!(packages[1]["version"], "ULZ4");
    assert_eq!(packages[1]["checksum_ok"], true);
    assert_eq!(packages[1]["entries"][0]["name"], "Textures/o.txt");
    assert_eq!(packages[1]["entries"][0]["packed"], 22);
    let done = formwork(&["list", "--json", &pak("ulz4-empty-block.pak")]).assert();
    let all = objects(&done.code(1).get_output().stdout);
    assert_eq!(
        all[0]["packages"][0]["entries"][0]["error"]["kind"],
        "malformed"
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
    assert!(said.contains("6 names are no safe paths"), "{said}");
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
    assert_eq!(said.lines().count(), 6, "{said}");
    assert_eq!(listed(&inner.join("out")), ["Case.txt"]);

    let said = run(
        &inner,
        &["unpack", &hostile, "-o", "all", "--on-unsafe", "rename"],
        0,
    );
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
fn symbolic_links_are_not_followed() {
    let folder = tempdir().unwrap();
    let (inside, outside) = (folder.path().join("in"), folder.path().join("out"));
    fs::create_dir_all(&inside).unwrap();
    fs::create_dir_all(&outside).unwrap();
    symlink(&outside, inside.join("Scripts")).unwrap();
    let two = pak("upak-two.pak");
    let said = run(folder.path(), &["unpack", &two, "-o", "in"], 5);
    assert!(said.contains("is no folder"), "{said}");
    assert!(listed(&outside).is_empty());

    fs::remove_file(inside.join("Scripts")).unwrap();
    fs::write(outside.join("mine"), "mine").unwrap();
    symlink(outside.join("mine"), inside.join("readme.txt")).unwrap();
    let said = run(folder.path(), &["unpack", &two, "-o", "in"], 5);
    assert!(said.contains("is no file"), "{said}");
    assert_eq!(fs::read(outside.join("mine")).unwrap(), b"mine");
    assert_eq!(
        fs::read(inside.join("Scripts/Main.as")).unwrap(),
        b"void Start() {}\n"
    );
}

#[test]
fn a_wrong_file_is_not_written_and_the_others_are() {
    let folder = tempdir().unwrap();
    let said = run(
        folder.path(),
        &["unpack", &pak("upak-wrong-checksum.pak")],
        4,
    );
    assert!(said.contains("Scripts/Main.as: the checksum is"), "{said}");
    let found = tree(&folder.path().join("upak-wrong-checksum"));
    assert_eq!(found.into_keys().collect::<Vec<_>>(), ["readme.txt"]);
}

#[test]
fn a_wrong_checksum_of_the_package_is_told_when_its_files_are_there() {
    let folder = tempdir().unwrap();
    let mut bytes = fs::read(pak("upak-two.pak")).unwrap();
    bytes[8] ^= 1;
    fs::write(folder.path().join("x.pak"), bytes).unwrap();
    let said = run(folder.path(), &["unpack", "x.pak"], 1);
    assert!(said.contains("the checksum of the package is"), "{said}");
    assert_eq!(tree(&folder.path().join("x")).len(), 2);
    let done = formwork(&["unpack", "--json", "x.pak"])
        .current_dir(folder.path())
        .assert();
    let all = objects(&done.code(1).get_output().stdout);
    assert_eq!(all[0]["error"]["kind"], "malformed");
    assert_eq!(all[1]["checksum_ok"], false);
    assert_eq!(all[1]["files"], 2);
}

#[test]
fn what_is_packed_comes_back() {
    let folder = sources();
    let tree_before = tree(&folder.path().join("tree"));
    for how in ["none", "lz4", "lz4hc"] {
        let file = format!("{how}.pak");
        run(
            folder.path(),
            &["pack", "tree", "-o", &file, "--compress", how],
            0,
        );
        run(folder.path(), &["unpack", &file], 0);
        assert_eq!(tree(&folder.path().join(how)), tree_before, "{how}");
        formwork(&["list", &file])
            .current_dir(&folder)
            .assert()
            .success();
        let again = format!("{how}-again.pak");
        run(
            folder.path(),
            &["pack", "tree", "-o", &again, "--compress", how],
            0,
        );
        let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
        assert_eq!(read(&file), read(&again), "{how}");
    }
    let size = |name: &str| fs::metadata(folder.path().join(name)).unwrap().len();
    assert!(size("lz4hc.pak") <= size("lz4.pak") && size("lz4.pak") < size("none.pak"));
}

/// Names in a package, in order.
fn names(file: &Path) -> Vec<String> {
    let done = formwork(&["list", "--json", file.to_str().unwrap()]).assert();
    let all = objects(&done.success().get_output().stdout);
    let entries = all[0]["packages"][0]["entries"].as_array().unwrap();
    let names = entries
        .iter()
        .map(|entry| entry["name"].as_str().unwrap().to_owned());
    names.collect()
}

fn packed(folder: &Path, options: &[&str]) -> PathBuf {
    let arguments = [&["pack", "tree", "-o", "out.pak"], options].concat();
    run(folder, &arguments, 0);
    folder.join("out.pak")
}

#[test]
fn names_are_sorted_and_can_be_chosen() {
    let folder = sources();
    let all = names(&packed(folder.path(), &[]));
    let sorted = [
        ".git/config",
        ".hidden",
        "a/y.bin",
        "a/z.txt",
        "b.txt",
        "empty",
        "old.BAK",
        "x.Rule",
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
fn a_package_brought_up_to_date_with_itself_is_the_same() {
    let folder = tempdir().unwrap();
    let kinds = [
        "upak-two",
        "ulz4-two",
        "rpak-two",
        "rlz4-two",
        "upak-no-size",
        "upak-appended",
        "ulz4-block-size",
        "upak-empty-file",
        "upak-empty",
    ];
    for name in kinds {
        let old = pak(&format!("{name}.pak"));
        run(
            folder.path(),
            &["unpack", &old, "-o", name, "--order", "list"],
            0,
        );
        for more in [&[][..], &["--order", "list"]] {
            let arguments = [&["pack", name, "-o", "new.pak", "--update", &old], more].concat();
            run(folder.path(), &arguments, 0);
            let new = fs::read(folder.path().join("new.pak")).unwrap();
            assert_eq!(new, fs::read(&old).unwrap(), "{name}");
        }
    }
}

#[test]
fn only_what_changed_is_packed_anew() {
    let folder = tempdir().unwrap();
    let old = pak("ulz4-two.pak");
    run(folder.path(), &["unpack", &old, "-o", "tree"], 0);
    fs::write(folder.path().join("tree/e.txt"), "f".repeat(40)).unwrap();
    fs::write(folder.path().join("tree/a.txt"), "new").unwrap();
    let new = packed(folder.path(), &["--update", &old]);
    assert_eq!(names(&new), ["Textures/o.txt", "e.txt", "a.txt"]);
    let stored = |file: &Path| {
        let bytes = fs::read(file).unwrap();
        let at = bytes
            .windows(4)
            .position(|four| four == [16, 0, 10, 0])
            .unwrap();
        bytes[at..at + 22].to_vec()
    };
    assert_eq!(stored(&new), stored(Path::new(&old)));
    let said = run(
        folder.path(),
        &[
            "pack",
            "tree",
            "-o",
            "x.pak",
            "--update",
            &old,
            "--compress",
            "none",
        ],
        2,
    );
    assert!(said.contains("is compressed"), "{said}");
}

#[test]
fn the_package_is_none_of_its_files_and_links_are_left_out() {
    let folder = sources();
    let inside = folder.path().join("tree");
    run(&inside, &["pack", ".", "-o", "out.pak"], 0);
    let first = fs::read(inside.join("out.pak")).unwrap();
    symlink("b.txt", inside.join("link")).unwrap();
    let said = run(&inside, &["pack", ".", "-o", "out.pak"], 0);
    assert!(
        said.contains("link: note: a symbolic link is left out"),
        "{said}"
    );
    assert_eq!(fs::read(inside.join("out.pak")).unwrap(), first);
    run(&inside, &["pack", "b.txt", "-o", "x.pak"], 3);
    fs::write(inside.join("a\\b"), "").unwrap();
    let said = run(&inside, &["pack", ".", "-o", "x.pak"], 4);
    assert!(said.contains("its name has a backslash"), "{said}");
    assert!(!inside.join("x.pak").exists());
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
            let mut command = formwork(&["pack", "tree", "-o", "out.pak"]);
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
            assert!(said.contains("it changed while it was read"), "{said}");
        }
    }
    formwork(&["pack", "tree", "-o", "out.pak"])
        .current_dir(&folder)
        .assert()
        .success();
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
    assert!(said.contains("13 names are no safe paths"), "{said}");
    assert!(
        said.contains("`../9` goes") && !said.contains("`../10`"),
        "{said}"
    );
    assert!(said.contains("and 3 more"), "{said}");
    assert_eq!(listed(folder.path()), ["up.pak"]);
}

#[test]
fn what_cannot_be_unpacked_leaves_no_folder() {
    let folder = tempdir().unwrap();
    let wrong = pak("upak-wrong-checksum.pak");
    run(folder.path(), &["unpack", &wrong, "-o", "out"], 4);
    assert_eq!(listed(&folder.path().join("out")), ["readme.txt"]);
    let only = ["unpack", &wrong, "Scripts", "-o", "none"];
    run(folder.path(), &only, 4);
    assert_eq!(listed(folder.path()), ["out"]);
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
fn options_that_mean_nothing_are_told() {
    let folder = sources();
    for base in ["../x", "/abs", "a/../b", "a\\b", "/", "a//"] {
        let arguments = ["pack", "tree", "-o", "x.pak", "--base", base];
        let said = run(folder.path(), &arguments, 2);
        assert!(said.contains("--base "), "{said}");
    }
    for options in [
        &["--block-size", "100"][..],
        &["--level", "3"],
        &["--compress", "none", "--block-size", "100"],
        &["--compress", "lz4", "--level", "3"],
    ] {
        let arguments = [&["pack", "tree", "-o", "x.pak"], options].concat();
        let said = run(folder.path(), &arguments, 2);
        assert!(said.contains("means nothing without"), "{said}");
    }
    assert_eq!(listed(folder.path()), ["tree"]);
}

#[test]
fn names_that_are_no_text_are_not_packed() {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt as _};
    let folder = sources();
    let name = OsStr::from_bytes(b"a\xff");
    fs::write(folder.path().join("tree").join(name), "").unwrap();
    let said = run(folder.path(), &["pack", "tree", "-o", "x.pak"], 4);
    assert!(said.contains("its name is no UTF-8"), "{said}");
}

#[test]
fn a_check_looks_into_packages() {
    let checked = |name: &str, code: i32, said: &str| {
        let done = formwork(&["check", &pak(name)]).assert().code(code);
        done.stdout(contains(said));
    };
    checked("rlz4-two.pak", 0, "rlz4-two.pak: ok");
    checked(
        "upak-wrong-checksum.pak",
        1,
        "failed at step contents: malformed: Scripts/Main.as: the checksum is wrong",
    );
    checked(
        "ulz4-empty-block.pak",
        1,
        "failed at step contents: malformed: ",
    );
}

#[test]
fn a_package_behind_a_program_is_found_without_its_name() {
    let folder = tempdir().unwrap();
    let package = fs::read(pak("upak-two.pak")).unwrap();
    for (name, length) in [("small", 100), ("large.exe", 100_000)] {
        let mut program = b"\x7fELF".to_vec();
        program.resize(length, 0);
        fs::write(folder.path().join("alone"), &program).unwrap();
        program.extend(&package);
        fs::write(folder.path().join(name), program).unwrap();
        let run = |command: &str, file: &str| {
            formwork(&[command, file])
                .current_dir(folder.path())
                .assert()
        };
        run("identify", name)
            .success()
            .stdout(contains("urho3d.package UPAK"));
        run("textconv", name)
            .success()
            .stdout(contains("Scripts/Main.as"));
        run("identify", "alone")
            .code(3)
            .stdout(contains("an ELF program"));
    }
}

#[test]
fn names_that_meet_are_not_packed() {
    let folder = tempdir().unwrap();
    for name in ["straße", "STRASSE", "other"] {
        fs::write(folder.path().join(name), "x").unwrap();
    }
    // A system that takes them for one has one file, and nothing to refuse.
    if fs::read_dir(folder.path()).unwrap().count() < 3 {
        return;
    }
    let told = run(folder.path(), &["pack", ".", "-o", "a.pak"], 4);
    assert!(told.contains("`STRASSE` and `straße` meet"), "{told}");
    assert!(told.contains("rename one of them"), "{told}");
    assert!(!folder.path().join("a.pak").exists());
}

#[test]
fn a_byte_of_a_package_belongs_to_a_file() {
    let two = pak("ulz4-two.pak");
    let whole = fs::read(&two).unwrap();
    let four = |four: &[u8]| four == [16, 0, 10, 0];
    let at = (4..whole.len()).rfind(|end| four(&whole[end - 4..*end]));
    let at = (at.unwrap() - 3).to_string();
    formwork(&["dump", "--at", &at, &two])
        .assert()
        .success()
        .stdout(contains("entry    e.txt, byte 1 of 14 packed\n"));
    let done = formwork(&["dump", "--json", "--at", &at, &two]).assert();
    let all = objects(&done.success().get_output().stdout);
    assert_eq!(all[0]["entry"], "e.txt, byte 1 of 14 packed");
    formwork(&["dump", "--at", "40", &pak("upak-packages.pak")])
        .assert()
        .success()
        .stdout(contains("entry").not());
    formwork(&["dump", "--at", "0x50", &pak("upak-packages.pak")])
        .assert()
        .success()
        .stdout(contains("entry    package 1: "));
}

#[test]
fn a_package_is_inspected_as_a_tree() {
    formwork(&["inspect", &pak("upak-two.pak")])
        .assert()
        .success()
        .stdout(contains(
            "  PATH        FILES  UNPACKED  PACKED  RATIO\n  \
               Scripts/        1        16      16  100.0 %\n    \
                 Main.as       –        16      16  100.0 %\n  \
               readme.txt      –         9       9  100.0 %\n",
        ));
    let done = formwork(&["inspect", "--json", &pak("upak-two.pak")]).assert();
    let all = objects(&done.success().get_output().stdout);
    assert_eq!(all[0]["tree"][1]["path"], "Scripts/Main.as");
    assert_eq!(all[0]["tree"][0]["files"], 1);
}

#[test]
fn packages_are_compared_by_what_they_hold() {
    let folder = sources();
    let first = packed(folder.path(), &["--compress", "lz4"]);
    fs::rename(&first, folder.path().join("first.pak")).unwrap();
    packed(
        folder.path(),
        &["--compress", "lz4", "--block-size", "1000"],
    );
    let arguments = ["diff", "first.pak", "out.pak"];
    let done = formwork(&arguments).current_dir(&folder).assert().code(1);
    let said = String::from_utf8(done.get_output().stdout.clone()).unwrap();
    assert!(said.ends_with("same contents, other layout\n"), "{said}");
    assert_eq!(said.lines().count(), 3, "{said}");
    let arguments = ["diff", "--json", "first.pak", "out.pak"];
    let done = formwork(&arguments).current_dir(&folder).assert().code(1);
    let all = objects(&done.get_output().stdout);
    assert_eq!(all[0]["differences"][0]["kind"], "layout");
    assert_eq!(all[0]["equal"], false);

    fs::write(folder.path().join("tree/b.txt"), "third").unwrap();
    packed(folder.path(), &["--compress", "lz4"]);
    formwork(&["diff", "first.pak", "out.pak"])
        .current_dir(&folder)
        .assert()
        .code(1)
        .stdout(contains(
            "entries[4] \"b.txt\"\n  size: 21000 → 5 (-20995) bytes\n",
        ))
        .stdout(contains("a/z.txt").not())
        .stdout(contains("offset").not());
    formwork(&["textconv", "out.pak"])
        .current_dir(&folder)
        .assert()
        .success()
        .stdout(contains("  - name \"b.txt\" size 5 packed "))
        .stdout(contains("offset").not());
}
