//! Pixels on the command line: which part of a texture, into which file, and what is refused.

use std::path::PathBuf;

use crate::common::folder;
use predicates::{prelude::PredicateBooleanExt, str::contains};

const CUBE: &str = "texture/dds/124-cube.dds";
const LEVELS: &str = "texture/dds/124-levels.dds";
const VOLUME: &str = "texture/dds/124-volume.dds";

fn formwork() -> crate::common::run::Run {
    crate::common::formwork(&[])
}

fn fixture(name: &str) -> PathBuf {
    folder().join(name)
}

/// Width and height of a PNG.
fn size(png: &[u8]) -> (u32, u32) {
    assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"), "a PNG");
    let number = |at: usize| {
        let bytes = png.get(at..).and_then(|rest| rest.first_chunk());
        u32::from_be_bytes(*bytes.expect("a header"))
    };
    (number(16), number(20))
}

fn png(file: &str, more: &[&str]) -> Vec<u8> {
    let mut command = formwork();
    command
        .args(["decode", "--to", "png"])
        .args(more)
        .arg(fixture(file));
    command.assert().success().get_output().stdout.clone()
}

#[test]
fn any_part_of_a_texture_becomes_a_png() {
    assert_eq!(size(&png(LEVELS, &[])), (8, 4));
    assert_eq!(size(&png(LEVELS, &["--level", "2"])), (2, 1));
    assert_eq!(size(&png(CUBE, &[])), (4, 3));
    assert_eq!(size(&png(CUBE, &["--face", "-y"])), (1, 1));
    assert_eq!(size(&png(VOLUME, &["--slice", "1"])), (2, 2));
}

#[test]
fn parts_that_are_not_there_are_a_mistake_of_the_command_line() {
    let cases: [(&str, &[&str], &str); 4] = [
        (LEVELS, &["--level", "4"], "there are 4"),
        (LEVELS, &["--face", "+x"], "not a cube"),
        (VOLUME, &["--level", "1", "--slice", "1"], "there are 1"),
        (
            "texture/dds/124-cube-two-faces.dds",
            &["--face", "+z"],
            "+y, -y",
        ),
    ];
    for (file, more, message) in cases {
        let mut command = formwork();
        command
            .args(["decode", "--to", "png"])
            .args(more)
            .arg(fixture(file));
        command.assert().code(2).stderr(contains(message));
    }
    let mut command = formwork();
    command
        .args(["decode", "--level", "1"])
        .arg(fixture(LEVELS));
    command.assert().code(2).stderr(contains("--to png"));
    let mut command = formwork();
    command
        .args(["decode", "--to", "png"])
        .arg(fixture("urho3d/animation/uani-one.ani"));
    command.assert().code(2).stderr(contains("no pixels"));
}

#[test]
fn a_picture_is_known_checked_and_decoded_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("cube.png");
    let mut command = formwork();
    command.args(["decode", "-o"]).arg(&file).arg(fixture(CUBE));
    command.assert().success();
    let same = formwork().arg("decode").arg(&file).assert().success();
    assert_eq!(size(&same.get_output().stdout), (4, 3));
    formwork()
        .arg("identify")
        .arg(&file)
        .assert()
        .success()
        .stdout(contains("texture.png"));
    let seen = formwork()
        .args(["--json", "inspect"])
        .arg(&file)
        .assert()
        .success();
    seen.stdout(contains(r#""width":4"#).and(contains(r#""horde3d":"loads it""#)));
    let checked = formwork()
        .args(["--json", "check"])
        .arg(folder.path())
        .assert()
        .success();
    checked.stdout(contains(r#""steps":["pixels"]"#));
    let mut command = formwork();
    command.args(["decode", "--to", "xml"]).arg(&file);
    command.assert().code(3).stderr(contains("only pixels"));
    formwork()
        .arg("dump")
        .arg(&file)
        .assert()
        .code(3)
        .stderr(contains("only pixels"));
}

#[test]
fn textures_are_checked_down_to_their_pixels() {
    let ok = formwork()
        .args(["--json", "check"])
        .arg(fixture(CUBE))
        .assert()
        .success();
    ok.stdout(contains(
        r#""read","agree","rewrite","layout","xml","json","pixels""#,
    ));
    let mut short = formwork();
    short.arg("check").arg(fixture("texture/dds/124-short.dds"));
    short
        .assert()
        .code(1)
        .stdout(contains("failed at step pixels"));
}
