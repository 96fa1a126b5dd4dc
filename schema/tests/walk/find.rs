//! One place of a file.

use formwork_schema::walk::{ScalarBuf, at, select};

use crate::layouts::*;

#[test]
fn every_byte_has_its_leaf() {
    for (layout, bytes) in [
        (clip(), plain_clip()),
        (clip(), rich_clip(true)),
        (mesh(), full_mesh()),
    ] {
        let all = select(&layout, &bytes, "").unwrap();
        assert_eq!(all.range, 0..bytes.len() as u64);
        for offset in 0..bytes.len() as u64 {
            let found = at(&layout, &bytes, offset).unwrap();
            assert!(all.leaves.contains(&found), "{found:?}");
            assert!(found.range.contains(&offset));
        }
        for leaf in &all.leaves {
            let selected = select(&layout, &bytes, &leaf.path).unwrap();
            assert_eq!(selected.range.start, leaf.range.start);
            assert!(selected.leaves.contains(leaf));
        }
    }
}

#[test]
fn a_leaf_says_everything() {
    let found = at(&clip(), &plain_clip(), 0x22).unwrap();
    assert_eq!(found.path, "tracks[0].keyframes[0].position.y");
    assert_eq!(found.range, 0x21..0x25);
    assert_eq!(&*found.field.doc, "The y.");
    assert_eq!(found.value, ScalarBuf::F32(2.0));
}

#[test]
fn places_behind_the_tree() {
    let mut bytes = plain_clip();
    bytes.push(1);
    let says = |offset| at(&clip(), &bytes, offset).unwrap_err().to_string();
    assert_eq!(
        says(0x39),
        "invalid: at 0x39: the tree ends at 0x39; what follows is trailing bytes"
    );
    assert_eq!(says(0x3a), "invalid: at 0x3a: the file has 58 bytes");
}

#[test]
fn a_damaged_file_has_places_before_the_damage() {
    let bytes = &plain_clip()[..0x30];
    assert_eq!(
        at(&clip(), bytes, 0x1e).unwrap().path,
        "tracks[0].keyframes[0].position.x"
    );
    assert!(select(&clip(), bytes, "tracks[0].keyframes[0]").is_ok());
    assert!(select(&clip(), bytes, "tracks[0].keyframes[1]").is_err());
    let bytes = &rich_clip(false)[..0x60];
    assert_eq!(at(&clip(), bytes, 0x15).unwrap().path, "tracks[0].channels");
}

#[test]
fn paths_lead_somewhere() {
    let select = |path| {
        let selection = select(&clip(), &plain_clip(), path).unwrap();
        let paths: Vec<String> = selection.leaves.into_iter().map(|leaf| leaf.path).collect();
        (selection.range, paths.join(" "))
    };
    assert_eq!(select("version"), (0..4, "version.magic".into()));
    assert_eq!(
        select("tracks[0].keyframes[1].position"),
        (
            0x2d..0x39,
            ["x", "y", "z"]
                .map(|axis| format!("tracks[0].keyframes[1].position.{axis}"))
                .join(" ")
        )
    );
    assert_eq!(select("tracks[0].keyframes").0, 0x19..0x39);
    assert_eq!(select("tracks").0, 0x10..0x39);
    let bytes = rich_clip(false);
    let variant =
        formwork_schema::walk::select(&clip(), &bytes, "variant_tracks[0].keyframes[1].value.int");
    assert_eq!(variant.unwrap().leaves.len(), 1);
}

#[test]
fn paths_pass_through_variants() {
    let bytes = rich_clip(false);
    let select = |path: &str| formwork_schema::walk::select(&clip(), &bytes, path);
    for leaf in select("").unwrap().leaves {
        let found = select(&leaf.path).unwrap().leaves;
        assert_eq!(found, std::slice::from_ref(&leaf), "{}", leaf.path);
    }
    // Conditions choose the variants, so paths need not name them, and may.
    let short = select("variant_tracks[0].keyframes[1].value").unwrap();
    let long = select("variant_tracks[0].keyframes[1].value.int").unwrap();
    assert_eq!(short.leaves[0].path, "variant_tracks[0].keyframes[1].value");
    assert_eq!(short, long);
    let says = |path| select(path).unwrap_err().to_string();
    assert_eq!(
        says("variant_tracks[0].keyframes[1].value.float"),
        "invalid: `variant_tracks[0].keyframes[1].value` has no `float`; it has int"
    );
}

#[test]
fn empty_things_are_somewhere_too() {
    let bytes = Bytes::default().raw(b"UANI").text("").f32s(&[1.0]).u32(0).0;
    let selection = select(&clip(), &bytes, "tracks").unwrap();
    assert_eq!((selection.range, selection.leaves), (13..13, vec![]));
}

#[test]
fn paths_that_lead_nowhere_say_what_exists() {
    let says = |path| {
        select(&clip(), &plain_clip(), path)
            .unwrap_err()
            .to_string()
    };
    assert_eq!(
        says("nmae"),
        "invalid: the tree has no `nmae`; it has version, name, length, track_count, tracks"
    );
    assert_eq!(
        says("tracks[1].name"),
        "invalid: `tracks` has no item 1; its items are 0 to 0"
    );
    assert_eq!(
        says("tracks[0].keyframes[2].time"),
        "invalid: `tracks[0].keyframes` has no item 2; its items are 0 to 1"
    );
    assert_eq!(
        says("tracks[0].keyframes[1].scale"),
        "invalid: `tracks[0].keyframes[1]` has no `scale`; it has time, position"
    );
    assert_eq!(
        says("tracks[0].keyframes.time"),
        "invalid: `tracks[0].keyframes` has no `time`; its items are 0 to 1"
    );
    assert_eq!(
        says("name.x"),
        "invalid: `name` has no `x`; it has no parts"
    );
    for path in [".", "a.", "a[", "a[x]", "a[1]b", "[", "a..b"] {
        assert!(says(path).contains("is not a path"), "{path}");
    }
}
