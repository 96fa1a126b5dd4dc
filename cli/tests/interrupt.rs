//! An interrupt, as every other signal that ends a program, ends the command with 130 and leaves nothing behind.
#![cfg(unix)]

use std::{
    fs,
    path::Path,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use crate::common::listed;

fn decode(folder: &Path, from: &str) -> Command {
    let mut run = Command::new(assert_cmd::cargo::cargo_bin("formwork"));
    run.args(["decode", from, "-o", "out.xml", "--force"]);
    run.current_dir(folder)
        .stdin(Stdio::piped())
        .stderr(Stdio::null());
    run
}

/// Signals that end programs which do not ask for them.
const SIGNALS: [&str; 10] = [
    "INT", "TERM", "HUP", "QUIT", "XCPU", "ALRM", "USR1", "USR2", "PROF", "VTALRM",
];

fn send(run: &Child, signal: &str) {
    let kill = Command::new("kill")
        .args([format!("-{signal}"), run.id().to_string()])
        .status();
    assert!(kill.unwrap().success());
}

/// Waits until something is so; a minute is enough for any machine.
fn wait_until(mut so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !so() {
        assert!(start.elapsed() < Duration::from_secs(60), "waited too long");
        thread::sleep(Duration::from_millis(2));
    }
}

/// The handler runs in a thread of its own, so a second thread means that it is in place.
#[cfg(target_os = "linux")]
fn is_ready(run: &Child) -> bool {
    let tasks = format!("/proc/{}/task", run.id());
    fs::read_dir(tasks).is_ok_and(|tasks| tasks.count() > 1)
}

#[test]
#[cfg(target_os = "linux")]
fn while_reading() {
    let folder = tempfile::tempdir().unwrap();
    for signal in SIGNALS {
        let mut run = decode(folder.path(), "-").spawn().unwrap();
        let pipe = run.stdin.take();
        wait_until(|| is_ready(&run));
        send(&run, signal);
        assert_eq!(run.wait().unwrap().code(), Some(130), "{signal}");
        drop(pipe);
        assert!(listed(folder.path()).is_empty(), "{signal}");
    }
}

/// A clip of one track with many keyframes of times and positions, all zero.
fn large() -> Vec<u8> {
    const KEYFRAMES: u32 = 2_000_000;
    let mut bytes = b"UANILarge\0\0\0\x80\x3f\x01\0\0\0Hip\0\x01".to_vec();
    bytes.extend(KEYFRAMES.to_le_bytes());
    bytes.resize(bytes.len() + 16 * KEYFRAMES as usize, 0);
    bytes
}

#[test]
fn while_writing() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("large.ani"), large()).unwrap();
    let is_writing = || {
        listed(folder.path())
            .iter()
            .any(|name| name.starts_with('.'))
    };
    for signal in SIGNALS {
        fs::write(folder.path().join("out.xml"), "as it was").unwrap();
        let mut run = decode(folder.path(), "large.ani").spawn().unwrap();
        wait_until(is_writing);
        send(&run, signal);
        assert_eq!(run.wait().unwrap().code(), Some(130), "{signal}");
        assert_eq!(listed(folder.path()), ["large.ani", "out.xml"], "{signal}");
        // Where this process was held up, the whole text may be there already; a part of it must not be.
        let left = fs::read(folder.path().join("out.xml")).unwrap();
        let is_whole = left == b"as it was" || left.ends_with(b"</urho3d.animation>\n");
        assert!(is_whole, "{signal}");
    }
}

#[test]
fn a_file_that_the_system_does_not_let_grow_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("large.ani"), large()).unwrap();
    fs::write(folder.path().join("out.xml"), "as it was").unwrap();
    let program = assert_cmd::cargo::cargo_bin("formwork");
    let run = format!(
        "ulimit -f 8 && exec '{}' decode large.ani -o out.xml --force",
        program.display()
    );
    let done = Command::new("sh")
        .args(["-c", &run])
        .current_dir(&folder)
        .output()
        .unwrap();
    let told = String::from_utf8(done.stderr).unwrap();
    assert_eq!(done.status.code(), Some(5), "{told}");
    assert!(
        told.starts_with("out.xml: system: cannot be written: file too large"),
        "{told}"
    );
    assert_eq!(listed(folder.path()), ["large.ani", "out.xml"]);
    let left = fs::read(folder.path().join("out.xml")).unwrap();
    assert_eq!(left, b"as it was");
}
