//! CONTRIBUTING.md is true: its diffs apply, and whoever follows it to the letter ends with green tests.

use std::{
    env, fs,
    io::Write as _,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
const TEXT: &str = include_str!("../CONTRIBUTING.md");

/// What stands in the fenced blocks of a language.
fn blocks(language: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut open: Option<String> = None;
    for line in TEXT.lines() {
        match (&mut open, line) {
            (Some(_), "```") => found.extend(open.take()),
            (Some(block), line) => {
                block.push_str(line);
                block.push('\n');
            }
            (None, line) if line.strip_prefix("```") == Some(language) => {
                open = Some(String::new())
            }
            (None, _) => {}
        }
    }
    found
}

/// Whether `git apply` with these arguments takes a diff in a folder.
fn apply(folder: &Path, arguments: &[&str], diff: &str) -> bool {
    let mut git = Command::new("git")
        .arg("apply")
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .spawn()
        .expect("git");
    let mut stdin = git.stdin.take().expect("a pipe");
    stdin.write_all(diff.as_bytes()).expect("git reads it");
    drop(stdin);
    git.wait().expect("git ends").success()
}

#[test]
fn the_diffs_apply() {
    let diffs = blocks("diff");
    assert_eq!(diffs.len(), 3, "a version, a format and a document");
    for diff in diffs {
        // In a copy where it was followed they have been applied.
        let is_new = apply(Path::new(ROOT), &["--check"], &diff);
        let is_there = || apply(Path::new(ROOT), &["--check", "--reverse"], &diff);
        assert!(
            is_new || is_there(),
            "write it anew, with `git diff`:\n{diff}"
        );
    }
}

/// The files that git knows or would add, as they are now.
fn copy(to: &Path) {
    let listed = Command::new("git")
        .args([
            "ls-files",
            "-z",
            "--cached",
            "--others",
            "--exclude-standard",
        ])
        .current_dir(ROOT)
        .output()
        .expect("git");
    assert!(listed.status.success());
    let names = String::from_utf8(listed.stdout).expect("our names are text");
    for name in names.split_terminator('\0') {
        let (from, to) = (Path::new(ROOT).join(name), to.join(name));
        if from.is_file() {
            fs::create_dir_all(to.parent().expect("a folder")).expect("a folder");
            fs::copy(&from, &to).expect("a file");
            // With its time, by which cargo tells what has changed since it was built.
            let changed = from.metadata().and_then(|known| known.modified());
            let copied = fs::File::options().write(true).open(to).expect("a file");
            copied
                .set_modified(changed.expect("a time"))
                .expect("a time");
        }
    }
}

/// Whether a file of `deps` is a library, or says what one was built of: no program.
fn is_library(name: &str) -> bool {
    [".rlib", ".rmeta", ".so", ".d"]
        .iter()
        .any(|end| name.ends_with(end))
}

/// Whether a file of `deps` is of a crate whose name begins with one of these.
fn is_of(crates: &[&str], name: &str) -> bool {
    let name = name.trim_start_matches("lib");
    crates.iter().any(|one| name.starts_with(one))
}

/// A copy of the repository, and where it is built: not where this one is, which would take the other's results for
/// its own.
struct Copy {
    folder: PathBuf,
    target: PathBuf,
}

impl Copy {
    /// Takes what was built of crates that the diffs do not change, which cargo tells by the times of their files.
    fn seed(&self) {
        let built = Path::new(env!("CARGO_TARGET_TMPDIR")).join("../debug");
        let target = self.target.join("debug");
        fs::create_dir_all(&target).expect("a folder");
        for folder in [".fingerprint", "build"] {
            // With their times, by which cargo tells what is fresh.
            let copied = Command::new("cp")
                .arg("-a")
                .arg(built.join(folder))
                .arg(&target)
                .status();
            assert!(copied.expect("cp").success());
        }
        let deps = target.join("deps");
        fs::create_dir_all(&deps).expect("a folder");
        for entry in fs::read_dir(built.join("deps")).expect("a folder") {
            let entry = entry.expect("a file");
            let (from, to) = (entry.path(), deps.join(entry.file_name()));
            let name = entry.file_name();
            let name = name.to_string_lossy();
            // Those two say in which folder they were built.
            if !is_library(&name) || is_of(&["conformance", "samples"], &name) {
                continue;
            }
            if is_of(&["formwork"], &name) {
                let copied = Command::new("cp").arg("-a").arg(from).arg(to).status();
                assert!(copied.expect("cp").success());
            } else {
                // Linked, because they take gigabytes: nobody writes into a library that is fresh.
                fs::hard_link(from, to).expect("a link");
            }
        }
    }

    /// Builds conversions without optimisation, in a fifth of the time: nothing that is asked here waits for them.
    fn leave_conversions(&self) {
        let folder = self.folder.join(".cargo");
        fs::create_dir(&folder).expect("a folder");
        let profile = "[profile.test.package.formwork-convert]\nopt-level = 0\n";
        fs::write(folder.join("config.toml"), profile).expect("a file");
    }

    /// Whether a command ends well.
    fn run(&self, command: &str) -> bool {
        let mut shell = Command::new("sh");
        for (name, _) in env::vars_os() {
            let name = name.to_string_lossy().into_owned();
            if ["CARGO_MANIFEST", "CARGO_PKG", "INSTA", "FORMWORK"]
                .iter()
                .any(|start| name.starts_with(start))
            {
                shell.env_remove(name);
            }
        }
        let done = shell
            .args(["-c", command])
            .current_dir(&self.folder)
            .env("CARGO_TARGET_DIR", &self.target)
            .env("CARGO_NET_OFFLINE", "true")
            .env("CARGO_INCREMENTAL", "0")
            .status();
        done.expect("a shell").success()
    }
}

#[test]
#[ignore = "builds the workspace a second time: a step of its own in .ci/run"]
fn who_follows_it_ends_with_green_tests() {
    let folder = tempfile::tempdir().expect("a folder");
    let target = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
    let here = Copy {
        folder: folder.path().to_owned(),
        target: target.path().to_owned(),
    };
    copy(&here.folder);
    here.seed();
    here.leave_conversions();
    for diff in blocks("diff") {
        assert!(apply(&here.folder, &[], &diff), "{diff}");
    }
    // No step is there in vain.
    // Of the workspace as well: fewer packages have fewer features, with which all would be built once more.
    let locked = "INSTA_UPDATE=no cargo test --workspace --test";
    assert!(
        !here.run(&format!("{locked} all fixtures::")),
        "no fixtures are missing"
    );
    assert!(
        !here.run(&format!("{locked} all layouts::")),
        "no snapshots are missing"
    );
    for command in blocks("sh").iter().flat_map(|block| block.lines()) {
        assert!(here.run(command), "{command}");
    }
    // What the second command wrote is what is locked now.
    let all = "all --test command -- fixtures:: layouts:: texts:: documents:: readme::";
    assert!(here.run(&format!("{locked} {all}")));
    assert!(here.run(&format!("{locked} figure --test set")));
    assert!(here.run("cargo fmt --all --check"));
}
