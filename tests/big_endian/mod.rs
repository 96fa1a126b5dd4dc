//! One format in both byte orders: everything that reads, writes or shows it must see the same values.

#![allow(missing_docs, unreachable_pub)]

mod mesh;

use formwork_export::{descriptor, xsd};
use formwork_schema::{Format, Limits, Value, agree, layout::Endian, read, write};
use formwork_text::{
    diff::{self, DiffOptions, diff},
    dump::{self, DumpOptions},
    json,
    outline::Outline,
    textconv, xml,
};
use mesh::{big, little};
use proptest::prelude::*;
use serde::Serialize;

/// Bytes in one order, made by hand.
struct Bytes {
    bytes: Vec<u8>,
    is_big: bool,
}

impl Bytes {
    fn raw(mut self, bytes: &[u8]) -> Self {
        self.bytes.extend_from_slice(bytes);
        self
    }

    /// A number of some bytes.
    fn number<const N: usize>(self, big: [u8; N]) -> Self {
        let mut bytes = big;
        if !self.is_big {
            bytes.reverse();
        }
        self.raw(&bytes)
    }

    fn u16(self, number: u16) -> Self {
        self.number(number.to_be_bytes())
    }

    fn u32(self, number: u32) -> Self {
        self.number(number.to_be_bytes())
    }

    fn f32s(self, numbers: &[f32]) -> Self {
        let add = |bytes: Self, number: &f32| bytes.number(number.to_be_bytes());
        numbers.iter().fold(self, add)
    }

    fn vertex(self, numbers: [f32; 3], stamp: u32) -> Self {
        self.f32s(&numbers)
            .f32s(&[0.0, 1.0, 0.0])
            .u16(-2_i16 as u16)
            .number(0x1_0000_0002_i64.to_be_bytes())
            .u16(0x200)
            .u32(0x1_0001)
            // These say their own order.
            .raw(&stamp.to_le_bytes())
            .raw(&[0x34, 0x12, 0x12, 0x34])
    }
}

/// A mesh of two vertices.
fn file(is_big: bool) -> Vec<u8> {
    let bytes = Vec::new();
    let header = Bytes { bytes, is_big }.raw(b"MESH").u16(258).u16(0x200);
    let vertices = header
        .u32(1)
        .u16(2)
        .vertex([0.5, -1.0, 2.0], 7)
        .vertex([1.5, 0.0, -2.5], 8);
    let lists = vertices
        .u16(2)
        .u16(1)
        .u16(0x102)
        .raw(&[3, 0, 0, 0, 0, 0, 0, 4])
        .raw(b"\x01Hip\0")
        .u16(-1_i16 as u16)
        .f32s(&[1.0, 2.0, 3.0])
        // Elements: three numbers, a whole number, four bytes.
        .raw(&[3, 3, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0]);
    let declared = |bytes: Bytes, number: u32| {
        let bytes = bytes.f32s(&[0.25, 0.5, 0.75]).u32(number);
        bytes.raw(&[1, 2, 3, 4])
    };
    (5..8).fold(lists, declared).bytes
}

fn text(print: impl FnOnce(&mut Vec<u8>) -> formwork_schema::Result<()>) -> String {
    let mut out = Vec::new();
    print(&mut out).expect("prints");
    String::from_utf8(out).expect("text")
}

fn as_xml<T: Format>(tree: &T) -> String {
    let tree = Value::of(tree).expect("writes");
    text(|out| xml::print(T::layout(), &tree, b"", out))
}

fn as_json<T: Format>(tree: &T) -> String {
    let tree = Value::of(tree).expect("writes");
    text(|out| json::print(T::layout(), &tree, b"", out))
}

/// Every way from these bytes back to them.
fn proved<T: Format + Serialize>(bytes: &[u8]) -> T {
    let tree: T = read::from_slice(bytes).expect("reads");
    assert_eq!(write::to_bytes(&tree).expect("writes"), bytes);
    agree::agree(T::layout(), bytes, &tree, &Limits::default()).expect("both readers agree");
    let (xml, json) = (as_xml(&tree), as_json(&tree));
    let from_xml = xml::parse(T::layout(), &xml).expect("parses").tree;
    let from_json = json::parse(T::layout(), &json).expect("parses").tree;
    assert_eq!(from_xml.write(T::layout()).expect("writes"), bytes);
    assert_eq!(from_json.write(T::layout()).expect("writes"), bytes);
    let printed = descriptor::print(T::layout());
    let layout = descriptor::parse(&printed).expect("our own descriptor");
    assert_eq!(layout, *T::layout());
    let untyped = Value::read(&layout, &bytes.to_vec().into()).expect("walks");
    assert_eq!(untyped.write(&layout).expect("writes"), bytes);
    assert_eq!(text(|out| xml::print(&layout, &untyped, b"", out)), xml);
    tree
}

