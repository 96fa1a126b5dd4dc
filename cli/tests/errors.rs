//! What goes wrong, what is said of it, and with which exit code.

use std::{fs, path::Path};

use crate::common::{ani, cut, formwork, listed, objects, one};
use predicates::{prelude::*, str::contains};
use serde_json::json;

const PLACE: &str = "walk.ani: malformed: tracks[0].keyframes[0].position.y at 0x22: \
                     the file ends, 3 more bytes needed\n";

#[test]
fn a_file_that_ends_early_says_where() {
    let folder = cut();
    for command in ["decode", "inspect", "dump"] {
        let mut run = formwork(&[command, "walk.ani"]);
        run.current_dir(&folder).assert().code(4).stderr(PLACE);
    }
}

#[test]
fn the_same_as_an_object() {
    let folder = cut();
    for command in ["decode", "inspect", "dump"] {
        let mut run = formwork(&[command, "walk.ani", "--json"]);
        let done = run.current_dir(&folder).assert().code(4).stderr("");
        let last = objects(&done.get_output().stdout).pop().unwrap();
        assert_eq!(last["path"], "walk.ani");
        let error = json!({
            "kind": "malformed",
            "message": "the file ends, 3 more bytes needed",
            "offset": 34,
            "path": "tracks[0].keyframes[0].position.y",
        });
        assert_eq!(last["error"], error);
    }
}

#[test]
fn success_is_0() {
    formwork(&["check", &one()]).assert().code(0);
}

#[test]
fn a_failed_check_is_1() {
    let folder = cut();
    let mut run = formwork(&["check", "walk.ani"]);
    run.current_dir(&folder)
        .assert()
        .code(1)
        .stdout(contains("failed at step read"));
}

#[test]
fn a_wrong_command_line_is_2() {
    formwork(&[]).assert().code(2);
    formwork(&["decode"]).assert().code(2);
    formwork(&["dump", &one(), "--at", "there"])
        .assert()
        .code(2)
        .stderr(contains("0x1a4"));
    formwork(&["schema", "nothing"])
        .assert()
        .code(2)
        .stderr(contains("urho3d.animation"));
    formwork(&["schema", "descriptor", "--as", "xml"])
        .assert()
        .code(2)
        .stderr(contains("--as xsd"));
}

#[test]
fn a_program_is_told_of_a_wrong_command_line_as_an_object() {
    for words in [&["dump", "--json"][..], &["--json", "nonsense"]] {
        let run = formwork(words).assert().code(2);
        let output = run.get_output();
        let told: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(told["error"]["kind"], "invalid", "{told}");
        assert!(output.stderr.is_empty());
    }
    formwork(&["--version", "--json"]).assert().code(0);
}

#[test]
#[cfg(unix)]
fn names_of_files_give_a_terminal_no_orders() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a\x1b[31m\n.ani");
    std::fs::copy(one(), &path).unwrap();
    for command in ["identify", "inspect", "check"] {
        let run = formwork(&[command, path.to_str().unwrap()])
            .assert()
            .code(0);
        let text = String::from_utf8(run.get_output().stdout.clone()).unwrap();
        assert!(text.contains("a\\u{1b}[31m\\n.ani"), "{text}");
    }
}

#[test]
fn a_place_that_a_good_file_does_not_have_is_2() {
    for place in [
        ["--at", "999"],
        ["--path", "tracks[9]"],
        ["--path", "tracks["],
    ] {
        let (one, [option, value]) = (one(), place);
        formwork(&["dump", &one, option, value])
            .assert()
            .code(2)
            .stdout("");
    }
}

#[test]
fn what_cannot_be_read_is_3() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("note.txt"), "nothing of ours").unwrap();
    for command in ["identify", "inspect", "dump", "decode", "encode", "check"] {
        let mut run = formwork(&[command, "missing.ani"]);
        let run = run.current_dir(&folder).assert().code(3);
        let said = [&run.get_output().stdout[..], &run.get_output().stderr].concat();
        let said = String::from_utf8(said).unwrap();
        assert!(
            said.contains("missing.ani: system: cannot be read: no such file"),
            "{said}"
        );
        assert!(!said.contains("os error"), "{said}");
    }
    for command in ["identify", "inspect", "dump", "decode", "check"] {
        let mut run = formwork(&[command, "note.txt"]);
        run.current_dir(&folder).assert().code(3);
    }
}

