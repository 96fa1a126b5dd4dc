//! Completions and manual pages.

use std::{
    fs,
    io::Write,
    process::{Command, Stdio},
};

use crate::common::{formwork, listed, listed_commands, objects, output};

const SHELLS: [&str; 5] = ["bash", "elvish", "fish", "powershell", "zsh"];

const COMMANDS: [&str; 18] = [
    "formats",
    "identify",
    "inspect",
    "dump",
    "decode",
    "encode",
    "schema",
    "list",
    "cat",
    "unpack",
    "pack",
    "check",
    "salvage",
    "diff",
    "textconv",
    "git",
    "completions",
    "man",
];

#[test]
fn every_shell_learns_every_command() {
    for shell in SHELLS {
        let script = output(&["completions", shell]);
        for command in COMMANDS {
            assert!(script.contains(command), "{shell}: {command}");
        }
        let object = &objects(output(&["completions", shell, "--json"]).as_bytes())[0];
        assert_eq!(object["shell"], shell);
        assert_eq!(object["script"], script);
    }
    formwork(&["completions", "dos"]).assert().code(2);
}

#[test]
fn bash_understands_its_script() {
    let bash = Command::new("bash").arg("-n").stdin(Stdio::piped()).spawn();
    let Ok(mut bash) = bash else {
        let _ = writeln!(std::io::stderr(), "SKIPPED: there is no bash");
        return;
    };
    let script = output(&["completions", "bash"]);
    let mut stdin = bash.stdin.take().unwrap();
    stdin.write_all(script.as_bytes()).unwrap();
    drop(stdin);
    assert!(bash.wait().unwrap().success());
}

#[test]
fn the_main_page_goes_to_standard_output() {
    let page = output(&["man"]);
    assert!(page.contains(".TH") && page.contains("formwork"), "{page}");
    let object = &objects(output(&["man", "--json"]).as_bytes())[0];
    assert_eq!(object["pages"][0]["text"], page);
}

#[test]
fn every_command_has_a_page() {
    let folder = tempfile::tempdir().unwrap();
    let into = folder.path().join("new/man1");
    output(&["man", "-o", into.to_str().unwrap()]);
    let pages = listed(&into);
    let commands = listed_commands();
    assert!(commands.len() >= COMMANDS.len(), "{commands:?}");
    for command in &commands {
        assert!(
            pages.contains(&format!("formwork-{command}.1")),
            "{command}"
        );
    }
    for more in [
        "formwork.1",
        "formwork-git-install.1",
        "formwork-git-uninstall.1",
    ] {
        assert!(pages.contains(&more.into()), "{pages:?}");
    }
    let diff = fs::read_to_string(into.join("formwork-diff.1")).unwrap();
    assert!(
        diff.contains("formwork diff") && diff.contains("aligned by the names"),
        "{diff}"
    );
}

#[test]
fn a_folder_that_cannot_be_made_is_5() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let below = file.join("man");
    formwork(&["man", "-o", below.to_str().unwrap()])
        .assert()
        .code(5);
}
