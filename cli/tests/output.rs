//! Files that are written: whole or not at all, and nothing else.
#![cfg(unix)]

use std::{
    fs,
    io::Read,
    os::unix::fs::{MetadataExt, PermissionsExt, symlink},
    process::{Command, Stdio},
    thread,
};

use crate::common::{formwork, listed, objects, one, output};
use predicates::str::contains;

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

#[test]
fn an_existing_file_outlives_a_failure() {
    let folder = folder();
    let bad = output(&["decode", &one()]).replace(" position=\"1 0 0\"", "");
    fs::write(folder.path().join("bad.xml"), bad).unwrap();
    fs::write(folder.path().join("walk.ani"), "as it was").unwrap();
    let mut run = formwork(&["encode", "bad.xml", "-o", "walk.ani"]);
    let run = run.current_dir(&folder).assert().code(4).stdout("");
    run.stderr(contains("bad.xml: invalid: tracks[0].keyframes[0]"));
    assert_eq!(
        fs::read(folder.path().join("walk.ani")).unwrap(),
        b"as it was"
    );
    assert_eq!(listed(folder.path()), ["bad.xml", "walk.ani"]);
}

#[test]
fn an_existing_file_is_replaced_and_keeps_its_mode() {
    let folder = folder();
    let out = folder.path().join("walk.xml");
    fs::write(&out, "as it was").unwrap();
    fs::set_permissions(&out, fs::Permissions::from_mode(0o606)).unwrap();
    let mut run = formwork(&["decode", &one(), "-o", "walk.xml", "--force"]);
    run.current_dir(&folder)
        .assert()
        .success()
        .stdout("")
        .stderr("");
    assert!(
        fs::read_to_string(&out)
            .unwrap()
            .ends_with("</urho3d.animation>\n")
    );
    assert_eq!(fs::metadata(&out).unwrap().mode() & 0o777, 0o606);
    assert_eq!(listed(folder.path()), ["walk.xml"]);
}

#[test]
fn a_new_file_has_the_mode_that_the_system_gives() {
    let folder = folder();
    for (umask, mode) in [("022", 0o644), ("077", 0o600), ("002", 0o664)] {
        let script = format!("umask {umask}; \"$0\" decode \"$1\" -o {umask}.xml");
        let program = assert_cmd::cargo::cargo_bin("formwork");
        let mut shell = Command::new("sh");
        shell
            .args(["-c", &script])
            .arg(program)
            .arg(one())
            .current_dir(&folder);
        assert!(shell.status().unwrap().success());
        let found = fs::metadata(folder.path().join(format!("{umask}.xml"))).unwrap();
        assert_eq!(found.mode() & 0o777, mode, "{umask}");
    }
}

#[test]
fn a_read_only_file_is_left_alone() {
    let folder = folder();
    let out = folder.path().join("walk.xml");
    fs::write(&out, "as it was").unwrap();
    fs::set_permissions(&out, fs::Permissions::from_mode(0o444)).unwrap();
    let mut run = formwork(&["decode", &one(), "-o", "walk.xml", "--force"]);
    run.current_dir(&folder)
        .assert()
        .code(5)
        .stderr(contains("read-only"));
    assert_eq!(fs::read(&out).unwrap(), b"as it was");
}