/// What the lines of a dump say, without the bytes.
fn dumped<T: Format>(bytes: &[u8]) -> Vec<String> {
    let options = DumpOptions {
        all: true,
        ..DumpOptions::default()
    };
    let text = text(|out| dump::dump(T::layout(), bytes, &options, out));
    let words = text.lines().map(|line| {
        let (offset, rest) = line.split_once("  ").unwrap_or((line, ""));
        let (first, others) = rest.split_once("  ").unwrap_or((rest, ""));
        let is_bytes = !first.is_empty() && first.bytes().all(|byte| byte.is_ascii_hexdigit());
        let first = if is_bytes { "" } else { first };
        format!("{offset} {first} {}", others.trim_start())
    });
    words.collect()
}

/// What `git diff` compares, without the hashes of bytes.
fn converted<T: Format>(bytes: &[u8]) -> Vec<String> {
    let outline = Outline::read(T::layout(), bytes, &Limits::default()).expect("reads");
    let text = text(|out| textconv::print(&outline, None, out));
    let lines = text.lines().filter(|line| !line.contains("sha256"));
    lines.map(str::to_owned).collect()
}

#[test]
fn both_orders_say_the_same() {
    let (big, little) = (file(true), file(false));
    assert_ne!(big, little);
    let big_mesh: big::Mesh = proved(&big);
    let little_mesh: little::Mesh = proved(&little);
    assert_eq!(as_xml(&big_mesh), as_xml(&little_mesh));
    assert_eq!(as_json(&big_mesh), as_json(&little_mesh));
    assert_eq!(dumped::<big::Mesh>(&big), dumped::<little::Mesh>(&little));
    let lines = converted::<big::Mesh>(&big);
    assert_eq!(lines, converted::<little::Mesh>(&little));
    assert!(lines.iter().any(|line| line.contains("-2.5")), "{lines:#?}");
}

#[test]
fn values_are_those_of_the_file() {
    let mesh: big::Mesh = proved(&file(true));
    assert_eq!(mesh.version.to_string(), "MESH 258");
    let last = mesh.vertices.last().expect("two vertices");
    assert_eq!((last.place.x, last.place.z, last.stamp), (1.5, -2.5, 8));
    assert_eq!((last.bounds.low, last.bounds.high), (-2, 0x1_0000_0002));
    assert_eq!((last.stored.own, last.stored.other), (0x1234, 0x1234));
    assert!(mesh.indices.iter().eq([1, 0x102]));
    assert!(mesh.ids.iter().eq([3, 0x400_0000]));
    let fields = big::Vertex::FIELDS;
    assert!(mesh.vertices.column(fields.stamp).eq([7, 8]));
    assert!(mesh.vertices.column(fields.weight).is_none());
    let normals = mesh.vertices.column(fields.normal).expect("normals");
    assert_eq!(normals.map(|normal| normal.y).sum::<f32>(), 2.0);
    let stored = mesh.vertices.column(fields.stored);
    assert!(stored.column(big::Stored::FIELDS.own).eq([0x1234; 2]));
    assert!(stored.column(big::Stored::FIELDS.other).eq([0x1234; 2]));
    let bounds = mesh.vertices.column(fields.bounds);
    assert!(bounds.column(big::Bounds::FIELDS.low).eq([-2; 2]));
}

#[test]
fn fields_are_written_in_their_own_order() {
    let bytes = file(true);
    let mut mesh: big::Mesh = proved(&bytes);
    let fields = big::Vertex::FIELDS;
    let stored = |own, other| big::Stored { own, other };
    mesh.vertices
        .set_column(fields.stored, [stored(1, 2), stored(3, 4)])
        .expect("two vertices");
    mesh.vertices.set(1, fields.stamp, 9).expect("a vertex");
    let edited = write::to_bytes(&mesh).expect("writes");
    assert_eq!(
        told(&bytes, &edited),
        [
            "vertices: 2 of 2 records differ",
            "  stored: 4 values, most at [0].stored.own: 4660 → 1 (-4659)",
            "  stamp: 1 value, most at [1].stamp: 8 → 9 (+1)",
        ]
    );
    let again: big::Mesh = proved(&edited);
    let again = again.vertices.column(fields.stored);
    assert!(again.eq([stored(1, 2), stored(3, 4)]));
}

#[test]
fn a_tree_takes_the_order_of_what_writes_it() {
    let bytes = file(true);
    let mesh: big::Mesh = read::from_slice(&bytes).expect("reads");
    let mut parsed = mesh.clone();
    parsed.vertices = mesh.vertices.to_endian(Endian::Little);
    assert_eq!(mesh.vertices.endian(), Endian::Big);
    assert_eq!(parsed.vertices.endian(), Endian::Little);
    assert_ne!(parsed.vertices.bytes(), mesh.vertices.bytes());
    assert_eq!(parsed, mesh);
    let turned = parsed.vertices.to_endian(Endian::Big);
    assert_eq!(turned.bytes(), mesh.vertices.bytes());
    let mut edited = parsed;
    let mut vertices: Vec<_> = edited.vertices.iter().collect();
    vertices[1].place.x = 4.0;
    edited.vertices =
        formwork_schema::Packed::from_records((edited.parts,), vertices).expect("the same parts");
    assert_ne!(edited, mesh);
    let edited = write::to_bytes(&edited).expect("writes");
    assert_eq!(
        told(&bytes, &edited),
        ["vertices[1].place.x: 1.5 → 4 (+2.5)"]
    );
}

