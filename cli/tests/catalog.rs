//! `formwork catalog`: the same tables whatever ends it.
#![cfg(feature = "catalog")]

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use crate::common::formwork;
use assert_cmd::assert::Assert;
use serde_json::Value;
use tempfile::TempDir;

const CLIP: &[u8] = include_bytes!("../../samples/urho3d/Walk.ani");

/// The object that a run printed.
fn object(run: Assert) -> Value {
    serde_json::from_slice(&run.get_output().stdout).unwrap()
}

fn grow(root: &Path, files: usize) {
    for number in 0..files {
        let folder = root.join(format!("{}", number % 9));
        fs::create_dir_all(&folder).unwrap();
        let bytes = [CLIP, number.to_string().as_bytes()].concat();
        fs::write(folder.join(format!("{number}.ani")), bytes).unwrap();
    }
}

/// All files of a catalogue but its lock.
fn tree(out: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut all = BTreeMap::new();
    let mut folders = vec![out.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if !path.ends_with("lock") {
                let name = path.strip_prefix(out).unwrap().to_owned();
                all.insert(name, fs::read(&path).unwrap());
            }
        }
    }
    all
}

/// Paths are relative: names decide where parts end, and those of temporary folders differ.
#[test]
fn a_catalogue_says_what_was_done() {
    let folder = TempDir::new().unwrap();
    grow(&folder.path().join("root"), 20);
    let run = |options: &[&str]| {
        let mut run = formwork(&["catalog", "root", "-o", "out"]);
        run.args(options).current_dir(folder.path());
        run.assert().success()
    };
    let done = object(run(&["--json"]));
    assert_eq!((&done["files"], &done["read"]), (&20.into(), &20.into()));
    assert_eq!(done["added"], done["parts"]);
    let done = object(run(&["--json"]));
    assert_eq!((&done["files"], &done["read"]), (&20.into(), &0.into()));
    assert_eq!((&done["added"], &done["removed"]), (&0.into(), &0.into()));
    let told = run(&[]);
    let text = String::from_utf8_lossy(&told.get_output().stdout).into_owned();
    assert!(
        text.contains("20 files, 0 read, 0 parts of 1 written"),
        "{text}"
    );
}

#[test]
fn limits_are_part_of_what_is_asked() {
    let folder = TempDir::new().unwrap();
    let (root, out) = (folder.path().join("root"), folder.path().join("out"));
    grow(&root, 20);
    let read = |limits: &[&str]| {
        let mut run = formwork(&["catalog", "--json"]);
        run.args(limits).arg(&root).arg("-o").arg(&out);
        object(run.assert().success())["read"].clone()
    };
    for limits in [&["--max-memory", "64M"][..], &["--max-size", "1"], &[]] {
        assert_eq!(read(limits), 20, "{limits:?}");
        assert_eq!(read(limits), 0, "{limits:?}");
    }
}

#[test]
fn a_catalogue_within_its_root_is_none_of_its_files() {
    let folder = TempDir::new().unwrap();
    grow(folder.path(), 5);
    for _ in 0..2 {
        let mut run = formwork(&["catalog", ".", "-o", "out", "--json"]);
        run.current_dir(folder.path());
        let done = object(run.assert().success());
        assert_eq!(done["files"], 5);
    }
}

#[test]
fn what_is_no_catalogue_is_left_alone() {
    let folder = TempDir::new().unwrap();
    grow(folder.path(), 1);
    let out = folder.path();
    formwork(&["catalog", "samples", "-o"])
        .arg(out)
        .assert()
        .code(2);
    let missing = out.join("missing");
    let mut run = formwork(&["catalog", "--json", "-o"]);
    run.arg(out.join("out")).arg(&missing);
    let failed = object(run.assert().code(3));
    let message = failed["error"]["message"].as_str().unwrap().to_owned();
    assert!(message.contains("missing: cannot be read"), "{message}");
}

