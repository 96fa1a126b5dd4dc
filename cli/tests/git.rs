//! `formwork git`, with a real git. Without one, the tests say so and pass.

use std::{
    fs,
    io::Write,
    path::Path,
    process::{Command, Output},
};

use crate::common::{ani, formwork, listed, objects};
use predicates::str::contains;
use tempfile::TempDir;

/// Git, with nobody's settings but those of the repository.
fn git(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new("git");
    command
        .args([
            "-c",
            "user.name=Someone",
            "-c",
            "user.email=someone@example.org",
        ])
        .args(arguments)
        .current_dir(folder)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env_remove("GIT_DIR")
        .env_remove("GIT_WORK_TREE");
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {said}");
    output
}

/// A repository with one animation in it; none where there is no git.
fn repository() -> Option<TempDir> {
    if Command::new("git").arg("--version").output().is_err() {
        let _ = writeln!(std::io::stderr(), "SKIPPED: there is no git");
        return None;
    }
    let folder = tempfile::tempdir().unwrap();
    git(folder.path(), &["init", "-q"]);
    fs::copy(ani("uani-long.ani"), folder.path().join("-turn.ani")).unwrap();
    git(folder.path(), &["add", "."]);
    git(folder.path(), &["commit", "-q", "-m", "Add a clip"]);
    Some(folder)
}

fn run(folder: &Path, arguments: &[&str]) -> assert_cmd::assert::Assert {
    let mut command = formwork(arguments);
    command.env_remove("GIT_DIR").env_remove("GIT_WORK_TREE");
    command.current_dir(folder).assert()
}

fn config(folder: &Path) -> Vec<u8> {
    fs::read(folder.join(".git/config")).unwrap()
}

fn diff(folder: &Path) -> String {
    String::from_utf8(git(folder, &["diff"]).stdout).unwrap()
}

#[test]
fn git_shows_what_changed_until_it_is_undone() {
    let Some(repository) = repository() else {
        return;
    };
    let folder = repository.path();
    let before = config(folder);
    fs::copy(ani("uani-long-edited.ani"), folder.join("-turn.ani")).unwrap();
    assert!(diff(folder).contains("Binary files"));

    run(folder, &["git", "install"]).success();
    let shown = diff(folder);
    for line in [
        "-length: 1\n",
        "+length: 1.25\n",
        "+tracks \"Root/LeftArm\"\n",
    ] {
        assert!(shown.contains(line), "{shown}");
    }

    run(folder, &["git", "uninstall"]).success();
    assert_eq!(config(folder), before);
    assert_eq!(listed(folder), ["-turn.ani", ".git"]);
    assert!(diff(folder).contains("Binary files"));
}

#[test]
fn doing_it_twice_changes_nothing_more() {
    let Some(repository) = repository() else {
        return;
    };
    let folder = repository.path();
    fs::write(folder.join(".gitattributes"), "*.png binary").unwrap();
    let attributes = || fs::read(folder.join(".gitattributes")).unwrap();
    let before = config(folder);

    let done = run(folder, &["git", "install", "--json"]).success();
    assert_eq!(objects(&done.get_output().stdout)[0]["changed"], true);
    let once = (attributes(), config(folder));
    let done = run(folder, &["git", "install", "--json"]).success();
    assert_eq!(objects(&done.get_output().stdout)[0]["changed"], false);
    assert_eq!((attributes(), config(folder)), once);

    let done = run(folder, &["git", "uninstall", "--json"]).success();
    assert_eq!(objects(&done.get_output().stdout)[0]["changed"], true);
    assert_eq!(
        (attributes(), config(folder)),
        (b"*.png binary".to_vec(), before)
    );
    let done = run(folder, &["git", "uninstall", "--json"]).success();
    assert_eq!(objects(&done.get_output().stdout)[0]["changed"], false);
}

