//! Where something is wrong: also in what is inside a package or a picture, in names that would show otherwise, and in beginnings that are nearly right.

use std::{fs, path::Path};

use crate::common::{formwork, objects};
use predicates::{prelude::PredicateBooleanExt, str::contains};

fn file(folder: &Path, name: &str, bytes: &[u8]) -> String {
    let path = folder.join(name);
    fs::write(&path, bytes).unwrap();
    path.to_str().unwrap().to_owned()
}

/// An animation whose track says that it has 255 keyframes.
fn damaged() -> Vec<u8> {
    let mut bytes = b"UANIWalk\0".to_vec();
    bytes.extend(1_f32.to_le_bytes());
    bytes.extend([1, 0, 0, 0]);
    bytes.extend(b"Hip\0\x01\xff\0\0\0");
    bytes
}

#[test]
fn errors_in_packages_say_where_in_the_file_and_in_the_package() {
    let folder = tempfile::tempdir().unwrap();
    let files = folder.path().join("files");
    fs::create_dir(&files).unwrap();
    file(&files, "Walk.ani", &damaged());
    let package = folder.path().join("all.pak");
    let package = package.to_str().unwrap();
    formwork(&["pack", files.to_str().unwrap(), "-o", package])
        .assert()
        .success();
    let run = formwork(&["check", "--json", package]).assert().code(1);
    let told = objects(&run.get_output().stdout);
    let one = &told[0]["diagnostics"][0];
    assert_eq!(one["path"], "entries[0]", "{one}");
    let message = one["message"].as_str().unwrap();
    assert!(
        message.contains("`Walk.ani`: tracks[0].keyframes: at 0x1a"),
        "{message}"
    );
    let bytes = fs::read(package).unwrap();
    let start = bytes.windows(4).rposition(|four| four == b"UANI").unwrap();
    assert_eq!(one["bytes"][0], start as u64 + 0x1a, "{one}");
}

#[test]
fn errors_in_pictures_say_where() {
    let folder = tempfile::tempdir().unwrap();
    let mut targa = vec![0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 16, 0, 16, 0, 32, 8];
    targa.extend(b"abc");
    let pictures: [(&str, &[u8], u64); 3] = [
        ("cut.tga", &targa, 21),
        ("cut.ppm", b"P6 16 16 255\nabc", 16),
        (
            "cut.hdr",
            b"#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 16 +X 16\nabc",
            50,
        ),
    ];
    for (name, bytes, place) in pictures {
        let path = file(folder.path(), name, bytes);
        let run = formwork(&["check", "--json", &path]).assert().code(1);
        let told = objects(&run.get_output().stdout);
        assert_eq!(told[0]["error"]["offset"], place, "{name}");
        assert_eq!(told[0]["error"]["path"], "pixels", "{name}");
    }
}

#[test]
fn magics_that_are_one_letter_off_are_named_whatever_the_file_is_called() {
    let folder = tempfile::tempdir().unwrap();
    for (found, meant, id) in [
        ("UAMI", "UANI", "urho3d.animation"),
        ("UPAL", "UPAK", "urho3d.package"),
        ("H3DB", "H3DA", "horde3d.animation"),
        ("USHE", "USHD", "urho3d.shader"),
        ("DDT ", "DDS", "texture.dds"),
    ] {
        let bytes = [found.as_bytes(), &[0; 12]].concat();
        for name in ["some.bin", "none", "other.mdl"] {
            let path = file(folder.path(), name, &bytes);
            let named = contains(format!("`{meant}` but for the byte at"))
                .and(contains(format!("--as-format {id}")));
            formwork(&["identify", &path])
                .assert()
                .code(3)
                .stdout(named);
        }
    }
    let path = file(folder.path(), "some.bin", b"XYZW\0\0\0\0\0\0\0\0");
    formwork(&["identify", &path])
        .assert()
        .stdout(contains("but for").not());
}

#[test]
fn names_are_shown_in_the_order_in_which_they_are_stored() {
    let folder = tempfile::tempdir().unwrap();
    let scene = "<Group name=\"a\u{202e}b\"><Model name=\"\u{2066}\" geometry=\"m\u{202e}.geo\" f\u{202e}oo=\"1\"/></Group>";
    let path = file(folder.path(), "a\u{202e}lmx.scene.xml", scene.as_bytes());
    for command in ["identify", "inspect", "check"] {
        let run = formwork(&[command, &path]).assert();
        let text = String::from_utf8_lossy(&run.get_output().stdout).into_owned();
        assert!(
            !text.contains(['\u{202e}', '\u{2066}']),
            "{command}: {text}"
        );
        assert!(text.contains("\\u{202e}"), "{command}: {text}");
    }
}

#[test]
fn inspect_shows_what_fits_a_screen() {
    let folder = tempfile::tempdir().unwrap();
    let models: String = (0..300)
        .map(|number| format!("<Model name=\"{number}\"/>"))
        .collect();
    let scene = format!(
        "<Group name=\"{}\">{models}</Group>",
        "long ".repeat(10_000)
    );
    let path = file(folder.path(), "many.scene.xml", scene.as_bytes());
    let shown = |arguments: &[&str]| {
        let run = formwork(arguments).arg(&path).assert().success();
        String::from_utf8(run.get_output().stdout.clone()).unwrap()
    };
    let text = shown(&["inspect"]);
    assert!(text.lines().count() < 60, "{text}");
    assert!(
        text.lines().all(|line| line.chars().count() < 400),
        "{text}"
    );
    assert!(text.contains("280 more; --all shows them"), "{text}");
    assert!(shown(&["inspect", "--all"]).lines().count() > 300);
}

#[test]
fn several_long_tables_fit_a_screen() {
    let folder = tempfile::tempdir().unwrap();
    let rows = |row: &dyn Fn(usize) -> String| (0..10_000).map(row).collect::<String>();
    let samplers = rows(&|n| format!("<Sampler name=\"s{n}\" map=\"missing{n}.tga\"/>"));
    let uniforms = rows(&|n| format!("<Uniform name=\"u{n}\" a=\"1\" odd=\"1\"/>"));
    let material =
        format!("<Material><Shader source=\"a.shader\"/>{samplers}{uniforms}</Material>");
    let path = file(folder.path(), "many.material.xml", material.as_bytes());
    let run = formwork(&["inspect", &path]).assert().success();
    let text = String::from_utf8(run.get_output().stdout.clone()).unwrap();
    let (lines, more) = (text.lines(), text.matches("more; --all shows them"));
    assert!(lines.count() <= 66 && more.count() >= 3, "{text}");
}
