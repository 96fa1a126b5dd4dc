//! What the walker yields.

use std::ops::Range;

use formwork_schema::{
    Layout, Limits, Result,
    escape::escape,
    walk::{
        Items, Leaf, ListNode, Node, NodeKind, Scalar, Tiling, Visitor, WalkOptions, Walked,
        validate, walk,
    },
};

use crate::{build::*, layouts::*};

/// One line per leaf.
#[derive(Default)]
pub(crate) struct Lines {
    pub(crate) lines: Vec<String>,
    tiling: Tiling,
    keep: Option<[Range<u64>; 2]>,
}

impl Visitor for Lines {
    fn leaf(&mut self, leaf: &Leaf<'_>) -> Result<()> {
        self.tiling.leaf(leaf)?;
        let value = match leaf.value {
            Scalar::Int(value) => value.to_string(),
            Scalar::F32(value) => format!("{value:?}"),
            Scalar::F64(value) => format!("{value:?}"),
            Scalar::Bytes(bytes) => format!("`{}`", escape(bytes)),
        };
        let hidden = if leaf.visible { "" } else { " hidden" };
        let empty = if leaf.synthetic { " synthetic" } else { "" };
        let Range { start, end } = leaf.range;
        self.lines.push(format!(
            "{start:x}..{end:x} {} {value}{hidden}{empty}",
            leaf.path
        ));
        Ok(())
    }

    fn items(&mut self, _: &ListNode<'_>) -> Items {
        self.keep.clone().map_or(Items::All, Items::Ranges)
    }

    fn skipped(&mut self, list: &ListNode<'_>, items: Range<u64>, bytes: Range<u64>) {
        self.tiling.skipped(list, items.clone(), bytes.clone());
        self.lines.push(format!(
            "{:x}..{:x} {} skips {items:?}",
            bytes.start, bytes.end, list.path
        ));
    }
}

fn lines(layout: &Layout, bytes: &[u8]) -> Vec<String> {
    let mut visitor = Lines::default();
    let walked = walk(layout, bytes, &WalkOptions::default(), &mut visitor).unwrap();
    visitor.tiling.finish(walked.end).unwrap();
    visitor.lines
}

#[test]
fn a_plain_clip() {
    let expected = [
        "0..4 version.magic `UANI`",
        "4..8 name `Run`",
        "8..c length 2.0",
        "c..10 track_count 1 hidden",
        "10..14 tracks[0].name `Hip`",
        "14..15 tracks[0].channels 1",
        "15..19 tracks[0].keyframe_count 2 hidden",
        "19..1d tracks[0].keyframes[0].time 0.0",
        "1d..21 tracks[0].keyframes[0].position.x 1.0",
        "21..25 tracks[0].keyframes[0].position.y 2.0",
        "25..29 tracks[0].keyframes[0].position.z 3.0",
        "29..2d tracks[0].keyframes[1].time 0.5",
        "2d..31 tracks[0].keyframes[1].position.x 4.0",
        "31..35 tracks[0].keyframes[1].position.y 5.0",
        "35..39 tracks[0].keyframes[1].position.z 6.0",
    ];
    assert_eq!(lines(&clip(), &plain_clip()), expected);
}

#[test]
fn values_of_every_kind() {
    let lines = lines(&clip(), &rich_clip(false));
    for expected in [
        "0..4 version.magic `UAN2`",
        "4..8 version.number 3",
        "8..8 dialect 0 synthetic",
        "15..16 tracks[0].channels 130",
        "5c..60 variant_tracks[1].keyframes[0].time 0.0",
        "60..61 variant_tracks[1].keyframes[0].value 7",
    ] {
        assert!(
            lines.iter().any(|line| line == expected),
            "{expected} in {lines:#?}"
        );
    }
    let paths = |track: &str| -> Vec<String> {
        let of = lines.iter().filter(|line| line.contains(track));
        of.map(|line| line.split_once(' ').unwrap().1.replace(track, ""))
            .collect()
    };
    assert_eq!(
        paths("variant_tracks[0].keyframes[1]."),
        ["time 1.0", "value -2"]
    );
    assert_eq!(
        paths("variant_tracks[3].keyframes[0]."),
        ["time 0.0", "value `a\\xffb`"]
    );
    assert_eq!(
        paths("variant_tracks[4].keyframes[0].value."),
        [
            "item_count 3 hidden",
            "items[0].kind 1",
            "items[0].value 5",
            "items[1].kind 5",
            "items[1].value.item_count 1 hidden",
            "items[1].value.items[0].kind 0",
            "items[2].kind 0",
        ]
    );
    assert_eq!(
        paths("variant_tracks[5].keyframes[0]."),
        ["time 0.0", "value.a 9", "value.b 258"]
    );
    assert_eq!(paths("variant_tracks[6].keyframes[1]."), ["time 1.0"]);
}

