//! What a run may take of memory: a file that needs more is refused, the limit is named, and nothing aborts.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::common::formwork;
use predicates::{prelude::PredicateBooleanExt, str::contains};

/// A folder that is gone afterwards.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path =
            std::env::temp_dir().join(format!("formwork-memory-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        let path = self.0.join(name);
        fs::write(&path, bytes).unwrap();
        path.to_str().unwrap().to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A Targa picture of one colour, in 25 pixels for each byte, which are decoded some at a time.
fn targa(side: u16) -> Vec<u8> {
    let mut bytes = vec![0, 0, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    bytes.extend(side.to_le_bytes());
    bytes.extend(side.to_le_bytes());
    bytes.extend([32, 8]);
    let runs = usize::from(side) * usize::from(side) / 128;
    bytes.extend([0xff, 1, 2, 3, 255].repeat(runs));
    bytes
}

/// A bitmap of one colour, in runs of pixels, which are decoded at once.
fn bitmap(side: u16) -> Vec<u8> {
    let row = [[128, 0].repeat(usize::from(side) / 128), vec![0, 0]].concat();
    let mut bytes = b"BM".to_vec();
    let side = u32::from(side);
    // Sizes, where the pixels are, eight bits each, runs, and a palette of one colour.
    for number in [0, 0, 58, 40, side, side, 8 << 16 | 1, 1, 0, 0, 0, 1, 0, 0] {
        bytes.extend(number.to_le_bytes());
    }
    bytes.extend(row.repeat(side as usize));
    bytes.extend([0, 1]);
    bytes
}

/// A scene of so many groups in one.
fn scene(groups: usize) -> String {
    format!("<Group>{}</Group>", "<Group/>".repeat(groups))
}

/// The XML of an animation with one track of so many keyframes.
fn text(keyframes: usize) -> String {
    let keyframes = r#"<keyframe time="0" position="1 0 0"/>"#.repeat(keyframes);
    let track = format!(r#"<track name="Hip" channels="POSITION">{keyframes}</track>"#);
    format!(
        r#"<urho3d.animation formwork="2" version="UANI" name="Walk" length="1">{track}</urho3d.animation>"#
    )
}

/// Commands that write or compare, with what they need, in a folder.
fn writing(folder: &Folder, clip_size: u32) -> Vec<(&'static str, Vec<String>)> {
    let path = |name: &str| folder.0.join(name).to_str().unwrap().to_owned();
    let clip_file = folder.file("one.ani", clip(clip_size));
    let other = folder.file("other.ani", clip(clip_size - 1));
    let xml = folder.file("text.xml", text(clip_size as usize / 4));
    let json = r#"{"formwork":1,"format":"horde3d.shader","value":{"fx":["#;
    let zeros = "0,".repeat(clip_size as usize / 4);
    let json = folder.file("shader.json", format!("{json}{zeros}0]}}}}"));
    fs::create_dir_all(folder.0.join("files")).unwrap();
    folder.file("files/zeros.bin", vec![0; clip_size as usize * 16]);
    let (files, package) = (path("files"), path("package.pak"));
    formwork(&["pack", "--compress", "lz4", &files, "-o", &package])
        .assert()
        .code(0);
    let force = || "--force".to_owned();
    vec![
        (
            "convert",
            vec![clip_file.clone(), "-o".into(), path("one.glb"), force()],
        ),
        ("diff", vec![clip_file, other]),
        ("encode", vec![xml, "-o".into(), path("text.ani"), force()]),
        ("encode", vec![json, "-o".into(), path("a.shader"), force()]),
        ("pack", vec![files, "-o".into(), path("again.pak"), force()]),
        (
            "unpack",
            vec![package, "-o".into(), path("unpacked"), force()],
        ),
    ]
}

/// An animation with one track of so many keyframes.
fn clip(keyframes: u32) -> Vec<u8> {
    let mut bytes = b"UANIWalk\0".to_vec();
    bytes.extend(1_f32.to_le_bytes());
    bytes.extend([1, 0, 0, 0]);
    bytes.extend(b"Hip\0\x01");
    bytes.extend(keyframes.to_le_bytes());
    for time in 0..keyframes {
        let numbers = [time as f32 / 30.0, 0.125, 2.5, -3.75];
        bytes.extend(numbers.into_iter().flat_map(f32::to_le_bytes));
    }
    bytes
}

/// A clip of so many tracks without keyframes.
fn tracks(count: u32) -> Vec<u8> {
    let mut bytes = b"UANI\0\0\0\0\0".to_vec();
    bytes.extend(count.to_le_bytes());
    for _ in 0..count {
        bytes.extend(b"bone\0\x01\0\0\0\0");
    }
    bytes
}

#[test]
fn what_needs_more_is_refused_and_others_are_checked() {
    let folder = Folder::new("refused");
    folder.file("large.bmp", bitmap(4096));
    folder.file("large.tga", targa(4096));
    folder.file("large.scene.xml", scene(20_000));
    folder.file("small.ani", clip(3));
    let path = folder.0.to_str().unwrap();
    let named = contains("max-memory is 32 MiB").and(contains("large.bmp"));
    let named = named
        .and(contains("large.scene.xml"))
        .and(contains("large.tga: ok"))
        .and(contains("small.ani: ok"));
    formwork(&["check", "--verbose", "--max-memory", "32M", path])
        .assert()
        .code(3)
        .stdout(named);
    // Every engine refuses the run lengths of the bitmap.
    formwork(&["check", "--max-memory", "1G", "--ignore", "T0204", path])
        .assert()
        .code(0);
}

#[test]
fn each_command_names_the_limit() {
    let folder = Folder::new("commands");
    let files = [
        folder.file("large.bmp", bitmap(4096)),
        folder.file("large.scene.xml", scene(20_000)),
        folder.file("large.ani", clip(1_500_000)),
        folder.file("many.ani", tracks(50_000)),
    ];
    for (command, refused) in [
        ("check", [0, 1, 2].as_slice()),
        ("inspect", &[1, 2]),
        ("decode", &[0, 1, 2]),
        ("textconv", &[3]),
    ] {
        for file in refused {
            let mut run = formwork(&[command, "--max-memory", "16M", &files[*file]]);
            let to: &[&str] = if *file == 0 && command == "decode" {
                &["--to", "png"]
            } else {
                &[]
            };
            let done = run.args(to).assert().code(3);
            let told = [&done.get_output().stdout[..], &done.get_output().stderr].concat();
            let told = String::from_utf8_lossy(&told);
            assert!(
                told.contains("max-memory is 16 MiB"),
                "{command} {file}: {told}"
            );
        }
    }
    for (command, args) in writing(&folder, 1_500_000) {
        let done = formwork(&[command, "--max-memory", "16M"])
            .args(&args)
            .assert()
            .code(3);
        let told = String::from_utf8_lossy(&done.get_output().stderr).into_owned();
        let is_named = told.contains("max-memory is 16 MiB");
        assert!(is_named, "{command} {args:?}: {told}");
    }
    // The header is enough.
    formwork(&["inspect", "--max-memory", "16M", &files[0]])
        .assert()
        .code(0);
}

/// What is refused for want of memory is not called damaged.
#[test]
fn salvaging_names_the_limit() {
    let folder = Folder::new("salvage");
    let mut cut = clip(1_500_000);
    cut.truncate(cut.len() - 1);
    let (cut, out) = (folder.file("cut.ani", cut), folder.0.join("out.ani"));
    let out = out.to_str().unwrap();
    let run = formwork(&["salvage", "--max-memory", "64M", &cut, "-o", out]).assert();
    run.code(3).stderr(contains("max-memory is 64 MiB"));
}

/// Nodes that show a mesh of many parts have each of them in a scene.
#[test]
fn what_nodes_share_counts_for_each() {
    let folder = Folder::new("shared");
    let count = 400;
    let part = serde_json::json!({"attributes": {"POSITION": 0}});
    let node = serde_json::json!({"mesh": 0});
    let file = serde_json::json!({
        "asset": {"version": "2.0"},
        "buffers": [{"byteLength": 36, "uri": format!("data:;base64,{}", "AAAA".repeat(12))}],
        "bufferViews": [{"buffer": 0, "byteLength": 36}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [0, 0, 0]}],
        "meshes": [{"primitives": vec![part; count]}],
        "nodes": vec![node; count],
        "scenes": [{"nodes": (0..count).collect::<Vec<_>>()}],
    });
    let file = folder.file("shared.gltf", file.to_string());
    let out = folder.0.join("out");
    let words = [
        "convert",
        "--max-memory",
        "128M",
        &file,
        "-o",
        out.to_str().unwrap(),
        "--to",
        "horde3d",
    ];
    let run = formwork(&words).assert();
    run.code(3).stderr(contains("max-memory is 128 MiB"));
}

/// A small file may stand for much: nodes that show one mesh, pictures that share their bytes, and files that it refers to.
/// A picture of one pixel that takes a megabyte.
fn large_png() -> Vec<u8> {
    let chunk = |kind: &[u8], data: &[u8]| {
        let content = [kind, data].concat();
        let crc = content.iter().fold(!0_u32, |crc, byte| {
            (0..8).fold(crc ^ u32::from(*byte), |crc, _| {
                (crc >> 1) ^ (0xedb8_8320 * (crc & 1))
            })
        });
        let length = data.len() as u32;
        [&length.to_be_bytes(), &content[..], &(!crc).to_be_bytes()].concat()
    };
    let pixel = [0x78, 1, 1, 2, 0, 0xfd, 0xff, 0, 0, 0, 2, 0, 1];
    [
        b"\x89PNG\r\n\x1a\n".to_vec(),
        chunk(b"IHDR", &[0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]),
        chunk(b"prVt", &[0; 1 << 20]),
        chunk(b"IDAT", &pixel),
        chunk(b"IEND", &[]),
    ]
    .concat()
}

#[test]
fn conversions_of_small_files_name_the_limit() {
    let folder = Folder::new("small");
    let count = 20_000;
    let uri = format!("data:;base64,{}", "AAAA".repeat(12));
    let mut shown = serde_json::json!({
        "asset": {"version": "2.0"},
        "buffers": [{"byteLength": 36, "uri": uri}],
        "bufferViews": [{"buffer": 0, "byteLength": 36}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [0, 0, 0]}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
        "nodes": [{"mesh": 0}],
        "scenes": [{"nodes": [0]}],
    });
    let mut pictures = shown.clone();
    let png = large_png();
    folder.file("picture.png", &png);
    let buffer = serde_json::json!({"byteLength": png.len(), "uri": "picture.png"});
    let view = serde_json::json!({"buffer": 1, "byteLength": png.len()});
    pictures["buffers"].as_array_mut().unwrap().push(buffer);
    pictures["bufferViews"].as_array_mut().unwrap().push(view);
    let picture = serde_json::json!({"bufferView": 1, "mimeType": "image/png"});
    pictures["images"] = vec![picture; 1_000].into();
    let mut referring = shown.clone();
    let images = (0..80).map(|number| {
        let name = format!("picture{number}.png");
        folder.file(&name, &png);
        serde_json::json!({"uri": name})
    });
    referring["images"] = images.collect::<Vec<_>>().into();
    shown["nodes"] = vec![serde_json::json!({"mesh": 0}); count].into();
    shown["scenes"][0]["nodes"] = (0..count).collect::<Vec<_>>().into();
    let shown = folder.file("shown.gltf", shown.to_string());
    let pictures = folder.file("pictures.gltf", pictures.to_string());
    let referring = folder.file("referring.gltf", referring.to_string());
    let every = ["obj", "ply", "glb", "gltf", "urho3d", "rbfx", "horde3d"];
    let cases = [
        (&shown, &["obj", "ply"][..]),
        (&pictures, &["glb", "gltf-embedded"]),
        (&referring, &every),
    ];
    for (input, targets) in cases {
        for to in targets {
            let out = folder.0.join(format!("out-{to}"));
            let out = out.to_str().unwrap();
            let words = [
                "convert",
                "--max-memory",
                "64M",
                input,
                "-o",
                out,
                "--to",
                to,
            ];
            let run = formwork(&words).assert();
            run.code(3).stderr(contains("max-memory is 64 MiB"));
        }
    }
}

/// A device gives bytes for ever; pipes may.
#[test]
#[cfg(unix)]
fn what_has_no_end_is_not_read_for_ever() {
    let folder = Folder::new("endless");
    let clip = folder.file("Walk.ani", clip(3));
    let salvaged = folder.0.join("salvaged.ani");
    let salvaged = salvaged.to_str().unwrap();
    let endless = "/dev/zero";
    for args in [
        &["check", endless][..],
        &["decode", endless],
        &["diff", endless, &clip],
        &["dump", endless],
        &["encode", endless],
        &["inspect", endless],
        &["list", endless],
        &["salvage", endless, "-o", salvaged],
        &["textconv", endless],
    ] {
        let done = formwork(args)
            .args(["--max-memory", "16M"])
            .assert()
            .code(3);
        let told = [&done.get_output().stdout[..], &done.get_output().stderr].concat();
        let told = String::from_utf8_lossy(&told);
        assert!(told.contains("max-memory is 16 MiB"), "{args:?}: {told}");
    }
}

#[test]
fn amounts_that_are_none_are_refused() {
    for amount in ["much", "1", "-2G", "1.5G"] {
        let argument = format!("--max-memory={amount}");
        formwork(&["formats", &argument])
            .assert()
            .code(2)
            .stderr(contains("memory").or(contains("16M")));
    }
}

/// Where the system gives less than the budget would be, the system's limit counts.
#[test]
#[cfg(target_os = "linux")]
fn nothing_aborts_where_the_system_gives_little() {
    let folder = Folder::new("ulimit");
    let files = [
        folder.file("large.bmp", bitmap(8192)),
        folder.file("large.scene.xml", scene(50_000)),
        folder.file("large.ani", clip(1_000_000)),
    ];
    let program = Path::new(env!("CARGO_BIN_EXE_formwork"));
    let looking = ["check", "inspect", "decode"].iter().flat_map(|command| {
        let files = files.iter();
        files.map(move |file| (*command, vec![file.clone()]))
    });
    let runs: Vec<(&str, Vec<String>)> = looking.chain(writing(&folder, 1_000_000)).collect();
    for kibibytes in [150_000, 250_000, 400_000, 700_000] {
        for (command, args) in &runs {
            let script =
                format!("ulimit -v {kibibytes}; exec \"$0\" \"$@\" > /dev/null 2> /dev/null");
            let done = std::process::Command::new("sh")
                .args(["-c", &script])
                .arg(program)
                .arg(command)
                .args(args)
                .status()
                .unwrap();
            assert!(
                matches!(done.code(), Some(0..=4)),
                "{command} {args:?} with {kibibytes} KiB: {done}"
            );
        }
    }
}