/// Whatever moment it is killed at: the tables are those of before or those of after, and the next run leads to the same as one that nothing ended.
#[test]
fn a_killed_run_is_completed_by_the_next() {
    let folder = TempDir::new().unwrap();
    let (root, whole) = (folder.path().join("root"), folder.path().join("whole"));
    grow(&root, 600);
    let begin = |out: &Path| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_formwork"));
        command.arg("catalog").arg(&root).arg("-o").arg(out);
        command.args(["--batch", "16"]).stdout(Stdio::null());
        command.spawn().unwrap()
    };
    let start = Instant::now();
    assert!(begin(&whole).wait().unwrap().success());
    let mut most = start.elapsed();
    let expected = tree(&whole);
    assert!(expected.len() > 4 * 20, "{}", expected.len());
    let mut killed = 0;
    for moment in 1..=12 {
        let out = folder.path().join(format!("out{moment}"));
        let mut run = begin(&out);
        thread::sleep(most * moment / 12);
        let _ = run.kill();
        if run.wait().unwrap().success() {
            // The machine has become faster than it was for the first run.
            most = most * 2 / 3;
        } else {
            killed += 1;
        }
        assert!(
            begin(&out).wait().unwrap().success(),
            "after moment {moment}"
        );
        assert!(tree(&out) == expected, "after moment {moment}");
    }
    assert!(killed > 3, "{killed}");
}

/// The change itself is killed between each two of its steps.
#[test]
fn a_change_that_was_interrupted_is_completed() {
    let folder = TempDir::new().unwrap();
    let (root, out) = (folder.path().join("root"), folder.path().join("out"));
    grow(&root, 40);
    let run = |out: &Path| {
        let mut run = formwork(&["catalog", "--batch", "16", "-o"]);
        run.arg(out).arg(&root).assert().success();
    };
    run(&out);
    let before = tree(&out);
    fs::write(root.join("0/0.ani"), b"another").unwrap();
    let after = folder.path().join("after");
    run(&after);
    let after = tree(&after);
    let names = |all: &BTreeMap<PathBuf, Vec<u8>>, other: &BTreeMap<PathBuf, Vec<u8>>| {
        let new = all
            .keys()
            .filter(|name| !other.contains_key(*name))
            .cloned();
        new.collect::<Vec<_>>()
    };
    let (add, remove) = (names(&after, &before), names(&before, &after));
    assert_eq!((add.len(), remove.len()), (4, 4));
    let part = |name: &Path| name.file_stem().unwrap().to_str().unwrap().to_owned();
    let journal = format!(
        r#"{{"add":["{}"],"remove":["{}"]}}"#,
        part(&add[0]),
        part(&remove[0])
    );
    for steps in 0..=8 {
        let inner = out.join(".formwork");
        let staged = inner.join("staged").join(part(&add[0]));
        fs::create_dir_all(&staged).unwrap();
        // The catalogue as it was, and the new part aside.
        for name in &add {
            let _ = fs::remove_file(out.join(name));
            let table = name.parent().unwrap().to_str().unwrap();
            fs::write(staged.join(format!("{table}.parquet")), &after[name]).unwrap();
        }
        for name in &remove {
            fs::write(out.join(name), &before[name]).unwrap();
        }
        fs::write(inner.join("commit.json"), &journal).unwrap();
        for name in add.iter().take(steps) {
            let table = name.parent().unwrap().to_str().unwrap();
            fs::rename(staged.join(format!("{table}.parquet")), out.join(name)).unwrap();
        }
        for name in remove.iter().take(steps.saturating_sub(4)) {
            fs::remove_file(out.join(name)).unwrap();
        }
        run(&out);
        assert!(tree(&out) == after, "after {steps} steps");
    }
}

#[test]
fn two_runs_do_not_write_to_one_catalogue() {
    let folder = TempDir::new().unwrap();
    let (root, out) = (folder.path().join("root"), folder.path().join("out"));
    grow(&root, 2000);
    let mut command = Command::new(env!("CARGO_BIN_EXE_formwork"));
    command.arg("catalog").arg(&root).arg("-o").arg(&out);
    let mut first = command.stdout(Stdio::null()).spawn().unwrap();
    while !out.join(".formwork/lock").exists() {
        thread::sleep(Duration::from_millis(1));
    }
    thread::sleep(Duration::from_millis(20));
    let mut second = formwork(&["catalog", "-o"]);
    let second = second.arg(&out).arg(&root).output().unwrap();
    let told = String::from_utf8_lossy(&second.stderr).into_owned();
    let was_first = first.try_wait().unwrap().is_some();
    assert!(first.wait().unwrap().success());
    // On a machine that is fast enough both may do their work, one after the other.
    assert!(
        told.contains("another run writes to it") || was_first,
        "{told}"
    );
}