#[test]
fn a_folder_inside_is_enough() {
    let Some(repository) = repository() else {
        return;
    };
    let folder = repository.path();
    let inner = folder.join("a folder");
    fs::create_dir(&inner).unwrap();
    let elsewhere = tempfile::tempdir().unwrap();
    run(
        elsewhere.path(),
        &["git", "install", "--repo", inner.to_str().unwrap()],
    )
    .success();
    assert!(folder.join(".gitattributes").exists());
    assert!(listed(&inner).is_empty());
}

#[test]
fn settings_of_others_are_left_alone() {
    let Some(repository) = repository() else {
        return;
    };
    let folder = repository.path();
    git(folder, &["config", "diff.formwork.textconv", "strings"]);
    let before = config(folder);
    run(folder, &["git", "install"])
        .code(2)
        .stderr(contains("set to `strings` already"));
    assert!(!folder.join(".gitattributes").exists());
    run(folder, &["git", "uninstall"]).success();
    assert_eq!(config(folder), before);

    git(folder, &["config", "diff.formwork.binary", "true"]);
    git(folder, &["config", "--unset", "diff.formwork.textconv"]);
    let before = config(folder);
    run(folder, &["git", "install"]).success();
    run(folder, &["git", "uninstall"]).success();
    assert_eq!(config(folder), before);
}

#[test]
fn a_torn_block_is_left_to_the_user() {
    let Some(repository) = repository() else {
        return;
    };
    let folder = repository.path();
    let torn = "# formwork: begin\n*.ani diff=formwork\n";
    fs::write(folder.join(".gitattributes"), torn).unwrap();
    for command in ["install", "uninstall"] {
        run(folder, &["git", command])
            .code(2)
            .stderr(contains("without its"));
    }
    let left = fs::read_to_string(folder.join(".gitattributes")).unwrap();
    assert_eq!(left, torn);
}

#[test]
fn no_repository_is_3() {
    if repository().is_none() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    run(folder.path(), &["git", "install"])
        .code(3)
        .stderr(contains("not a git repository"));
    run(folder.path(), &["git", "install", "--repo", "nowhere"]).code(3);
    run(folder.path(), &["git"]).code(2);
}

#[test]
fn a_setting_that_another_working_tree_uses_stays() {
    let Some(repository) = repository() else {
        return;
    };
    let folder = repository.path();
    let before = config(folder);
    let beside = tempfile::tempdir().unwrap();
    let other = beside.path().join("other tree");
    git(
        folder,
        &["worktree", "add", "-q", other.to_str().unwrap(), "-b", "x"],
    );
    run(folder, &["git", "install"]).success();
    run(&other, &["git", "install"]).success();
    let both = config(folder);

    run(&other, &["git", "uninstall"])
        .success()
        .stdout(contains("the setting stays"));
    assert_eq!(config(folder), both);
    assert!(!other.join(".gitattributes").exists());
    run(&other, &["git", "uninstall"])
        .success()
        .stdout(contains("nothing to undo here"));
    fs::copy(ani("uani-long-edited.ani"), folder.join("-turn.ani")).unwrap();
    assert!(diff(folder).contains("+length: 1.25"));

    run(folder, &["git", "uninstall"]).success();
    assert_eq!(config(folder), before);
}

#[cfg(unix)]
#[test]
fn attributes_behind_a_link_are_refused() {
    let Some(repository) = repository() else {
        return;
    };
    let folder = repository.path();
    let before = config(folder);
    fs::write(folder.join("shared"), "*.png binary\n").unwrap();
    std::os::unix::fs::symlink("shared", folder.join(".gitattributes")).unwrap();
    for command in ["install", "uninstall"] {
        run(folder, &["git", command])
            .code(2)
            .stderr(contains(".gitattributes is a symbolic link"));
    }
    assert_eq!(config(folder), before);
    assert_eq!(fs::read(folder.join("shared")).unwrap(), b"*.png binary\n");
}
