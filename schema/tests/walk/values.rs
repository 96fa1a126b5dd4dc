//! Trees without a Rust type: bytes to values and back, and through events.

use formwork_schema::{Layout, Result, layout::Type, value::Value};
use serde::de::DeserializeSeed;

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

fn from_json(layout: &Layout, json: &str) -> Result<Value, serde_json::Error> {
    Value::seed(layout).deserialize(&mut serde_json::Deserializer::from_str(json))
}

#[test]
fn bytes_come_back() {
    for (layout, bytes) in files() {
        let tree = Value::read(&layout, &bytes).unwrap();
        assert_eq!(tree.write(&layout).unwrap(), bytes);
    }
}

#[test]
fn values_look_like_the_tree() {
    let tree = Value::read(&clip(), &rich_clip(true)).unwrap();
    let text = |name| tree.field(name).cloned().unwrap();
    assert_eq!(text("version"), Value::Text("UAN2 3".into()));
    assert_eq!(text("dialect"), Value::Text("classic".into()));
    assert!(tree.field("track_count").is_none());
    let mesh = Value::read(&mesh(), &full_mesh()).unwrap();
    let name = Value::Fixed {
        text: b"box".to_vec(),
        padding: vec![0xcd, 0xcd],
    };
    assert_eq!(mesh.field("name"), Some(&name));
    assert_eq!(mesh.field("left"), None);
}

#[test]
fn events_come_back() {
    for (layout, bytes) in [
        (clip(), plain_clip()),
        (clip(), rich_clip(false)),
        (clip(), rich_clip(true)),
    ] {
        let tree = Value::read(&layout, &bytes).unwrap();
        let json = serde_json::to_string(&tree).unwrap();
        assert_eq!(from_json(&layout, &json).unwrap(), tree, "{json}");
    }
    let tree = Value::read(&clip(), &rich_clip(false)).unwrap();
    let json = serde_json::to_value(&tree).unwrap();
    assert_eq!(
        json["variant_tracks"][6]["keyframes"][0]["value"],
        serde_json::json!({"empty": null})
    );
    assert_eq!(
        json["variant_tracks"][5]["keyframes"][0]["value"],
        serde_json::json!({"pair": {"a": 9, "b": 258}})
    );
}

#[test]
fn vectors_may_be_lists_and_order_does_not_matter() {
    let json = r#"{"tracks": [{"keyframes": [{"position": [1, 2, 3], "time": 0.0}],
        "channels": 1, "name": "Hip", "weight": null}],
        "length": 2, "name": "Run", "version": "UANI"}"#;
    let tree = from_json(&clip(), json).unwrap();
    let bytes = tree.write(&clip()).unwrap();
    assert_eq!(
        bytes[0x10..0x29],
        plain_clip()[0x10..0x29]
            .iter()
            .enumerate()
            .map(|(at, byte)| { if at == 5 { 1 } else { *byte } })
            .collect::<Vec<u8>>()[..]
    );
    let error = from_json(&clip(), r#"{"nmae": "x"}"#).unwrap_err();
    assert!(
        error.to_string().starts_with("has no field `nmae`"),
        "{error}"
    );
    assert!(from_json(&clip(), r#"{"name": "x", "name": "y"}"#).is_err());
}

/// The message for a plain clip after some change.
fn refused(change: impl FnOnce(&mut Vec<(formwork_schema::layout::Str, Value)>)) -> String {
    let mut tree = Value::read(&clip(), &plain_clip()).unwrap();
    let Value::Struct(fields) = &mut tree else {
        panic!("a struct");
    };
    change(fields);
    tree.write(&clip()).unwrap_err().to_string()
}

#[test]
fn contradictions_have_a_place() {
    assert_eq!(
        refused(|fields| drop(fields.remove(1))),
        "invalid: name: is missing"
    );
    assert_eq!(
        refused(|fields| fields.push(("extra".into(), Value::Int(1)))),
        "invalid: has no field `extra`"
    );
    assert_eq!(
        refused(|fields| fields.push(("variant_tracks".into(), Value::List(vec![])))),
        "invalid: variant_tracks: is there although `version >= VARIANTS:2` does not hold"
    );
    assert_eq!(
        refused(|fields| fields[1].1 = Value::Text("a\\x00".into())),
        "invalid: name: has a NUL at byte 1, where it would end"
    );
    assert_eq!(
        refused(|fields| fields[2].1 = Value::Int(1)),
        "invalid: length: is not a float"
    );
    let channels = |mask| {
        refused(|fields| {
            let Value::List(tracks) = &mut fields[3].1 else {
                panic!("a list");
            };
            let Value::Struct(track) = &mut tracks[0] else {
                panic!("a struct");
            };
            track[1].1 = Value::Int(mask);
        })
    };
    assert_eq!(
        channels(2),
        "invalid: tracks[0].keyframes[0].position: is there although `channels has POSITION:1` \
         does not hold"
    );
    assert_eq!(
        channels(3),
        "invalid: tracks[0].keyframes[0].rotation: is missing"
    );
    assert_eq!(
        channels(256),
        "invalid: tracks[0].channels: 256 does not fit in `u8`"
    );
}

#[test]
fn counts_and_arms_are_held_against_the_tree() {
    let mut tree = Value::read(&mesh(), &full_mesh()).unwrap();
    let Value::Struct(fields) = &mut tree else {
        panic!("a struct");
    };
    fields[3].1 = Value::Bytes(vec![0; 9]);
    assert_eq!(
        tree.write(&mesh()).unwrap_err().to_string(),
        "invalid: vertices: has 9 items where `sum(elements, size * size) * vertex_count` is 10"
    );
    let mut tree = Value::read(&mesh(), &full_mesh()[..0x24]).unwrap();
    let Value::Struct(fields) = &mut tree else {
        panic!("a struct");
    };
    // Twelve bytes of rest would be read as a centre.
    fields[5].1 = Value::List(vec![Value::Int(0); 6]);
    let error = tree.write(&mesh()).unwrap_err().to_string();
    assert!(
        error.starts_with("invalid: centre.x: would not read back"),
        "{error}"
    );
    let json = r#"{"version": "UAN2 2", "dialect": "current", "name": "", "length": 1,
        "tracks": [], "variant_tracks": [{"name": "", "kind": 1,
        "keyframes": [{"time": 0, "value": {"bool": 1}}]}]}"#;
    let error = from_json(&clip(), json)
        .unwrap()
        .write(&clip())
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "invalid: variant_tracks[0].keyframes[0].value.bool: is the arm for `kind == 2`, \
         which does not hold"
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
    let tree = Value::read(&fixed, &[7, 0, b'a', 0]).unwrap();
    assert_eq!(tree.write(&fixed).unwrap(), [7, 0, b'a', 0]);
}
