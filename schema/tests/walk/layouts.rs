//! The layouts that the tests walk, and files of them.

use formwork_schema::{
    Layout,
    layout::{Endian, PrimKind, Style, Type},
};

use crate::build::*;

/// A clip in the manner of `UANI`: versions, candidates, packed keyframes, recursive values.
pub(crate) fn clip() -> Layout {
    let table = [
        clip_root(),
        fields(
            "Track",
            &["version"],
            [
                field("name", Type::CString),
                field("channels", Type::Flags(channels())),
                field("weight", F32).when("version == WEIGHT:3"),
                field("keyframe_count", U32).counts("keyframes"),
                field("keyframes", packed(at(2, "Keyframe")))
                    .count("keyframe_count")
                    .args(&["channels"]),
            ],
        ),
        fields(
            "Keyframe",
            &["channels"],
            [
                field("time", F32),
                field("position", at(3, "Vec3")).when("channels has POSITION:1"),
                field("rotation", at(4, "Quat")).when("channels has ROTATION:2"),
            ],
        ),
        vec3(),
        fields(
            "Quat",
            &[],
            ["w", "x", "y", "z"].map(|axis| field(axis, F32)),
        ),
        variant_track(),
        value(),
        fields(
            "Values",
            &["reading"],
            [
                field("item_count", Type::Vle).counts("items"),
                field("items", list_of(Type::Nested(at(8, "Variant").into())))
                    .count("item_count")
                    .args(&["reading"]),
            ],
        ),
        fields(
            "Variant",
            &["reading"],
            [
                field("kind", U8),
                field("value", at(6, "Value")).args(&["kind", "reading"]),
            ],
        ),
        fields(
            "VariantKeyframe",
            &["kind", "reading"],
            [
                field("time", F32),
                field("value", at(6, "Value")).args(&["kind", "reading"]),
            ],
        ),
    ];
    layout("test.clip", table)
}

fn channels() -> formwork_schema::layout::Ref<formwork_schema::layout::Names> {
    names(
        "Channels",
        PrimKind::U8,
        &[("POSITION", 1), ("ROTATION", 2)],
    )
}

fn clip_root() -> formwork_schema::layout::Struct {
    let readings = names("Dialect", PrimKind::U8, &[("current", 0), ("classic", 1)]);
    fields(
        "Clip",
        &["reading"],
        [
            field(
                "version",
                versions(&[("UANI", 1, 1, false), ("UAN2", 1, 4, true)]),
            ),
            field("dialect", Type::Dialect(readings))
                .when("version >= VARIANTS:2")
                .args(&["reading"]),
            field("name", Type::CString),
            field("length", F32),
            field("track_count", U32).counts("tracks"),
            field("tracks", list_of(at(1, "Track")))
                .count("track_count")
                .args(&["version"]),
            field("variant_track_count", U32)
                .counts("variant_tracks")
                .when("version >= VARIANTS:2"),
            field("variant_tracks", list_of(at(5, "VariantTrack")))
                .when("version >= VARIANTS:2")
                .count("variant_track_count")
                .args(&["reading"]),
        ],
    )
}

fn variant_track() -> formwork_schema::layout::Struct {
    fields(
        "VariantTrack",
        &["reading"],
        [
            field("name", Type::CString),
            field("kind", U8),
            field("base", at(6, "Value"))
                .when("reading == CLASSIC:1")
                .args(&["kind", "reading"]),
            field("keyframe_count", U32).counts("keyframes"),
            field("keyframes", list_of(at(9, "VariantKeyframe")))
                .count("keyframe_count")
                .args(&["kind", "reading"]),
        ],
    )
}

fn value() -> formwork_schema::layout::Struct {
    variants(
        "Value",
        &["kind", "reading"],
        [
            variant(
                "int",
                Some("kind == 1"),
                [field("0", Type::Prim(PrimKind::I32))],
            ),
            variant("bool", Some("kind == 2"), [field("0", Type::Bool)]),
            variant("float", Some("kind == 3"), [field("0", F32)]),
            variant("text", Some("kind == 4"), [field("0", Type::CString)]),
            variant(
                "list",
                Some("kind == 5"),
                [field("0", at(7, "Values")).args(&["reading"])],
            ),
            variant("pair", Some("kind == 6"), [field("a", U8), field("b", U16)]),
            variant("empty", Some("kind == 0"), []),
        ],
    )
}

fn vec3() -> formwork_schema::layout::Struct {
    let mut vec3 = fields("Vec3", &[], ["x", "y", "z"].map(|axis| field(axis, F32)));
    vec3.style = Style::Vector;
    vec3
}

#[test]
fn names_of_structs_are_asked_for() {
    assert!(clip().ambiguous_names().is_empty());
    let mut twice = clip();
    let mut table = twice.table.to_vec();
    let place = table.iter().position(|held| *held.name == *"Vec3").unwrap();
    table[place].name = "Value".into();
    twice.table = table.into();
    let root = twice.root.clone();
    let mut fields = twice.get(&root).fields().to_vec();
    fields.push(field(
        "extra",
        formwork_schema::layout::Type::Struct(formwork_schema::layout::StructRef {
            name: "Value".into(),
            link: formwork_schema::layout::Link::Table(place),
        }),
    ));
    let mut table = twice.table.to_vec();
    table[0].body = formwork_schema::layout::Body::Fields(fields.into());
    twice.table = table.into();
    assert_eq!(twice.ambiguous_names(), ["Value"]);
}

