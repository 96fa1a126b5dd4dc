//! The examples do what they say, with our own files, from the root of the workspace.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// An example, where cargo puts it beside its tests.
fn example(name: &str) -> PathBuf {
    let test = env::current_exe().expect("this test");
    let built = test.ancestors().nth(2).expect("the folder of the profile");
    let program = format!("{name}{}", env::consts::EXE_SUFFIX);
    let example = built.join("examples").join(program);
    assert!(
        example.is_file(),
        "{} is built by `cargo test -p formwork-examples`, without `--test`",
        example.display()
    );
    example
}

fn run(name: &str, arguments: &[&str]) -> Output {
    let mut command = Command::new(example(name));
    let command = command.args(arguments).current_dir(ROOT);
    command.output().expect("the example runs")
}

/// What an example prints when all goes well.
fn printed(name: &str, arguments: &[&str]) -> String {
    let output = run(name, arguments);
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{name}: {told}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn told(name: &str, arguments: &[&str]) -> String {
    let output = run(name, arguments);
    assert!(!output.status.success(), "{name} went well");
    String::from_utf8(output.stderr).expect("UTF-8")
}

#[test]
fn bones_are_listed_below_their_parents() {
    let lines = printed("bones", &[]);
    let lines: Vec<&str> = lines.lines().collect();
    assert_eq!(lines[0], "samples/urho3d/Figure.mdl: 17 bones");
    assert_eq!(lines[1], "Hips rests at 0.00 0.95 0.00");
    assert!(
        lines[2].starts_with("  Spine rests at 0.00 1."),
        "{}",
        lines[2]
    );
    assert_eq!(lines.len(), 18);
    let none = printed("bones", &["samples/urho3d/Crate.mdl"]);
    assert_eq!(none, "samples/urho3d/Crate.mdl: 0 bones\n");
}

#[test]
fn a_model_moves_with_its_bounds() {
    let lines = printed("move_model", &[]);
    let lines: Vec<&str> = lines.lines().collect();
    assert!(
        lines[0].contains("min: Vec3 { x: -0.4, y: 0.0, z: -0.4 }"),
        "{}",
        lines[0]
    );
    assert!(
        lines[1].contains("min: Vec3 { x: -0.4, y: 0.5, z: -0.4 }"),
        "{}",
        lines[1]
    );
    assert_eq!(lines.len(), 2);
    let refused = told("move_model", &["samples/urho3d/Figure.mdl"]);
    assert!(refused.contains("has bones"), "{refused}");
}

#[test]
fn no_example_writes_onto_its_input() {
    let folder = tempfile::tempdir().expect("a folder");
    for (example, sample, numbers) in [
        ("move_model", "Crate.mdl", &["1", "2", "3"][..]),
        ("repack", "Figure.pak", &[]),
    ] {
        let input = folder.path().join(sample);
        fs::copy(Path::new(ROOT).join("samples/urho3d").join(sample), &input).expect("copied");
        let before = fs::read(&input).expect("a file");
        let output = folder.path().join("out");
        let [input, output] = [&input, &output].map(|path| path.to_str().expect("UTF-8"));
        let arguments = |out| [&[input][..], numbers, &[out][..]].concat();
        let refused = told(example, &arguments(input));
        assert!(refused.contains("exists"), "{refused}");
        assert_eq!(fs::read(input).expect("a file"), before);
        printed(example, &arguments(output));
        assert_eq!(fs::read(output).expect("written").len(), before.len());
        fs::remove_file(output).expect("removed");
    }
}

#[test]
fn a_package_is_packed_again() {
    let lines = printed("repack", &[]);
    for expected in [
        "samples/urho3d/Figure.pak: ",
        "  Animations/Walk.ani 6243 bytes\n",
        "  Models/Figure.mdl 61676 bytes\n",
        "same files: true\n",
    ] {
        assert!(lines.contains(expected), "{expected}: {lines}");
    }
}

#[test]
fn a_format_of_ones_own_is_xml_and_a_dump() {
    let lines = printed("own_format", &[]);
    let lines: Vec<&str> = lines.lines().collect();
    assert_eq!(lines[1], r#"<my.tags formwork="2">"#);
    assert_eq!(lines[4], r#"  <chunk kind="Artist" text="Crate"/>"#);
    assert!(lines[6].ends_with("magic                                   \"TAGS\""));
    assert_eq!(
        lines[lines.len() - 1],
        "one byte less: malformed: chunks[1].crc at 0x20: the file ends, 1 more byte needed"
    );
    assert_eq!(lines.len(), 17);
}

#[test]
fn a_format_of_ones_own_has_the_descriptor_that_is_shown() {
    let folder = tempfile::tempdir().expect("a folder");
    printed("own_format", &[folder.path().to_str().expect("UTF-8")]);
    for name in ["song.tags", "tags.xml"] {
        let kept = fs::read(Path::new(ROOT).join("examples/own-format").join(name));
        assert_eq!(
            kept.expect("a file"),
            fs::read(folder.path().join(name)).expect("written"),
            "cargo run --example own_format examples/own-format"
        );
    }
}