#[test]
fn a_version_that_is_not_known_is_3() {
    let decode = formwork(&["decode", "-"])
        .write_stdin(*b"UAN2\x09\0\0\0")
        .assert();
    decode
        .code(3)
        .stderr(contains("standard input: unsupported"));
    let check = formwork(&["check", "-", "--json"])
        .write_stdin(*b"UAN2\x09\0\0\0")
        .assert();
    let lines = objects(&check.code(3).get_output().stdout);
    assert_eq!(
        (&lines[0]["path"], &lines[0]["status"]),
        (&json!("-"), &json!("unsupported"))
    );
}

#[test]
fn a_file_above_the_limit_is_3() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("big.ani"), vec![0; (1 << 20) + 1]).unwrap();
    for command in ["inspect", "dump", "decode", "encode", "check"] {
        let mut run = formwork(&[command, "big.ani", "--max-size", "1", "--json"]);
        let done = run.current_dir(&folder).assert().code(3);
        let first = objects(&done.get_output().stdout).swap_remove(0);
        assert_eq!(first["error"]["kind"], "limit");
        assert_eq!(first["error"]["help"], "raise the limit with --max-size");
    }
}

#[test]
fn what_cannot_be_written_is_5() {
    let folder = tempfile::tempdir().unwrap();
    let decode = |to: &str| {
        let mut run = formwork(&["decode", &one(), "-o", to]);
        run.current_dir(&folder).assert().code(5).stdout("")
    };
    let missing = "missing/walk.xml: system: cannot be written: no such file or directory";
    decode("missing/walk.xml").stderr(contains(missing).and(contains(".formwork-").not()));
    decode(".").stderr(contains("is a directory"));
    assert!(listed(folder.path()).is_empty());
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_behind_standard_output_is_5() {
    let one = one();
    for arguments in [
        &["decode", &one][..],
        &["formats"],
        &["check", &one],
        &["dump", &one],
        &["--help"],
        &["check", "--help"],
        &["--version"],
    ] {
        let full = fs::OpenOptions::new()
            .write(true)
            .open("/dev/full")
            .unwrap();
        let mut run = std::process::Command::new(assert_cmd::cargo::cargo_bin("formwork"));
        let run = run.args(arguments).stdout(full).output().unwrap();
        assert_eq!(run.status.code(), Some(5), "{arguments:?}");
        let said = String::from_utf8(run.stderr).unwrap();
        assert!(
            said.starts_with("standard output: system: cannot be written"),
            "{said}"
        );
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_closed_standard_output_is_5() {
    let one = one();
    let run = |arguments: &[&str], redirection: &str| {
        let mut shell = std::process::Command::new("sh");
        let script = format!("exec \"$0\" \"$@\" {redirection}");
        shell.args(["-c", &script]);
        shell.arg(assert_cmd::cargo::cargo_bin("formwork"));
        shell.args(arguments).output().unwrap()
    };
    for arguments in [
        &["decode", &one][..],
        &["formats"],
        &["check", &one],
        &["check", "--json", &one],
        &["--help"],
        &["--version"],
    ] {
        let ended = run(arguments, ">&-");
        assert_eq!(ended.status.code(), Some(5), "{arguments:?}");
        let said = String::from_utf8(ended.stderr).unwrap();
        assert!(said.contains("cannot be written: it is closed"), "{said}");
        let ended = run(arguments, "> /dev/null");
        assert_eq!(ended.status.code(), Some(0), "{arguments:?}");
    }
    // What prints nothing needs no standard output.
    let out = tempfile::tempdir().unwrap();
    let out = out.path().join("one.xml").display().to_string();
    let ended = run(&["decode", &one, "-o", &out], ">&-");
    assert_eq!(ended.status.code(), Some(0));
    // A mistake of the command line is told on standard error.
    assert_eq!(run(&["--nothing"], ">&-").status.code(), Some(2));
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let one = one();
    for arguments in [
        &["decode", &one][..],
        &["formats"],
        &["dump", &one],
        &["--help"],
    ] {
        let run = std::process::Command::new(assert_cmd::cargo::cargo_bin("formwork"))
            .args(arguments)
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn();
        let mut run = run.unwrap();
        drop(run.stdout.take());
        let ended = run.wait_with_output().unwrap();
        assert_eq!(ended.status.code(), Some(0), "{arguments:?}");
        assert_eq!(String::from_utf8_lossy(&ended.stderr), "", "{arguments:?}");
    }
}

#[test]
fn a_dump_shows_what_comes_before_the_mistake() {
    let folder = cut();
    let mut run = formwork(&["dump", "walk.ani"]);
    run.current_dir(&folder)
        .assert()
        .code(4)
        .stdout(contains("keyframes[0].position.x"));
}

#[test]
fn several_files_all_have_their_say() {
    let folder = cut();
    let (good, missing) = (one(), "missing.ani");
    let mut run = formwork(&["inspect", missing, "walk.ani", &good]);
    let run = run.current_dir(&folder).assert().code(4);
    run.stdout(contains("uani-one.ani"))
        .stderr(contains(missing).and(contains(PLACE)));
}

#[test]
#[cfg(target_os = "linux")]
fn names_need_not_be_text() {
    use std::os::unix::ffi::OsStrExt;
    let folder = tempfile::tempdir().unwrap();
    let name = Path::new(std::ffi::OsStr::from_bytes(b"w\xffalk.ani"));
    fs::copy(ani("uani-one.ani"), folder.path().join(name)).unwrap();
    for command in ["identify", "inspect", "dump", "decode", "check"] {
        formwork(&[command])
            .arg(name)
            .current_dir(&folder)
            .assert()
            .code(0);
        formwork(&[command, "--json"])
            .arg(name)
            .current_dir(&folder)
            .assert()
            .code(0);
    }
    let done = formwork(&["check", ".", "--json"])
        .current_dir(&folder)
        .assert()
        .code(0);
    assert_eq!(
        objects(&done.get_output().stdout)[0]["path"],
        "./w\\xffalk.ani"
    );
    let out = std::ffi::OsStr::from_bytes(b"\xfe.xml");
    let mut decode = formwork(&["decode", &one(), "-o"]);
    decode
        .arg(out)
        .current_dir(&folder)
        .assert()
        .code(0)
        .stdout("");
    assert_eq!(listed(folder.path()).len(), 2);
}

#[test]
fn a_reading_that_would_not_come_back_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let every = ani("uan2-2-variant-track.ani");
    let done = formwork(&["decode", every.to_str().unwrap()]).assert();
    let xml = String::from_utf8(done.success().get_output().stdout.clone()).unwrap();
    assert!(xml.contains("dialect=\"current\""), "{xml}");
    let other = xml.replace("dialect=\"current\"", "dialect=\"classic\"");
    fs::write(folder.path().join("other.xml"), other).unwrap();
    formwork(&["encode", "other.xml", "-o", "other.ani"])
        .current_dir(&folder)
        .assert()
        .code(4)
        .stderr(contains(
            "dialect at line 2, column 58: these bytes would read back as `current`, not as `classic`",
        ));
    assert_eq!(listed(folder.path()), ["other.xml"]);
}

#[test]
fn a_field_that_is_missing_is_named() {
    let long = ani("uani-long.ani");
    let done = formwork(&["decode", long.to_str().unwrap()]).assert();
    let xml = String::from_utf8(done.success().get_output().stdout.clone()).unwrap();
    let without = xml
        .replace(" scale=\"1 1 1\"", "")
        .replace(" scale=\"2 2 2\"", "");
    formwork(&["encode", "-", "-o", "/dev/null"])
        .write_stdin(without)
        .assert()
        .code(4)
        .stderr(contains(
            "tracks[1].keyframes[0].scale at line 15, column 5: is missing although `channels has SCALE` holds",
        ));
    let one = xml.replacen(" rotation=\"1 0 0 0\"", "", 1);
    formwork(&["encode", "-", "-o", "/dev/null"])
        .write_stdin(one)
        .assert()
        .code(4)
        .stderr(contains(
            "tracks[0].keyframes[0].rotation at line 4, column 5: is missing although `channels has ROTATION` holds",
        ));
}