/// A mesh, big-endian: a struct magic, a fixed string, a sum, an optional tail, bytes to the end.
pub(crate) fn mesh() -> Layout {
    let mut root = fields(
        "Mesh",
        &[],
        [
            field("name", Type::FixedString(8)),
            field("element_count", U8).counts("elements"),
            field("elements", list_of(at(1, "Element"))).count("element_count"),
            field("vertex_count", U16),
            field("vertices", Type::Blob).count("sum(elements, size * size) * vertex_count"),
            field(
                "kind",
                Type::Enum(names("Kind", PrimKind::U16, &[("PLAIN", 1)])),
            )
            .endian(Endian::Little)
            .assert("kind < 9", "a kind below 9"),
            field("left", Type::Remaining).hidden(),
            field("centre", at(2, "Vec3")).when("left >= 12"),
            field("rest", list_of(U16)).to_end(),
        ],
    );
    root.magic = list(*b"MESH");
    root.endian = Some(Endian::Big.into());
    let element = fields(
        "Element",
        &[],
        [field("size", U8), field("tag", Type::CString)],
    );
    layout("test.mesh", [root, element, vec3()])
}

/// Something behind a prefix, whose length follows from the last number of the file.
pub(crate) fn appended() -> Layout {
    let root = fields(
        "Appended",
        &[],
        [
            field("size", Type::Remaining).hidden(),
            field("last", U16).at("size - 2"),
            field("first", U8).at("size - last").when("last <= size"),
            field("prefix", Type::Blob)
                .when("last != size && first == 7")
                .count("size - last"),
            field("value", U8),
            field("length", U16),
        ],
    );
    layout("test.appended", [root])
}

/// The bytes of a file, piece by piece.
#[derive(Default, Clone)]
pub(crate) struct Bytes(pub(crate) Vec<u8>);

impl Bytes {
    pub(crate) fn raw(mut self, bytes: &[u8]) -> Self {
        self.0.extend_from_slice(bytes);
        self
    }

    pub(crate) fn text(self, text: &str) -> Self {
        self.raw(text.as_bytes()).raw(&[0])
    }

    pub(crate) fn u32(self, value: u32) -> Self {
        self.raw(&value.to_le_bytes())
    }

    pub(crate) fn f32s(self, values: &[f32]) -> Self {
        values
            .iter()
            .fold(self, |bytes, value| bytes.raw(&value.to_le_bytes()))
    }
}

/// A clip of version 1: one track with two keyframes of time and position.
pub(crate) fn plain_clip() -> Vec<u8> {
    Bytes::default()
        .raw(b"UANI")
        .text("Run")
        .f32s(&[2.0])
        .u32(1)
        .text("Hip")
        .raw(&[1])
        .u32(2)
        .f32s(&[0.0, 1.0, 2.0, 3.0])
        .f32s(&[0.5, 4.0, 5.0, 6.0])
        .0
}

/// A clip of version 3 with a variant track of each kind, under one reading.
pub(crate) fn rich_clip(classic: bool) -> Vec<u8> {
    let values: [(u8, &[u8]); 7] = [
        (1, &[0xfe, 0xff, 0xff, 0xff]),
        (2, &[7]),
        (3, &[0, 0, 0x80, 0x3f]),
        (4, b"a\xffb\0"),
        (5, &[3, 1, 5, 0, 0, 0, 5, 1, 0, 0]),
        (6, &[9, 2, 1]),
        (0, &[]),
    ];
    let head = Bytes::default()
        .raw(b"UAN2")
        .u32(3)
        .text("")
        .f32s(&[1.0])
        .u32(1);
    let track = head
        .text("Hip")
        .raw(&[0x82])
        .f32s(&[0.5])
        .u32(1)
        .f32s(&[0.0, 1.0, 0.0, 0.0, 0.0]);
    let all = track.u32(values.len() as u32);
    let one = |bytes: Bytes, (kind, value): &(u8, &[u8])| {
        let base: &[u8] = if classic { value } else { &[] };
        let head = bytes.text("Color").raw(&[*kind]).raw(base).u32(2);
        head.f32s(&[0.0]).raw(value).f32s(&[1.0]).raw(value)
    };
    values.iter().fold(all, one).0
}

/// A mesh with garbage after its name and an optional tail.
pub(crate) fn full_mesh() -> Vec<u8> {
    let head = Bytes::default().raw(b"MESHbox\0\xcd\xcd\0\0").raw(&[2, 1]);
    let elements = head.text("p").raw(&[2]).text("uv");
    let body = elements
        .raw(&[0, 2])
        .raw(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
        .raw(&[1, 0]);
    let tail = [1.0_f32, 2.0, 3.0]
        .iter()
        .fold(body, |b, f| b.raw(&f.to_be_bytes()));
    tail.raw(&[0, 7, 0, 8]).0
}
