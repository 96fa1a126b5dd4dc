//! Both readers see the same tree, and the walker's ranges tile the file.

use conformance::{
    corpus, fixtures,
    questions::{Agrees, File, ThroughXml, ask},
};
use formwork_formats::layout;
use formwork_schema::walk::{self, Tiling, WalkOptions};

fn check(path: &str, file: File<'_>, wrong: &mut Vec<String>) {
    if let Err(error) = ask(&Agrees, file) {
        wrong.push(format!("{path}: {error}"));
    }
    let layout = layout(file.format).expect("a known format");
    let mut tiling = Tiling::default();
    let tiled = walk::walk(layout, file.bytes, &WalkOptions::default(), &mut tiling)
        .and_then(|walked| tiling.finish(walked.end));
    if let Err(error) = tiled {
        wrong.push(format!("{path}: {error}"));
    }
}

#[test]
fn both_readers_agree_and_ranges_tile() {
    let mut wrong = Vec::new();
    for fixture in fixtures::all() {
        let file = File {
            format: &fixture.format(),
            bytes: &fixture.bytes,
        };
        check(&fixture.path, file, &mut wrong);
    }
    let real = corpus::files();
    for file in &real {
        let path = file.path.to_string_lossy();
        check(
            &path,
            File {
                format: file.format,
                bytes: &file.bytes,
            },
            &mut wrong,
        );
    }
    corpus::report("agree", real.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn both_readers_go_equally_deep() {
    // Maps inside maps: of all variants the most structs per level.
    let deep = |levels: usize| {
        let clip = *b"UAN2\x04\0\0\0\0\0\0\x80\x3f\0\0\0\0\x01\0\0\0";
        let track = *b"A\0\x11\x01\0\0\0\0\0\0\x80\x3f\x01\0\0\0\0\0\0\0";
        let maps = b"\x01KEY!\x11".repeat(levels);
        [&clip[..], &track, &maps, &[0]].concat()
    };
    for levels in 0..=64 {
        let bytes = deep(levels);
        let file = File {
            format: "urho3d.animation",
            bytes: &bytes,
        };
        for answer in [
            ask(&Agrees, file).map(|()| Vec::new()),
            ask(&ThroughXml, file),
        ] {
            let answer = answer.unwrap_or_else(|error| panic!("{levels} levels: {error}"));
            assert!(answer.is_empty() || answer == bytes, "{levels} levels");
        }
    }
}
