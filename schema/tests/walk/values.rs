//! Trees without a Rust type: bytes to values and back.

use bytes::Bytes;
use formwork_schema::{
    Layout,
    layout::Type,
    value::{Fixed, Value},
};

use crate::{build::*, layouts::*};

fn files() -> Vec<(Layout, Vec<u8>)> {
    vec![
        (clip(), plain_clip()),
        (clip(), rich_clip(false)),
        (clip(), rich_clip(true)),
        (mesh(), full_mesh()),
        (mesh(), full_mesh()[..0x24].to_vec()),
        (appended(), b"\x07\x03\0".to_vec()),
        (appended(), b"before\x07\x03\0".to_vec()),
    ]
}

fn read(layout: &Layout, bytes: &[u8]) -> Value {
    Value::read(layout, &Bytes::copy_from_slice(bytes)).unwrap()
}

#[test]
fn bytes_come_back() {
    for (layout, bytes) in files() {
        let tree = read(&layout, &bytes);
        assert_eq!(tree.write(&layout).unwrap(), bytes);
    }
}

#[test]
fn values_look_like_the_tree() {
    let tree = read(&clip(), &rich_clip(true));
    let layout = clip();
    let text = |name| tree.named(layout.root(), name).cloned().unwrap();
    assert_eq!(text("version"), Value::Word("UAN2 3".into()));
    assert_eq!(text("dialect"), Value::Word("classic".into()));
    assert!(tree.named(layout.root(), "track_count").is_none());
    let (layout, tree) = (mesh(), read(&mesh(), &full_mesh()));
    let name = Value::Fixed(Box::new(Fixed {
        text: Bytes::from_static(b"box"),
        padding: Bytes::from_static(&[0xcd, 0xcd]),
    }));
    assert_eq!(tree.named(layout.root(), "name"), Some(&name));
    assert_eq!(tree.named(layout.root(), "left"), None);
}

/// A list of records keeps its bytes, and its items are what a list of values has.
#[test]
fn rows_are_lists() {
    let bytes = Bytes::from(plain_clip());
    let layout = clip();
    let tree = Value::read(&layout, &bytes).unwrap();
    let Some(Value::List(tracks)) = tree.named(layout.root(), "tracks") else {
        panic!("a list");
    };
    let keyframes = tracks[0].field(place(&layout, "Track", "keyframes"));
    let Some(Value::Rows(rows)) = keyframes else {
        panic!("rows");
    };
    let inside = bytes.as_ptr_range();
    assert!(
        inside.contains(&rows.bytes().as_ptr()),
        "a slice of the file"
    );
    let loose = Value::List(rows.iter().collect());
    assert_eq!(Value::Rows(rows.clone()), loose);
}

fn place(layout: &Layout, of: &str, name: &str) -> usize {
    let structs = layout.structs();
    let of = structs.iter().find(|one| one.name == *of).unwrap();
    of.fields()
        .iter()
        .position(|field| field.name == *name)
        .unwrap()
}

/// The field of a clip.
fn at(name: &str) -> usize {
    let layout = clip();
    layout
        .root()
        .fields()
        .iter()
        .position(|field| field.name == *name)
        .unwrap()
}

/// The message for a plain clip after some change.
fn refused(change: impl FnOnce(&mut Vec<Option<Value>>)) -> String {
    let mut tree = read(&clip(), &plain_clip());
    let Value::Struct(fields) = &mut tree else {
        panic!("a struct");
    };
    fields.change(change);
    tree.write(&clip()).unwrap_err().to_string()
}

#[test]
fn contradictions_have_a_place() {
    assert_eq!(
        refused(|fields| fields[at("name")] = None),
        "invalid: name: is missing"
    );
    assert_eq!(
        refused(|fields| fields.push(Some(Value::int(1)))),
        "invalid: has 9 fields, not 8"
    );
    assert_eq!(
        refused(|fields| fields[at("variant_tracks")] = Some(Value::List([].into()))),
        "invalid: variant_tracks: is there although `version >= VARIANTS` does not hold"
    );
    assert_eq!(
        refused(|fields| fields[at("name")] = Some(Value::Text("a\0".into()))),
        "invalid: name: has a NUL at byte 1, where it would end"
    );
    assert_eq!(
        refused(|fields| fields[at("length")] = Some(Value::int(1))),
        "invalid: length: is not a float"
    );
    let channels = |mask| {
        refused(|fields| {
            let Some(Value::List(tracks)) = &mut fields[at("tracks")] else {
                panic!("a list");
            };
            let Value::Struct(track) = &mut tracks[0] else {
                panic!("a struct");
            };
            track.set(place(&clip(), "Track", "channels"), Some(Value::int(mask)));
        })
    };
    assert_eq!(
        channels(2),
        "invalid: tracks[0].keyframes[0].position: is there although `channels has POSITION` \
         does not hold"
    );
    assert_eq!(
        channels(3),
        "invalid: tracks[0].keyframes[0].rotation: is missing although `channels has ROTATION` holds"
    );
    assert_eq!(
        channels(256),
        "invalid: tracks[0].channels: 256 does not fit in `u8`"
    );
}

#[test]
fn counts_and_variants_are_held_against_the_tree() {
    let mut tree = read(&mesh(), &full_mesh());
    let Value::Struct(fields) = &mut tree else {
        panic!("a struct");
    };
    fields.set(
        place(&mesh(), "Mesh", "vertices"),
        Some(Value::Bytes(Box::new(vec![0; 9].into()))),
    );
    assert_eq!(
        tree.write(&mesh()).unwrap_err().to_string(),
        "invalid: vertices: has 9 items where `sum(elements, size * size) * vertex_count` is 10; make them equal; \
         a number that is not given is that of the first list which it counts"
    );
    let mut tree = read(&mesh(), &full_mesh()[..0x24]);
    let Value::Struct(fields) = &mut tree else {
        panic!("a struct");
    };
    // Twelve bytes of rest would be read as a centre.
    fields.set(
        place(&mesh(), "Mesh", "rest"),
        Some(Value::List(vec![Value::int(0); 6].into())),
    );
    let error = tree.write(&mesh()).unwrap_err().to_string();
    assert!(
        error.starts_with("invalid: centre: would be there when the file is read back, for that depends on `left >= 12`"),
        "{error}"
    );
    let mut tree = read(&clip(), &rich_clip(false));
    let Value::Struct(fields) = &mut tree else {
        panic!("a struct");
    };
    let Some(Value::List(tracks)) = fields.get_mut(at("variant_tracks")) else {
        panic!("a list");
    };
    let Value::Struct(track) = &mut tracks[0] else {
        panic!("a struct");
    };
    track.set(place(&clip(), "VariantTrack", "kind"), Some(Value::int(2)));
    let error = tree.write(&clip()).unwrap_err().to_string();
    assert!(
        error.starts_with("invalid: variant_tracks[0].keyframes[0].value"),
        "{error}"
    );
}

#[test]
fn hidden_numbers_that_an_assertion_fixes() {
    let fixed = layout(
        "test",
        [fields(
            "Root",
            &[],
            [
                field("reserved", U16)
                    .hidden()
                    .assert("reserved == 7", "7 is reserved"),
                field("name", Type::CString),
            ],
        )],
    );
    let tree = read(&fixed, &[7, 0, b'a', 0]);
    assert_eq!(tree.write(&fixed).unwrap(), [7, 0, b'a', 0]);
}