#[test]
fn the_target_of_a_link_is_replaced() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    fs::create_dir(at("below")).unwrap();
    fs::write(at("below/old.xml"), "as it was").unwrap();
    symlink("below/old.xml", at("link.xml")).unwrap();
    symlink("link.xml", at("links.xml")).unwrap();
    symlink("below/new.xml", at("dangling.xml")).unwrap();
    for (link, target) in [
        ("links.xml", "below/old.xml"),
        ("dangling.xml", "below/new.xml"),
    ] {
        let mut run = formwork(&["decode", &one(), "-o", link, "-f"]);
        run.current_dir(&folder).assert().success();
        assert!(
            fs::symlink_metadata(at(link)).unwrap().is_symlink(),
            "{link}"
        );
        let target = at(target);
        assert!(!fs::symlink_metadata(&target).unwrap().is_symlink());
        assert!(fs::read_to_string(target).unwrap().contains("<track"));
    }
    assert_eq!(listed(&at("below")), ["new.xml", "old.xml"]);
    symlink("round.xml", at("round.xml")).unwrap();
    let mut run = formwork(&["decode", &one(), "-o", "round.xml"]);
    run.current_dir(&folder)
        .assert()
        .code(5)
        .stderr(contains("too many symbolic links"));
}

#[test]
fn a_pipe_is_written_to_and_stays_a_pipe() {
    let folder = folder();
    let pipe = folder.path().join("pipe");
    assert!(
        Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .unwrap()
            .success()
    );
    symlink("pipe", folder.path().join("link")).unwrap();
    for name in ["pipe", "link"] {
        let from = pipe.clone();
        let reader = thread::spawn(move || fs::read(from).unwrap());
        let mut run = formwork(&["decode", &one(), "-o", name]);
        run.current_dir(&folder).assert().success();
        assert_eq!(
            reader.join().unwrap(),
            output(&["decode", &one()]).into_bytes()
        );
        let kind = fs::symlink_metadata(&pipe).unwrap().file_type();
        assert!(std::os::unix::fs::FileTypeExt::is_fifo(&kind));
    }
    assert_eq!(listed(folder.path()), ["link", "pipe"]);
}

#[test]
fn standard_output_has_several_names() {
    let expected = output(&["decode", &one()]);
    // Not `/dev/stdout`: a mistake here, made by a powerful user, would replace it for everybody.
    let names = if cfg!(target_os = "linux") {
        &["-", "/dev/fd/1", "/proc/self/fd/1"][..]
    } else {
        &["-"]
    };
    for name in names {
        assert_eq!(output(&["decode", &one(), "-o", name]), expected);
    }
}

#[test]
fn with_json_a_written_file_is_reported() {
    let folder = folder();
    for arguments in [["decode", &one()], ["encode", "walk.xml"]] {
        let out = if arguments[0] == "decode" {
            "walk.xml"
        } else {
            "walk.ani"
        };
        let mut run = formwork(&[arguments[0], arguments[1], "-o", out, "--json"]);
        let done = run.current_dir(&folder).assert().success().stderr("");
        let done = objects(&done.get_output().stdout).swap_remove(0);
        let names = [
            "formwork",
            "path",
            "format",
            "output",
            "bytes",
            "diagnostics",
        ];
        let told = if arguments[0] == "encode" { 6 } else { 5 };
        assert_eq!(crate::common::names(&done), names[..told]);
        assert_eq!(
            (done["output"].as_str(), done["format"].as_str()),
            (Some(out), Some("urho3d.animation"))
        );
        assert_eq!(
            done["bytes"],
            fs::metadata(folder.path().join(out)).unwrap().len()
        );
    }
    assert_eq!(
        fs::read(folder.path().join("walk.ani")).unwrap(),
        fs::read(one()).unwrap()
    );
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let long = crate::common::ani("uani-long.ani");
    let long = long.to_str().unwrap();
    for arguments in [
        &["dump", long, "--all"][..],
        &["dump", long, "--json"],
        &["decode", long],
        &["check", long, long, long],
        &["formats"],
    ] {
        let mut run = Command::new(assert_cmd::cargo::cargo_bin("formwork"));
        run.args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut run = run.spawn().unwrap();
        drop(run.stdout.take());
        let code = run.wait().unwrap().code();
        let mut said = String::new();
        run.stderr
            .take()
            .unwrap()
            .read_to_string(&mut said)
            .unwrap();
        assert_eq!((code, said.as_str()), (Some(0), ""), "{arguments:?}");
    }
}
