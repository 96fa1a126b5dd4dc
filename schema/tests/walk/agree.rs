//! Trees against bytes: events as leaves, and what is said when the two differ.

use formwork_schema::{
    Layout, Limits, Path, Result,
    agree::agree,
    events::{is_finite, leaves},
    walk::{Leaf, Scalar, Visitor, WalkOptions, walk},
};
use serde::Serialize;

use crate::layouts::*;

/// The visible leaves of a file, as the walker yields them.
#[derive(Default)]
struct Visible(Vec<String>);

impl Visitor for Visible {
    fn leaf(&mut self, leaf: &Leaf<'_>) -> Result<()> {
        if leaf.visible {
            self.0.push(line(leaf.path, leaf.value));
        }
        Ok(())
    }
}

fn line(path: &Path<'_>, value: Scalar<'_>) -> String {
    format!("{path} {}", value.to_buf())
}

fn from_tree(layout: &Layout, tree: &impl Serialize) -> Result<Vec<String>> {
    let mut lines = Vec::new();
    leaves(layout, tree, &mut |path, value| {
        lines.push(line(path, value))
    })?;
    Ok(lines)
}

fn from_bytes(layout: &Layout, bytes: &[u8]) -> Vec<String> {
    let mut visible = Visible::default();
    walk(layout, bytes, &WalkOptions::default(), &mut visible).unwrap();
    visible.0
}

#[derive(Serialize, Clone)]
struct Clip {
    version: &'static str,
    dialect: Option<&'static str>,
    name: String,
    length: f32,
    tracks: Vec<Track>,
    variant_tracks: Option<Vec<VariantTrack>>,
}

#[derive(Serialize, Clone)]
struct Track {
    name: String,
    channels: u8,
    weight: Option<f32>,
    keyframes: Vec<Keyframe>,
}

#[derive(Serialize, Clone)]
struct Keyframe {
    time: f32,
    position: Option<Vec3>,
    rotation: Option<()>,
}

#[derive(Serialize, Clone)]
struct Vec3 {
    x: f32,
    y: f32,
    z: f32,
}

#[derive(Serialize, Clone)]
struct VariantTrack {
    name: &'static str,
    kind: u8,
    keyframes: Vec<VariantKeyframe>,
}

#[derive(Serialize, Clone)]
struct VariantKeyframe {
    time: f32,
    value: Kind,
}

#[derive(Serialize, Clone)]
#[allow(dead_code)]
enum Kind {
    Int(i32),
    Bool(u8),
    Float(f32),
    Text(String),
    List(()),
    Pair { a: u8, b: u16 },
    Empty,
}

fn plain_tree() -> Clip {
    let keyframe = |time, x| Keyframe {
        time,
        position: Some(Vec3 {
            x,
            y: x + 1.0,
            z: x + 2.0,
        }),
        rotation: None,
    };
    Clip {
        version: "UANI",
        dialect: None,
        name: "Run".into(),
        length: 2.0,
        tracks: vec![Track {
            name: "Hip".into(),
            channels: 1,
            weight: None,
            keyframes: vec![keyframe(0.0, 1.0), keyframe(0.5, 4.0)],
        }],
        variant_tracks: None,
    }
}

fn variant_tree(keyframes: Vec<Kind>, kind: u8) -> (Clip, Vec<u8>) {
    let frame = |value: &Kind| VariantKeyframe {
        time: 0.25,
        value: value.clone(),
    };
    let clip = Clip {
        version: "UAN2 2",
        dialect: Some("current"),
        name: "a\\xffb".into(),
        tracks: vec![],
        variant_tracks: Some(vec![VariantTrack {
            name: "n",
            kind,
            keyframes: keyframes.iter().map(frame).collect(),
        }]),
        ..plain_tree()
    };
    let head = Bytes::default()
        .raw(b"UAN2")
        .u32(2)
        .raw(b"a\xffb\0")
        .f32s(&[2.0])
        .u32(0)
        .u32(1);
    let head = head.text("n").raw(&[kind]).u32(keyframes.len() as u32);
    let bytes = keyframes.iter().fold(head, |bytes, value| {
        let bytes = bytes.f32s(&[0.25]);
        match value {
            Kind::Int(value) => bytes.raw(&value.to_le_bytes()),
            Kind::Text(text) => bytes.text(text),
            Kind::Pair { a, b } => bytes.raw(&[*a]).raw(&b.to_le_bytes()),
            _ => bytes,
        }
    });
    (clip, bytes.0)
}