#[test]
fn a_big_endian_mesh_with_its_tail() {
    let expected = [
        "0..4 magic `MESH` hidden",
        "4..8 name `box`",
        "8..c name.padding `\\xcd\\xcd\\x00\\x00`",
        "c..d element_count 2 hidden",
        "d..e elements[0].size 1",
        "e..10 elements[0].tag `p`",
        "10..11 elements[1].size 2",
        "11..14 elements[1].tag `uv`",
        "14..16 vertex_count 2",
        "16..20 vertices `\\x01\\x02\\x03\\x04\\x05\\x06\\x07\\x08\\x09\\x0a`",
        "20..22 kind 1",
        "22..22 left 16 hidden synthetic",
        "22..26 centre.x 1.0",
        "26..2a centre.y 2.0",
        "2a..2e centre.z 3.0",
        "2e..30 rest[0] 7",
        "30..32 rest[1] 8",
    ];
    assert_eq!(lines(&mesh(), &full_mesh()), expected);
    let without = &full_mesh()[..0x24];
    assert_eq!(
        lines(&mesh(), without)[11..],
        [
            "22..22 left 2 hidden synthetic",
            "22..24 rest[0] 256 hidden"
        ]
        .map(|line| line.replace("256 hidden", "16256"))
    );
}

#[test]
fn skipped_items_are_covered() {
    let bytes = Bytes::default().raw(&[0; 10]).0;
    let layout = layout(
        "test",
        [fields("Numbers", &[], [field("all", packed(U16)).to_end()])],
    );
    let shown = |keep: [Range<u64>; 2]| {
        let mut visitor = Lines {
            keep: Some(keep),
            ..Lines::default()
        };
        let walked = walk(&layout, &bytes, &WalkOptions::default(), &mut visitor).unwrap();
        visitor.tiling.finish(walked.end).unwrap();
        visitor.lines
    };
    assert_eq!(
        shown([0..1, 3..4]),
        [
            "0..2 all[0] 0",
            "2..6 all skips 1..3",
            "6..8 all[3] 0",
            "8..a all skips 4..5",
        ]
    );
    // What lies outside the list is ignored.
    assert_eq!(
        shown([3..4, 9..12]),
        [
            "0..6 all skips 0..3",
            "6..8 all[3] 0",
            "8..a all skips 4..5"
        ]
    );
}

#[test]
fn nodes_come_in_pairs() {
    #[derive(Default)]
    struct Nodes(Vec<String>);
    impl Visitor for Nodes {
        fn enter(&mut self, node: &Node<'_>) {
            assert!(node.range.is_empty());
            if let NodeKind::List { count, stride } = node.kind {
                self.0.push(format!("{} {count:?} {stride:?}", node.path));
            } else if let NodeKind::Variant(variant) = node.kind {
                self.0.push(format!("{} is {}", node.path, variant.name));
            }
        }

        fn leave(&mut self, node: &Node<'_>) {
            if let NodeKind::Struct(of) = node.kind {
                self.0
                    .push(format!("{} {} {:x?}", node.path, of.name, node.range));
            }
        }
    }
    let mut nodes = Nodes::default();
    walk(&clip(), &plain_clip(), &WalkOptions::default(), &mut nodes).unwrap();
    assert_eq!(
        nodes.0,
        [
            "tracks Some(1) None",
            "tracks[0].keyframes Some(2) Some(16)",
            "tracks[0].keyframes[0].position Vec3 1d..29",
            "tracks[0].keyframes[0] Keyframe 19..29",
            "tracks[0].keyframes[1].position Vec3 2d..39",
            "tracks[0].keyframes[1] Keyframe 29..39",
            "tracks[0] Track 10..39",
            " Clip 0..39",
        ]
    );
    let mut nodes = Nodes::default();
    walk(
        &clip(),
        &rich_clip(false),
        &WalkOptions::default(),
        &mut nodes,
    )
    .unwrap();
    assert!(
        nodes
            .0
            .contains(&"variant_tracks[6].keyframes[0].value is empty".into())
    );
    assert!(
        nodes
            .0
            .contains(&"variant_tracks[2].keyframes Some(2) Some(8)".into())
    );
    assert!(
        nodes
            .0
            .contains(&"variant_tracks[3].keyframes Some(2) None".into())
    );
}

