//! The hooks of `.pre-commit-hooks.yaml` and the GitHub Action, each in a repository made for it.

#![cfg(unix)]

use std::{
    env, fs,
    io::Write,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use crate::common::{folder as fixtures, formwork};

/// What the project's own repository has for other ones.
fn own(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

/// A command that finds the program `formwork` and belongs to no other repository.
fn command(program: impl AsRef<Path>, folder: &Path) -> Command {
    let built = Path::new(env!("CARGO_BIN_EXE_formwork")).parent().unwrap();
    let others = env::var_os("PATH").unwrap_or_default();
    let all = env::join_paths(
        [built.to_owned()]
            .into_iter()
            .chain(env::split_paths(&others)),
    );
    let mut command = Command::new(program.as_ref());
    command
        .current_dir(folder)
        .env("PATH", all.unwrap())
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env_remove("GIT_DIR")
        .env_remove("GIT_WORK_TREE");
    command
}

fn git(folder: &Path, arguments: &[&str]) -> String {
    let someone = [
        "-c",
        "user.name=Someone",
        "-c",
        "user.email=someone@example.org",
    ];
    let output = command("git", folder)
        .args(someone)
        .args(arguments)
        .output()
        .unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", said(&output));
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

fn said(output: &Output) -> String {
    let all = [&*output.stdout, &output.stderr].concat();
    String::from_utf8_lossy(&all).into_owned()
}

/// A repository with these files in it.
fn repository(folder: &Path, files: &[(&str, Vec<u8>)]) {
    fs::create_dir_all(folder).unwrap();
    git(folder, &["init", "-q"]);
    for (path, bytes) in files {
        fs::write(folder.join(path), bytes).unwrap();
    }
    git(folder, &["add", "."]);
    git(folder, &["commit", "-q", "-m", "Begin"]);
}

fn good() -> Vec<u8> {
    fs::read(fixtures().join("urho3d/animation/uani-one.ani")).unwrap()
}

/// A model whose bounding box leaves vertices out, which can be mended.
fn loose(folder: &Path) -> Vec<u8> {
    let fixture = fixtures().join("urho3d/model/umdl-plain.mdl");
    let text = crate::common::output(&["decode", "--to", "json", fixture.to_str().unwrap()]);
    let mut model: serde_json::Value = serde_json::from_str(&text).unwrap();
    model["value"]["bounding_box"]["max"] = serde_json::json!([-9, -9, -9]);
    let made = folder.join("made.mdl");
    formwork(&["encode", "-", "-o", made.to_str().unwrap()])
        .write_stdin(model.to_string())
        .assert()
        .success();
    fs::read(made).unwrap()
}

#[test]
fn pre_commit_stops_what_fails_and_mends_what_can_be() {
    let temporary = tempfile::tempdir().unwrap();
    let program = env::var_os("FORMWORK_PRE_COMMIT").map_or("pre-commit".into(), PathBuf::from);
    let pre_commit = |folder: &Path, arguments: &[&str]| {
        let mut command = command(&program, folder);
        command.env("PRE_COMMIT_HOME", temporary.path().join("cache"));
        command.args(arguments).output()
    };
    if pre_commit(temporary.path(), &["--version"]).is_err() {
        assert!(env::var_os("CI").is_none(), "pre-commit is missing");
        let _ = writeln!(
            std::io::stderr(),
            "SKIPPED: pre-commit is missing, so its hooks were not run"
        );
        return;
    }
    let hooks = temporary.path().join("hooks");
    let definition = fs::read(own(".pre-commit-hooks.yaml")).unwrap();
    repository(&hooks, &[(".pre-commit-hooks.yaml", definition)]);
    let revision = git(&hooks, &["rev-parse", "HEAD"]);
    let configuration = format!(
        "repos:\n- repo: {}\n  rev: {revision}\n  hooks:\n  - id: formwork-check\n  - id: formwork-fix\n    stages: [manual]\n",
        hooks.display()
    );
    let assets = temporary.path().join("assets");
    let files = [
        (".pre-commit-config.yaml", configuration.into_bytes()),
        ("walk.ani", good()),
        ("notes.txt", b"no asset".to_vec()),
    ];
    repository(&assets, &files);
    let run =
        |more: &[&str]| pre_commit(&assets, &[&["run", "--all-files"], more].concat()).unwrap();

    let clean = run(&[]);
    assert!(clean.status.success(), "{}", said(&clean));

    fs::write(assets.join("loose.mdl"), loose(temporary.path())).unwrap();
    git(&assets, &["add", "."]);
    let stopped = run(&[]);
    let told = said(&stopped);
    assert!(!stopped.status.success(), "{told}");
    assert!(
        told.contains("loose.mdl") && !told.contains("walk.ani"),
        "{told}"
    );

    let mended = run(&["--hook-stage", "manual", "formwork-fix"]);
    assert!(
        said(&mended).contains("files were modified by this hook"),
        "{}",
        said(&mended)
    );
    let clean = run(&[]);
    assert!(clean.status.success(), "{}", said(&clean));
}

/// The step of the action, as a workflow would run it.
fn action(folder: &Path, environment: &[(&str, &str)]) -> Output {
    let mut command = command("bash", folder);
    command
        .arg(own(".ci/action"))
        .envs(environment.iter().copied());
    command.output().unwrap()
}

#[test]
fn the_action_shows_what_fails_beside_the_files() {
    let temporary = tempfile::tempdir().unwrap();
    let assets = temporary.path().join("assets");
    repository(
        &assets,
        &[("walk.ani", good()), ("loose.mdl", loose(temporary.path()))],
    );
    let failed = action(&assets, &[("PATHS", "."), ("SARIF", "found.sarif")]);
    assert_eq!(failed.status.code(), Some(1), "{}", said(&failed));
    let told = String::from_utf8(failed.stdout).unwrap();
    assert!(
        told.contains("::error file=") && told.contains("loose.mdl"),
        "{told}"
    );
    let sarif = fs::read_to_string(assets.join("found.sarif")).unwrap();
    assert!(sarif.contains("loose.mdl"), "{sarif}");
    // Files that are malformed or no files of ours fail the first run as well.
    fs::write(assets.join("cut.ani"), &good()[..20]).unwrap();
    fs::write(assets.join("notes.mdl"), "nothing").unwrap();
    let malformed = action(&assets, &[("PATHS", "."), ("SARIF", "found.sarif")]);
    let told = String::from_utf8(malformed.stdout).unwrap();
    assert!(
        told.contains("cut.ani") && told.contains("loose.mdl"),
        "{told}"
    );
    let passed = action(
        &assets,
        &[
            ("PATHS", "walk.ani"),
            ("ARGUMENTS", "--profile urho3d --fail-on note"),
            ("SARIF", "found.sarif"),
        ],
    );
    assert!(passed.status.success(), "{}", said(&passed));
}

/// What the action runs, argument by argument.
fn arguments(folder: &Path, paths: &str, arguments: &str) -> Vec<String> {
    let tools = folder.join("tools");
    fs::create_dir_all(&tools).unwrap();
    let printing = tools.join("formwork");
    fs::write(&printing, "#!/bin/sh\nprintf '%s\\n' \"$@\"\n").unwrap();
    fs::set_permissions(&printing, fs::Permissions::from_mode(0o755)).unwrap();
    let others = env::var_os("PATH").unwrap_or_default();
    let all = [tools].into_iter().chain(env::split_paths(&others));
    let mut run = command("bash", folder);
    run.arg(own(".ci/action"))
        .env("PATH", env::join_paths(all).unwrap())
        .envs([("PATHS", paths), ("ARGUMENTS", arguments)]);
    let output = run.output().unwrap();
    assert!(output.status.success(), "{}", said(&output));
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(str::to_owned).collect()
}

#[test]
fn every_line_of_the_inputs_of_the_action_counts() {
    let temporary = tempfile::tempdir().unwrap();
    for name in ["Data", "My Models", "a.mdl"] {
        fs::create_dir(temporary.path().join(name)).unwrap();
    }
    let cases: [(&str, &str, &[&str], &[&str]); 8] = [
        ("", "", &["."], &[]),
        (" \n\n", "\n \n", &["."], &[]),
        ("Data", "", &["Data"], &[]),
        (
            "Data Other",
            "--quiet --only U0101",
            &["Data", "Other"],
            &["--quiet", "--only", "U0101"],
        ),
        (
            "Data\nOther\nThird\n",
            "--quiet\n--only U0101\n",
            &["Data", "Other", "Third"],
            &["--quiet", "--only", "U0101"],
        ),
        (
            "Data\n\n  Other Third\nLast",
            "",
            &["Data", "Other", "Third", "Last"],
            &[],
        ),
        ("My Models\r\nData\r\n", "", &["My Models", "Data"], &[]),
        // Words are no patterns, and nothing in them is taken for an option.
        (
            "*.mdl\n-q",
            "--ignore\t*",
            &["*.mdl", "-q"],
            &["--ignore", "*"],
        ),
    ];
    for (paths, more, expected, options) in cases {
        let start: &[&str] = &["check"];
        let all = [start, options, &["--as", "github", "--"], expected].concat();
        assert_eq!(
            arguments(temporary.path(), paths, more),
            all,
            "{paths:?} {more:?}"
        );
    }
}

#[test]
fn the_action_takes_the_archive_of_a_release() {
    let temporary = tempfile::tempdir().unwrap();
    let path = |name: &str| temporary.path().join(name);
    // Everything that the action needs, and no `formwork`.
    let tools = path("tools");
    fs::create_dir(&tools).unwrap();
    for tool in [
        "bash",
        "uname",
        "mktemp",
        "curl",
        "sha256sum",
        "shasum",
        "perl",
        "tar",
        "gzip",
    ] {
        let find = Command::new("sh")
            .args(["-c", &format!("command -v {tool}")])
            .output()
            .unwrap();
        let found = String::from_utf8(find.stdout).unwrap();
        if !found.trim().is_empty() {
            std::os::unix::fs::symlink(found.trim(), tools.join(tool)).unwrap();
        }
    }
    if !tools.join("curl").exists() {
        assert!(env::var_os("CI").is_none(), "curl is missing");
        let _ = writeln!(
            std::io::stderr(),
            "SKIPPED: curl is missing, so no archive was fetched"
        );
        return;
    }
    // Releases for every machine that may run this.
    let targets = [
        "x86_64-unknown-linux-musl",
        "aarch64-unknown-linux-gnu",
        "x86_64-apple-darwin",
        "aarch64-apple-darwin",
    ];
    let release = path("releases/v1.2.3");
    fs::create_dir_all(&release).unwrap();
    for target in targets {
        let name = format!("formwork-1.2.3-{target}");
        fs::create_dir(release.join(&name)).unwrap();
        std::os::unix::fs::symlink(
            env!("CARGO_BIN_EXE_formwork"),
            release.join(&name).join("formwork"),
        )
        .unwrap();
        let archive = format!(
            "tar -czf {name}.tar.gz {name} && (sha256sum {name}.tar.gz || shasum -a 256 {name}.tar.gz) >{name}.tar.gz.sha256"
        );
        let packed = command("sh", &release)
            .args(["-c", &archive])
            .output()
            .unwrap();
        assert!(packed.status.success(), "{}", said(&packed));
    }
    let assets = path("assets");
    repository(&assets, &[("walk.ani", good())]);
    let releases = format!("file://{}", path("releases").display());
    let run = || {
        let environment = [
            ("RELEASES", &*releases),
            ("VERSION", "v1.2.3"),
            ("PATHS", "walk.ani"),
        ];
        let mut command = command(tools.join("bash"), &assets);
        command
            .env("PATH", &tools)
            .arg(own(".ci/action"))
            .envs(environment);
        command.output().unwrap()
    };
    let fetched = run();
    assert!(fetched.status.success(), "{}", said(&fetched));
    // What is not what the release says is not run.
    for target in targets {
        fs::write(
            release.join(format!("formwork-1.2.3-{target}.tar.gz")),
            "other bytes",
        )
        .unwrap();
    }
    let refused = run();
    assert!(
        !refused.status.success() && said(&refused).contains("FAILED"),
        "{}",
        said(&refused)
    );
}
