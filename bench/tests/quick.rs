//! The benchmark runs: not how fast, for data are far too small.

use std::process::Command;

#[test]
fn it_runs_to_its_goals() {
    let output = Command::new(env!("CARGO_BIN_EXE_formwork-bench"))
        .arg("--quick")
        .output()
        .expect("it starts");
    let said = String::from_utf8_lossy(&output.stdout);
    let wrong = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{wrong}");
    assert!(said.contains("## Goals"), "{said}");
    // Where everything is there, nobody is left out.
    if std::env::var_os("FORMWORK_KAITAI").is_some() {
        assert!(!said.contains("SKIPPED"), "{said}");
    }
}
