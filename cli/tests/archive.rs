//! The archive of a release, made of the program under test.
#![cfg(unix)]

use std::{
    fs,
    path::Path,
    process::{Command, Output},
};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
const VERSION: &str = env!("CARGO_PKG_VERSION");

fn run(program: &Path, arguments: &[&str], folder: &Path) -> Output {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(folder);
    command.output().unwrap()
}

fn text(output: Output) -> String {
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn an_archive_has_all_that_is_installed() {
    let made = tempfile::tempdir().unwrap();
    let at = made.path();
    let program = assert_cmd::cargo::cargo_bin("formwork");
    let script = Path::new(ROOT).join(".ci/archive");
    let arguments = ["some-target", program.to_str().unwrap(), "archives"];
    let name = format!("formwork-{VERSION}-some-target");
    assert_eq!(
        text(run(&script, &arguments, at)),
        format!("{name}.tar.gz\n")
    );

    let at = &at.join("archives");
    let sums = if cfg!(target_os = "macos") {
        "shasum"
    } else {
        "sha256sum"
    };
    let sum = format!("{name}.tar.gz.sha256");
    let archive = fs::read(at.join(format!("{name}.tar.gz"))).unwrap();
    text(run(Path::new(sums), &["-c", &sum], at));
    // Checked, not just printed: other bytes have another one.
    fs::write(at.join(format!("{name}.tar.gz")), &archive[1..]).unwrap();
    assert!(!run(Path::new(sums), &["-c", &sum], at).status.success());
    fs::write(at.join(format!("{name}.tar.gz")), archive).unwrap();

    assert!(!at.join(&name).exists());
    text(run(
        Path::new("tar"),
        &["-xzf", &format!("{name}.tar.gz")],
        at,
    ));
    let inside = at.join(&name);
    let shown = run(&inside.join("formwork"), &["--version"], at);
    assert_eq!(text(shown), format!("formwork {VERSION}\n"));
    for file in [
        "README.md",
        "CHANGELOG.md",
        "LICENSE-APACHE",
        "LICENSE-MIT",
        "docs/stability.md",
    ] {
        let original = fs::read(Path::new(ROOT).join(file)).unwrap();
        assert_eq!(fs::read(inside.join(file)).unwrap(), original, "{file}");
    }
    for (file, says) in [
        ("completions/formwork.bash", "complete -F _formwork"),
        ("completions/_formwork", "#compdef formwork"),
        ("completions/formwork.fish", "complete -c formwork"),
        ("completions/_formwork.ps1", "Register-ArgumentCompleter"),
        ("man/formwork.1", ".TH FORMWORK 1"),
        ("man/formwork-git-install.1", ".TH FORMWORK-GIT-INSTALL 1"),
    ] {
        let content = fs::read_to_string(inside.join(file)).unwrap();
        assert!(content.contains(says), "{file}");
    }
}

#[test]
fn a_release_says_what_changed() {
    let at = Path::new(ROOT);
    let script = at.join(".ci/changes");
    let changes = text(run(&script, &["Unreleased"], at));
    assert!(
        changes.starts_with("### ") && !changes.contains("\n## "),
        "{changes}"
    );
    let missing = run(&script, &["99.0.0"], at);
    assert!(!missing.status.success() && missing.stdout.is_empty());
}
