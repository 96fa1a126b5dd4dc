//! `list`, `cat` and `pack`, and what other commands say of packages.
#![cfg(unix)]

use std::{fs, os::unix::fs::symlink, path::Path};

use crate::common::{
    fixtures, formwork, objects,
    packages::{names, packed, pak, run, sources, tree},
};
use predicates::{prelude::*, str::contains};
use tempfile::tempdir;

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
    formwork(&["list", &crate::common::one()])
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
fn what_is_packed_comes_back() {
    let folder = sources();
    let mut tree_before = tree(&folder.path().join("tree"));
    tree_before.remove(".git/config");
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
            &["unpack", &old, "-o", name, "--order", "list", "-f"],
            0,
        );
        for more in [&[][..], &["--order", "list"]] {
            let arguments = [
                &["pack", name, "-o", "new.pak", "-f", "--update", &old],
                more,
            ]
            .concat();
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
    let said = run(&inside, &["pack", ".", "-o", "out.pak", "-f"], 0);
    assert!(
        said.contains("link: note: a symbolic link is left out"),
        "{said}"
    );
    assert_eq!(fs::read(inside.join("out.pak")).unwrap(), first);
    run(&inside, &["pack", "b.txt", "-o", "x.pak"], 3);
    fs::write(inside.join("a\\b"), "").unwrap();
    let said = run(&inside, &["pack", ".", "-o", "x.pak", "--portable"], 4);
    assert!(said.contains("its name has a backslash"), "{said}");
    assert!(!inside.join("x.pak").exists());
}

#[test]
fn one_file_is_printed() {
    let two = pak("ulz4-two.pak");
    let print = |arguments: &[&str]| {
        let done = formwork(&[&["cat"], arguments].concat()).assert().success();
        done.get_output().clone()
    };
    let content = [&b"o".repeat(16)[..], b"end"].concat();
    assert_eq!(print(&[&two, "Textures/o.txt"]).stdout, content);
    // Through a pipe.
    let done = formwork(&["cat", "-", "Textures/o.txt"])
        .write_stdin(fs::read(&two).unwrap())
        .assert();
    done.success().stdout(content);
    let object = &objects(&print(&["--json", &two, "Textures/o.txt"]).stdout)[0];
    assert_eq!(object["content"], "b29vb29vb29vb29vb29vb2VuZA==");
    assert_eq!(
        (&object["size"], &object["checksum_ok"]),
        (&19.into(), &true.into())
    );
    // The last of two, as engines do.
    let twice = pak("upak-duplicate.pak");
    assert_eq!(print(&[&twice, "readme.txt"]).stdout, b"Read me, too.\n");
    let wrong = print(&[&pak("upak-wrong-checksum.pak"), "Scripts/Main.as"]);
    assert_eq!(wrong.stdout, b"void Start() {}\n");
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("has the checksum"));
    let folder = tempdir().unwrap();
    let missing = run(folder.path(), &["cat", &two, "Textures"], 2);
    assert!(missing.contains("has no file `Textures`"), "{missing}");
    run(
        folder.path(),
        &["cat", &pak("ulz4-empty-block.pak"), "e.txt"],
        4,
    );
    run(folder.path(), &["cat", &two, "e.txt", "-o", "e"], 0);
    assert_eq!(fs::read(folder.path().join("e")).unwrap(), b"e".repeat(16));
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
        "error: U0403-checksum: entries[0].checksum: the bytes of `Scripts/Main.as` have another checksum",
    );
    checked(
        "ulz4-empty-block.pak",
        1,
        "error: U0412-empty-block: entries[0]: ",
    );
}

#[test]
fn a_check_looks_at_the_files_in_packages() {
    let folder = tempdir().unwrap();
    let model = fixtures()
        .into_iter()
        .find(|path| path.ends_with("urho3d/model/umd2-wrong-references.mdl"));
    let content = folder.path().join("Data/Models");
    fs::create_dir_all(&content).unwrap();
    fs::copy(model.unwrap(), content.join("Wrong.mdl")).unwrap();
    fs::write(content.join("cut.mdl"), b"UMDL\x01").unwrap();
    fs::write(content.join("gone.png"), b"\x89PNG\r\n\x1a\n").unwrap();
    run(folder.path(), &["pack", "Data", "-o", "all.pak"], 0);
    let mut check = formwork(&["check", "--verbose", "all.pak"]);
    let done = check.current_dir(folder.path()).assert().code(1);
    let told = String::from_utf8(done.get_output().stdout.clone()).unwrap();
    for part in [
        "error: U0108-mapping-out-of-range: entries[0]: `Models/Wrong.mdl`: geometries[0].bone_mapping[0]: ",
        "error: F0001-malformed: entries[1]: `Models/cut.mdl`: ",
        "error: T0215-picture-refused: entries[2]: `Models/gone.png`: ",
    ] {
        assert!(told.contains(part), "no {part} in {told}");
    }
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
            "entries[3] \"b.txt\"\n  size: 21000 → 5 (-20995) bytes\n",
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

#[test]
fn what_is_no_file_and_what_an_ended_run_left_is_named_and_not_packed() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join("files").join(name);
    fs::create_dir(folder.path().join("files")).unwrap();
    fs::write(at("kept.txt"), "kept").unwrap();
    fs::write(at(".formwork-a1B2c3"), "half of it").unwrap();
    // Somebody's own.
    fs::write(at(".formwork-notes.txt"), "mine").unwrap();
    let made = std::process::Command::new("mkfifo")
        .arg(at("pipe"))
        .status();
    assert!(made.unwrap().success());
    let _socket = std::os::unix::net::UnixListener::bind(at("socket")).unwrap();
    let package = folder.path().join("all.pak");
    let (files, package) = (folder.path().join("files"), package.to_str().unwrap());
    let done = formwork(&["pack", files.to_str().unwrap(), "-o", package]).assert();
    let done = done.code(0);
    let told = String::from_utf8_lossy(&done.get_output().stderr).into_owned();
    for (name, why) in [
        ("pipe", "a pipe, socket or device is left out"),
        ("socket", "a pipe, socket or device is left out"),
        (
            ".formwork-a1B2c3",
            "what an ended run left behind is left out",
        ),
    ] {
        let is_told = |line: &str| line.contains(&format!("{name}: note: {why}"));
        assert_eq!(
            told.lines().filter(|line| is_told(line)).count(),
            1,
            "{told}"
        );
    }
    let listed = formwork(&["list", package]).assert().code(0);
    let listed = String::from_utf8_lossy(&listed.get_output().stdout).into_owned();
    assert!(
        listed.contains(".formwork-notes.txt") && listed.contains("kept.txt"),
        "{listed}"
    );
    assert_eq!(listed.lines().count(), 3, "{listed}");
}
