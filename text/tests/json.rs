//! JSON, both ways.

use crate::common::{Sample, assert_same, bare, full, tree, typed};
use formwork_schema::Format;
use formwork_text::json;

fn printed(sample: &Sample, trailing: &[u8]) -> String {
    let mut out = Vec::new();
    json::print(Sample::layout(), &tree(sample), trailing, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn compact(sample: &Sample, trailing: &[u8]) -> String {
    let mut out = Vec::new();
    json::print_compact(Sample::layout(), &tree(sample), trailing, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn everything_prints() {
    crate::lock::locked!(printed(&full(), b"tail"));
    crate::lock::locked!(compact(&bare(), b""));
}

#[test]
fn everything_comes_back() {
    for (sample, trailing) in [(full(), &b"tail"[..]), (bare(), b"")] {
        for text in [printed(&sample, trailing), compact(&sample, trailing)] {
            let parsed = typed::<Sample>(json::parse(Sample::layout(), &text)).unwrap();
            assert_same(&parsed.tree, &sample);
            assert_eq!(parsed.trailing, trailing);
        }
    }
}

const SMALL: &str = r#"{
  "formwork": 2,
  "format": "test.sample",
  "version": "SMPL",
  "value": {
    "reading": "current", "name": "", "label": "",
    "tracks": [{"name": "a", "channels": ["POSITION"], "keyframes": [
      {"time": 0, "position": [1, 2, 3]}
    ]}],
    "topology": "LINES", "flag": true, "small": 1, "large": 2, "below": 3, "precise": 4,
    "blob": "AAEC", "indices": [1, 2], "labels": [],
    "values": [{"kind": 1, "value": 5}]
  }
}
"#;

fn parsed(text: &str) -> Sample {
    typed::<Sample>(json::parse(Sample::layout(), text))
        .unwrap_or_else(|error| panic!("{error}\n{text}"))
        .tree
}

fn refused(old: &str, new: &str) -> String {
    assert!(SMALL.contains(old), "{old}");
    let text = SMALL.replacen(old, new, 1);
    let result = typed::<Sample>(json::parse(Sample::layout(), &text));
    result
        .map(|_| panic!("read without an error: {new}"))
        .unwrap_err()
        .to_string()
}

#[test]
fn errors_say_where_and_what() {
    let cases = [
        ("\"formwork\": 2", "\"formwork\": 3, \"new\": 0"),
        ("\"formwork\": 2", "\"formwork\": \"1\""),
        ("\"formwork\": 2,", ""),
        ("test.sample", "test.other"),
        ("\"version\": \"SMPL\",", ""),
        ("\"SMPL\"", "\"SMPL 7\""),
        ("\"name\": \"\"", "\"name\": 1"),
        ("\"name\": \"\",", ""),
        ("\"name\": \"\"", "\"name\": \"\", \"name\": \"\""),
        ("\"name\": \"\"", "\"name\": \"\", \"nmae\": \"\""),
        ("\"name\": \"\"", "\"name\": \"\", \"version\": \"SMPL\""),
        ("\"name\": \"\"", "\"name\": \"\\ud800\""),
        ("\"label\": \"\"", "\"label\": \"a much longer label\""),
        (
            "\"label\": \"\"",
            "\"label\": \"\", \"label_padding\": \"?\"",
        ),
        ("\"label\": \"\"", "\"label_padding\": \"\""),
        ("\"label\": \"\"", "\"label\": {}"),
        ("\"LINES\"", "\"CURVES\""),
        ("\"LINES\"", "256"),
        ("\"LINES\"", "null"),
        ("true", "\"true\""),
        ("true", "256"),
        ("\"small\": 1", "\"small\": 4294967296"),
        ("\"small\": 1", "\"small\": 1.0"),
        ("\"small\": 1", "\"small\": \"1\""),
        ("\"large\": 2", "\"large\": -2"),
        ("\"precise\": 4", "\"precise\": \"four\""),
        ("\"precise\": 4", "\"precise\": \"4\""),
        ("\"current\"", "\"other\""),
        ("[\"POSITION\"]", "[\"POSITION\", \"SCALE\"]"),
        ("[\"POSITION\"]", "[null]"),
        ("[\"POSITION\"]", "{}"),
        ("[1, 2, 3]", "[1, 2]"),
        ("[1, 2, 3]", "[1, 2, 3, 4]"),
        ("[1, 2, 3]", "[1, 2, []]"),
        ("[1, 2, 3]", "{\"x\": 1, \"y\": 2, \"z\": 3}"),
        ("[1, 2, 3]", "null"),
        (
            "\"position\": [1, 2, 3]",
            "\"rotation\": {\"w\": 1, \"x\": 0, \"y\": 0}",
        ),
        (
            "\"position\": [1, 2, 3]",
            "\"rotation\": {\"w\": 1, \"x\": 0, \"y\": 0, \"q\": 0}",
        ),
        (
            "\"position\": [1, 2, 3]",
            "\"rotation\": {\"w\": 1, \"x\": 0, \"y\": 0, \"z\": 1e39}",
        ),
        ("\"time\": 0", "\"time\": 1e39"),
        ("\"time\": 0,", ""),
        ("AAEC", "AAE"),
        ("\"indices\": [1, 2]", "\"indices\": [1, 70000]"),
        ("\"indices\": [1, 2]", "\"indices\": {}"),
        ("\"value\": 5", "\"value\": {}"),
        ("\"value\": 5", "\"value\": [5"),
        ("\"value\": 5", "\"value\": 5.5"),
        ("\"kind\": 1", "\"kind\": 2"),
        ("\"kind\": 1", "\"kind\": 0"),
        (", \"value\": 5", ""),
        ("\"value\": {", "\"trailing\": \"?\", \"value\": {"),
        ("\"value\": {", "\"more\": 1, \"value\": {"),
        ("\"kind\": 1,", "\"kind\": 1"),
        (SMALL, ""),
        (SMALL, "[]"),
    ];
    let messages: Vec<_> = cases.iter().map(|(old, new)| refused(old, new)).collect();
    crate::lock::locked!(messages.join("\n"));
}

#[test]
fn other_spellings_are_read() {
    let expected = parsed(SMALL);
    for (old, new) in [
        (
            "\"formwork\": 2,\n  \"format\": \"test.sample\",",
            "\"format\": \"test\\u002esample\", \"formwork\": 2,",
        ),
        (
            "\"name\": \"\", \"label\": \"\"",
            "\"label\": \"\", \"label_padding\": \"\", \"name\": \"\"",
        ),
        ("\"LINES\"", "1"),
        ("true", "1"),
        ("[\"POSITION\"]", "1"),
        ("[\"POSITION\"]", "\"POSITION\""),
        ("[\"POSITION\"]", "[1, \"0x1\"]"),
        ("[1, 2, 3]", "[ 1.0,2e0 , 0.3E1 ]"),
        ("\"value\": 5", "\"\\u0076alue\": 5"),
    ] {
        assert!(SMALL.contains(old), "{old}");
        crate::common::assert_same(&parsed(&SMALL.replacen(old, new, 1)), &expected);
    }
    let moved = SMALL
        .replace("  \"version\": \"SMPL\",\n", "")
        .replace("  }\n}", "  }, \"version\": \"SMPL\"\n}");
    crate::common::assert_same(&parsed(&moved), &expected);
}

#[test]
fn a_rotation_has_its_members_in_any_order() {
    let turned = SMALL
        .replace(
            "\"position\": [1, 2, 3]",
            "\"rotation\": {\"z\": 4, \"y\": 3, \"w\": 1, \"x\": \"inf\"}",
        )
        .replace("POSITION", "ROTATION");
    let rotation = parsed(&turned).tracks[0]
        .keyframes
        .get(0)
        .unwrap()
        .rotation
        .unwrap();
    assert_eq!(
        [rotation.w, rotation.x, rotation.y, rotation.z],
        [1.0, f32::INFINITY, 3.0, 4.0]
    );
}

#[test]
fn padding_stands_on_either_side() {
    let before = SMALL.replace(
        "\"label\": \"\"",
        "\"label_padding\": \"eHk=\", \"label\": \"Bip\"",
    );
    let behind = SMALL.replace(
        "\"label\": \"\"",
        "\"label\": \"Bip\", \"label_padding\": \"eHk=\"",
    );
    crate::common::assert_same(&parsed(&before), &parsed(&behind));
    assert_eq!(&parsed(&before).label.padding()[..3], b"xy\0");
}

#[test]
fn the_envelope_says_the_format() {
    let envelope = json::envelope(SMALL).unwrap();
    assert_eq!(
        (&*envelope.format, envelope.version.as_deref()),
        ("test.sample", Some("SMPL"))
    );
}

#[test]
fn no_prefix_is_a_document() {
    let text = printed(&full(), b"tail");
    for end in 0..text.trim_end().len() {
        assert!(
            typed::<Sample>(json::parse(Sample::layout(), &text[..end])).is_err(),
            "{end}"
        );
    }
}

#[test]
fn no_damage_is_a_panic() {
    let text = compact(&full(), b"tail");
    for at in 0..text.len() {
        for with in [
            "{", "}", "[", "]", "\"", "\\", ",", ":", "x", "9", "0", "-", "+", ".", "e", "\u{1}",
            "\u{c}", "",
        ] {
            let damaged = format!("{}{with}{}", &text[..at], &text[at + 1..]);
            // What is read is JSON, whoever has read it.
            if json::parse(Sample::layout(), &damaged).is_ok() {
                let is_json = serde_json::from_str::<serde::de::IgnoredAny>(&damaged).is_ok();
                assert!(is_json, "{damaged}");
            }
        }
    }
}

#[test]
fn depth_is_bounded() {
    let (before, behind) = ("{\"kind\": 4, \"value\": {\"values\": [", "]}}");
    let inner = "{\"kind\": 1, \"value\": 5}";
    let deep = |depth| format!("{}{inner}{}", before.repeat(depth), behind.repeat(depth));
    let text = SMALL.replacen(inner, &deep(10_000), 1);
    let error = typed::<Sample>(json::parse(Sample::layout(), &text)).unwrap_err();
    assert_eq!(error.kind(), formwork_schema::Kind::Limit, "{error}");
    parsed(&SMALL.replacen(inner, &deep(64), 1));
}