#[test]
fn the_candidate_that_fits_is_taken() {
    let layout = clip();
    for (classic, dialect) in [(false, 0), (true, 1)] {
        let bytes = rich_clip(classic);
        let end = bytes.len() as u64;
        assert_eq!(
            validate(&layout, &bytes, &Limits::default()),
            Ok(Walked { end, dialect })
        );
        let lines = lines(&layout, &bytes);
        assert!(lines.contains(&format!("8..8 dialect {dialect} synthetic")));
    }
    // Without the dialect in it, the file is not ambiguous: what follows is trailing.
    let mut bytes = plain_clip();
    bytes.push(0);
    let end = bytes.len() as u64 - 1;
    assert_eq!(
        validate(&layout, &bytes, &Limits::default()),
        Ok(Walked { end, dialect: 0 })
    );
}

/// One number, which is whole under one reading and a float under the other.
fn either() -> Layout {
    let readings = names(
        "Reading",
        formwork_schema::layout::PrimKind::U8,
        &[("a", 0), ("b", 1)],
    );
    let root = fields(
        "Either",
        &["reading"],
        [
            field(
                "reading_of",
                formwork_schema::layout::Type::Dialect(readings),
            )
            .args(&["reading"]),
            field("float", F32).when("reading == 0"),
            field("number", U32).when("reading == 1"),
            field("more", U8)
                .when("reading == 0")
                .assert("more == 0", "no more"),
        ],
    );
    layout("test.either", [root])
}

#[test]
fn candidates_in_order_of_merit() {
    let dialect =
        |bytes: &[u8]| validate(&either(), bytes, &Limits::default()).map(|walked| walked.dialect);
    // Complete and finite beats complete; complete beats partial; of those that leave bytes only the
    // first counts, since a damaged file may be cut short by any of the others.
    assert_eq!(dialect(&[0, 0, 0x80, 0x3f, 0]), Ok(0));
    assert_eq!(dialect(&[0, 0, 0x80, 0x3f]), Ok(1));
    assert_eq!(dialect(&[0, 0, 0x80, 0x7f, 0]), Ok(0));
    assert_eq!(dialect(&[0, 0, 0x80, 0x3f, 0, 0]), Ok(0));
    let refused = dialect(&[0, 0, 0x80, 0x3f, 1]).unwrap_err();
    assert_eq!(refused.to_string(), "malformed: more at 0x4: no more");
    let error = dialect(&[0, 0]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "malformed: float at 0x0: the file ends, 2 more bytes needed"
    );
}

#[test]
fn cut_anywhere_it_is_an_error_and_never_a_panic() {
    for (layout, bytes) in [
        (clip(), plain_clip()),
        (clip(), rich_clip(false)),
        (clip(), rich_clip(true)),
    ] {
        for length in 0..bytes.len() {
            let error = validate(&layout, &bytes[..length], &Limits::default()).unwrap_err();
            assert!(
                error.offset().is_some_and(|at| at <= length as u64),
                "{error}"
            );
        }
    }
    let bytes = full_mesh();
    for length in 0..bytes.len() {
        // Past its fixed part a mesh may end after any whole item.
        let may_end = length >= 0x22 && length % 2 == 0;
        let result = validate(&mesh(), &bytes[..length], &Limits::default());
        assert_eq!(result.is_ok(), may_end, "{length}: {result:?}");
    }
}

#[test]
fn any_byte_changed_is_never_a_panic() {
    for (layout, bytes) in [(clip(), rich_clip(false)), (mesh(), full_mesh())] {
        for place in 0..bytes.len() {
            for value in [0, 1, 0x7f, 0x80, 0xff] {
                let mut bytes = bytes.clone();
                bytes[place] = value;
                let mut tiling = Tiling::default();
                if let Ok(walked) = walk(&layout, &bytes, &WalkOptions::default(), &mut tiling) {
                    tiling.finish(walked.end).unwrap();
                }
            }
        }
    }
}

#[test]
fn what_stands_elsewhere_is_no_leaf() {
    let mut lines = Lines::default();
    let options = WalkOptions::default();
    walk(&appended(), b"ab\x07\x03\0", &options, &mut lines).unwrap();
    let expected = [
        "0..0 size 5 hidden synthetic",
        "0..2 prefix `ab`",
        "2..3 value 7",
        "3..5 length 3",
    ];
    assert_eq!(lines.lines, expected);
}
