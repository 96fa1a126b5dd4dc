//! Files that another program changes while they are read: one state of them is taken, or none.

use std::{
    fs::{self, File},
    io::Write,
    path::Path,
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::{Duration, Instant, SystemTime},
};

use crate::common::{formwork, objects};

/// Bytes after the end of a clip.
const BEHIND: usize = 3 << 19;

/// A clip of more than a MiB, nearly all of which follows its end and is the same byte.
fn clip(fill: u8) -> Vec<u8> {
    let mut bytes = b"UANILarge\0\0\0\x80\x3f\0\0\0\0".to_vec();
    bytes.resize(bytes.len() + BEHIND, fill);
    bytes
}

/// Says that all is done, also when an assertion fails.
struct Done<'a>(&'a AtomicBool);

impl Drop for Done<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Writes one state over the other, in place, while `ask` runs again and again; until it says that a change fell into
/// its run, and at least five times.
fn while_changing(path: &Path, states: &[Vec<u8>; 2], mut ask: impl FnMut() -> bool) {
    assert!(states[0].len() == states[1].len() && states[0].len() > 1 << 20);
    fs::write(path, &states[0]).unwrap();
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        let _done = Done(&done);
        scope.spawn(|| {
            for state in states.iter().cycle() {
                if done.load(Ordering::Relaxed) {
                    return;
                }
                let file = File::options().write(true).open(path);
                file.unwrap().write_all(state).unwrap();
            }
        });
        let start = Instant::now();
        let (mut runs, mut seen) = (0, false);
        while runs < 5 || !seen {
            seen |= ask();
            runs += 1;
            if start.elapsed() > Duration::from_secs(60) {
                break;
            }
        }
        assert!(seen, "in {runs} runs no change was seen");
    });
}

#[test]
fn encode_takes_one_state_or_none() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let clips = [clip(1), clip(2)];
    let texts = clips.clone().map(|clip| {
        let mut run = formwork(&["decode", "-", "--to", "json"]);
        let done = run.write_stdin(clip).assert().success();
        done.get_output().stdout.clone()
    });
    while_changing(&at("a.json"), &texts, || {
        let mut run = formwork(&["encode", "a.json", "-o", "a.ani", "--force"]);
        let done = run.current_dir(&folder).output().unwrap();
        let said = String::from_utf8(done.stderr).unwrap();
        if done.status.code() == Some(3) {
            assert!(
                said.starts_with("a.json: system: changed while it was read"),
                "{said}"
            );
            return true;
        }
        assert_eq!(done.status.code(), Some(0), "{said}");
        let mut written = fs::read(at("a.ani")).unwrap();
        assert_eq!(written.len(), clips[0].len());
        // A file that is being written has the new state at its front and the old one behind, and around where they meet
        // some bytes are made of letters of both; more changes than that it never has.
        written.drain(..clips[0].len() - BEHIND);
        written.dedup();
        assert!(written.len() <= 5, "a state that never was: {written:?}");
        false
    });
}

#[test]
fn check_never_blames_a_file_that_changed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.ani");
    while_changing(&path, &[clip(1), clip(2)], || {
        let mut run = formwork(&["check", "a.ani", "--json"]);
        let done = run.current_dir(&folder).output().unwrap();
        let told = objects(&done.stdout).swap_remove(0);
        if told["status"] == "unreadable" {
            let message = told["error"]["message"].as_str().unwrap();
            assert_eq!(message, "changed while it was read");
            assert_eq!(done.status.code(), Some(3));
            return true;
        }
        assert_eq!(told["status"], "ok", "{told}");
        false
    });
}

#[test]
fn another_time_is_no_change() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.ani");
    fs::write(&path, clip(1)).unwrap();
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        let _done = Done(&done);
        scope.spawn(|| {
            let file = File::options().write(true).open(&path).unwrap();
            while !done.load(Ordering::Relaxed) {
                file.set_modified(SystemTime::now()).unwrap();
            }
        });
        let runs: Vec<_> = (0..3)
            .map(|_| formwork(&["check"]).arg(&path).output().unwrap())
            .collect();
        for run in runs {
            let said = String::from_utf8(run.stdout).unwrap();
            assert_eq!(run.status.code(), Some(0), "{said}");
        }
    });
}