/// The differences of two files.
fn told(a: &[u8], b: &[u8]) -> Vec<String> {
    let limits = Limits::default();
    let outline = |bytes| Outline::read(big::Mesh::layout(), bytes, &limits).expect("reads");
    let mut out = Vec::new();
    let heads = ["A".to_owned(), "B".to_owned()];
    let mut lines = diff::Lines::new(&mut out, heads, false);
    let options = DiffOptions::default();
    diff(&outline(a), &outline(b), options, &mut |difference| {
        lines.tell(difference)
    })
    .expect("compares");
    lines.finish().expect("writes");
    let text = String::from_utf8(out).expect("text");
    text.lines().skip(2).map(str::to_owned).collect()
}

#[test]
fn versions_have_the_width_and_the_order_of_their_struct() {
    let with = |magic: &'static [u8], number| mesh::big::Seed {
        magic,
        number,
        parts: 0,
        numbers: Vec::new(),
    };
    let start = |seed: mesh::big::Seed| {
        write::to_bytes(&seed.mesh().expect("a mesh")).expect("writes")[..8].to_vec()
    };
    assert_eq!(start(with(b"MESH", 258)), b"MESH\x01\x02\x02\x00");
    assert_eq!(start(with(b"MES1", 2)), b"MES1\x02\x02\x00\x00");
    assert_eq!(start(with(b"MES4", 0x1_0203)), b"MES4\x00\x01\x02\x03");
    assert_eq!(big::Mesh::layout().version_endian(), Endian::Big);
    let magic = &big::Version::table().magics[0];
    assert_eq!(magic.number(&[1, 2, 9], Endian::Big), Some(258));
    assert_eq!(magic.number(&[1], Endian::Big), None);
    let refused = |bytes: &[u8]| {
        read::from_slice::<big::Mesh>(bytes)
            .expect_err("refused")
            .to_string()
    };
    assert_eq!(
        refused(b"MESH\x02\x01\0\0"),
        "unsupported: version.number at 0x4: version 513 of `MESH` is not known; 1 to 300 are"
    );
    assert_eq!(
        refused(b"MESH\x02"),
        "malformed: version.number at 0x4: the file ends, 1 more byte needed"
    );
}

#[test]
fn descriptors_tell_widths_and_orders() {
    let descriptor = descriptor::print(big::Mesh::layout());
    for line in [
        r#"<struct name="Mesh" endian="big">"#,
        r#"<magic bytes="MESH" repr="u16" first="1" last="300">"#,
        r#"<magic bytes="MES1" repr="u8" first="1" last="2">"#,
        r#"<magic bytes="MES4" first="1" last="70000">"#,
        r#"<field name="stamp" type="u32" endian="little">"#,
    ] {
        assert!(descriptor.contains(line), "{line}\n{descriptor}");
    }
    let xsd = |layout| xsd::print(layout);
    assert_eq!(xsd(big::Mesh::layout()), xsd(little::Mesh::layout()));
}

fn seeds() -> impl Strategy<Value = big::Seed> {
    let versions = prop_oneof![
        (Just(&b"MESH"[..]), 1..=300_u32),
        (Just(&b"MES1"[..]), 1..=2_u32),
        (Just(&b"MES4"[..]), 1..=70_000_u32),
    ];
    let parts = prop_oneof![
        Just(0),
        Just(1),
        Just(0x1_0000),
        Just(0x1_0001),
        any::<u32>()
    ];
    let numbers = proptest::collection::vec(any::<[u32; 8]>(), 0..5);
    (versions, parts, numbers).prop_map(|((magic, number), parts, numbers)| big::Seed {
        magic,
        number,
        parts,
        numbers,
    })
}

proptest! {
    #[test]
    fn any_mesh_survives_in_both_orders(seed in seeds()) {
        let big = seed.mesh().expect("a mesh");
        let twin = little::Seed {
            magic: seed.magic,
            number: seed.number,
            parts: seed.parts,
            numbers: seed.numbers.clone(),
        };
        let little = twin.mesh().expect("a mesh");
        let bytes = write::to_bytes(&big).expect("writes");
        let again: big::Mesh = proved(&bytes);
        prop_assert_eq!(&again.vertices, &big.vertices);
        prop_assert_eq!(&again.declared, &big.declared);
        let bytes = write::to_bytes(&little).expect("writes");
        let again_little: little::Mesh = proved(&bytes);
        prop_assert_eq!(as_xml(&again), as_xml(&again_little));
        prop_assert_eq!(as_xml(&again), as_xml(&little));
    }
}