fn proves(layout: &Layout, bytes: &[u8], tree: &impl Serialize) -> Result<u64> {
    agree(layout, bytes, tree, &Limits::default()).map(|walked| walked.end)
}

#[track_caller]
fn differs(tree: &Clip, bytes: &[u8], expected: &str) {
    let error = proves(&clip(), bytes, tree).unwrap_err();
    assert_eq!(error.to_string(), expected);
}

#[test]
fn events_of_types_are_the_visible_leaves() {
    assert_eq!(
        from_tree(&clip(), &plain_tree()).unwrap(),
        from_bytes(&clip(), &plain_clip())
    );
    assert_eq!(proves(&clip(), &plain_clip(), &plain_tree()), Ok(57));
    for (values, kind) in [
        (vec![Kind::Int(-5), Kind::Int(7)], 1),
        (vec![Kind::Text("x".into())], 4),
        (vec![Kind::Pair { a: 1, b: 2 }], 6),
        (vec![Kind::Empty, Kind::Empty], 0),
    ] {
        let (tree, bytes) = variant_tree(values, kind);
        assert_eq!(
            from_tree(&clip(), &tree).unwrap(),
            from_bytes(&clip(), &bytes)
        );
        assert_eq!(proves(&clip(), &bytes, &tree), Ok(bytes.len() as u64));
    }
}

#[test]
fn differences_have_a_place() {
    let mut tree = plain_tree();
    tree.tracks[0].keyframes[1].time = 0.75;
    differs(
        &tree,
        &plain_clip(),
        "disagreement: tracks[0].keyframes[1].time at 0x29: the bytes say 0.5, the tree says 0.75",
    );
    let mut tree = plain_tree();
    tree.tracks[0].keyframes.pop();
    differs(
        &tree,
        &plain_clip(),
        "disagreement: tracks[0].keyframes[1].time at 0x29: the bytes say 0.5, \
         the tree goes on with `tracks[0].keyframes`, 1 items",
    );
    let mut tree = plain_tree();
    tree.variant_tracks = Some(vec![]);
    differs(
        &tree,
        &plain_clip(),
        "disagreement: variant_tracks at 0x39: the bytes have ended, the tree says 0 items",
    );
    let mut tree = plain_tree();
    tree.name = "Walk".into();
    differs(
        &tree,
        &plain_clip(),
        "disagreement: name at 0x4: the bytes say `Run`, the tree says `Walk`",
    );
    let (_, bytes) = variant_tree(vec![Kind::Empty, Kind::Empty], 0);
    let (tree, _) = variant_tree(vec![Kind::Empty], 0);
    assert!(proves(&clip(), &bytes, &tree).is_err());
}

#[test]
fn floats_are_compared_to_the_bit() {
    let mut bytes = plain_clip();
    bytes[8..12].copy_from_slice(&0x7fc0_0001_u32.to_le_bytes());
    let mut tree = plain_tree();
    tree.length = f32::from_bits(0x7fc0_0001);
    assert!(proves(&clip(), &bytes, &tree).is_ok());
    tree.length = f32::NAN;
    differs(
        &tree,
        &bytes,
        "disagreement: length at 0x8: the bytes say nan:0x7fc00001, the tree says nan:0x7fc00000",
    );
    bytes[8..12].copy_from_slice(&[0; 4]);
    tree.length = -0.0;
    differs(
        &tree,
        &bytes,
        "disagreement: length at 0x8: the bytes say 0, the tree says -0",
    );
}

#[test]
fn trees_of_another_shape_are_refused() {
    #[derive(Serialize)]
    struct Other {
        version: u32,
    }
    let error = proves(&clip(), &plain_clip(), &Other { version: 1 }).unwrap_err();
    assert_eq!(
        error.to_string(),
        "invalid: version: a whole number stands where a version belongs"
    );
    let error = from_tree(&mesh(), &plain_tree()).unwrap_err();
    assert_eq!(error.to_string(), "invalid: has no field `version`");
    let mut tree = plain_tree();
    tree.version = "UAN2 9";
    let error = from_tree(&clip(), &tree).unwrap_err();
    assert_eq!(error.path(), "version");
}

#[test]
fn finite_trees() {
    let mut tree = plain_tree();
    assert!(is_finite(&clip(), &tree));
    tree.tracks[0].keyframes[1].position.as_mut().unwrap().z = f32::INFINITY;
    assert!(!is_finite(&clip(), &tree));
}
