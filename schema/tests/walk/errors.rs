//! What the walker says about files that are wrong.

use formwork_schema::{
    Layout, Limits,
    layout::{PrimKind, Type},
    walk::{WalkOptions, locate, validate, walk},
};

use crate::{build::*, layouts::*};

#[track_caller]
fn says(layout: &Layout, bytes: &[u8], expected: &str) {
    assert_eq!(locate(layout, bytes).unwrap_err().to_string(), expected);
}

fn one(field: formwork_schema::layout::Field) -> Layout {
    layout("test", [fields("One", &[], [field])])
}

#[test]
fn the_end_of_the_file() {
    let bytes = plain_clip();
    for (length, expected) in [
        (
            0,
            "malformed: version.magic at 0x0: the file ends, 4 more bytes needed",
        ),
        (
            3,
            "malformed: version.magic at 0x0: the file ends, 1 more byte needed",
        ),
        (
            6,
            "malformed: name at 0x4: no NUL before the end of the file",
        ),
        (
            0x22,
            "malformed: tracks[0].keyframes[0].position.y at 0x21: the file ends, 3 more bytes needed",
        ),
        (
            0x37,
            "malformed: tracks[0].keyframes[1].position.z at 0x35: the file ends, 2 more bytes needed",
        ),
    ] {
        says(&clip(), &bytes[..length], expected);
    }
}

#[test]
fn versions_that_are_not_known() {
    says(
        &clip(),
        b"OggS\0",
        "unsupported: version.magic at 0x0: begins with `OggS`, not a `UANI` or `UAN2` file",
    );
    says(
        &clip(),
        b"UAN2\x07\0\0\0",
        "unsupported: version.number at 0x4: version 7 of `UAN2` is not known; 1 to 4 are",
    );
    says(
        &clip(),
        b"UAN2\x07\0\0",
        "malformed: version.number at 0x4: the file ends, 1 more byte needed",
    );
    let single = one(field("version", versions(&[("ABC", 2, 2, true)])));
    says(
        &single,
        b"ABC\x03\0\0\0",
        "unsupported: version.number at 0x3: version 3 of `ABC` is not known; 2 is",
    );
    says(
        &mesh(),
        b"MASH\xff",
        "unsupported: magic at 0x0: begins with `MASH`, not a `MESH` file",
    );
}

#[test]
fn counts_that_the_file_cannot_hold() {
    let bytes = Bytes::default()
        .raw(b"UANI")
        .text("")
        .f32s(&[1.0])
        .u32(u32::MAX)
        .raw(&[0; 12])
        .0;
    says(
        &clip(),
        &bytes,
        "malformed: tracks at 0xd: counts 4294967295 items of at least 6 bytes, \
         but only 12 bytes are left",
    );
    let negative = one(field("all", list_of(U8)).count("1 - 2"));
    says(
        &negative,
        &[0; 4],
        "malformed: all at 0x0: a negative count: -1",
    );
    let blob = one(field("all", Type::Blob).count("9223372036854775807 * 9"));
    says(
        &blob,
        &[0],
        "malformed: all at 0x0: counts 83010348331692982263 items of at least 1 byte, \
         but only 1 byte is left",
    );
}

/// Each struct has the next one twice, and the last one takes no bytes.
#[test]
fn structs_that_take_no_bytes() {
    let of = |levels: usize| {
        let name = |level: usize| &*format!("S{level}").leak();
        let twice = |level: usize| {
            let next = at(level + 1, name(level + 1));
            fields(
                name(level),
                &[],
                [field("a", next.clone()), field("b", next)],
            )
        };
        let last = fields(name(levels), &[], [field("rest", Type::Remaining)]);
        layout("test", (0..levels).map(twice).chain([last]))
    };
    let error = locate(&of(40), &[0; 8]).expect_err("2 to the power of 40");
    assert_eq!(error.kind(), formwork_schema::Kind::Limit);
    assert_eq!(error.message(), "65537 structs that take no bytes");
    assert!(locate(&of(10), &[0; 8]).is_ok());
}

#[test]
fn items_that_take_no_bytes() {
    let unit = variants("Unit", &[], [variant("nothing", None, [])]);
    let counted = layout(
        "test",
        [
            fields(
                "Root",
                &[],
                [
                    field("count", U32).counts("all"),
                    field("all", list_of(at(1, "Unit"))).count("count"),
                ],
            ),
            unit.clone(),
        ],
    );
    says(
        &counted,
        &[255; 4],
        "limit: all at 0x4: counts 4294967295 items that may take no bytes; the limit is 65536",
    );
    assert!(locate(&counted, &[255, 0, 0, 0]).is_ok());
    let endless = layout(
        "test",
        [
            fields("Root", &[], [field("all", list_of(at(1, "Unit"))).to_end()]),
            unit,
        ],
    );
    says(
        &endless,
        &[0],
        "malformed: all at 0x0: an item that takes no bytes cannot repeat to the end of the file",
    );
    assert!(locate(&endless, &[]).is_ok());
}

#[test]
fn strings_without_an_end() {
    let fixed = one(field("name", Type::FixedString(4)));
    says(
        &fixed,
        b"abcd",
        "malformed: name at 0x0: no NUL within 4 bytes",
    );
    says(
        &fixed,
        b"ab",
        "malformed: name at 0x0: the file ends, 2 more bytes needed",
    );
    assert!(locate(&fixed, b"abc\0").is_ok());
}

#[test]
fn numbers_not_in_their_shortest_form() {
    let layout = one(field("number", Type::Vle));
    let wrong = "malformed: number at 0x0: not the shortest form of a number of 32 bits";
    for bytes in [
        &[0x80, 0][..],
        &[0xff, 0xff, 0x80, 0],
        &[0xff, 0xff, 0xff, 0xff, 0x1f],
        &[0xff, 0xff, 0xff, 0xff, 0xff, 1],
    ] {
        says(&layout, bytes, wrong);
    }
    for bytes in [&[][..], &[0x80], &[0xff, 0xff, 0xff, 0xff]] {
        says(
            &layout,
            bytes,
            "malformed: number at 0x0: the file ends, 1 more byte needed",
        );
    }
    for bytes in [
        &[0][..],
        &[0x7f],
        &[0x80, 1],
        &[0xff, 0xff, 0xff, 0xff, 0xf],
    ] {
        assert!(locate(&layout, bytes).is_ok());
    }
}

#[test]
fn variants_and_asserts() {
    let bytes = Bytes::default()
        .raw(b"UAN2")
        .u32(2)
        .text("")
        .f32s(&[1.0])
        .u32(0)
        .u32(1);
    let bytes = bytes.text("A").raw(&[9]).u32(1).f32s(&[0.0]).0;
    says(
        &clip(),
        &bytes,
        "malformed: variant_tracks[0].keyframes[0].value at 0x20: none of the variants fits",
    );
    let mut bytes = full_mesh();
    bytes[0x20] = 9;
    says(&mesh(), &bytes, "malformed: kind at 0x20: a kind below 9");
    let mut middle = fields("Middle", &[], [field("x", U8)]);
    middle.magic = list(*b"MID");
    let framed = layout(
        "test",
        [
            fields("Root", &[], [field("a", U8), field("b", at(1, "Middle"))]),
            middle,
        ],
    );
    says(
        &framed,
        b"\0MAD\0",
        "malformed: b.magic at 0x1: `MAD` stands where `MID` belongs",
    );
    says(
        &framed,
        b"\0MI",
        "malformed: b.magic at 0x1: the file ends, 1 more byte needed",
    );
}

#[test]
fn variants_chosen_by_magic() {
    let mut first = variant("first", None, [field("0", U8)]);
    first.magic = list(*b"A");
    let mut second = variant("second", None, [field("0", U16)]);
    second.magic = list(*b"BB");
    let layout = layout("test", [variants("Either", &[], [first, second])]);
    assert_eq!(
        validate(&layout, b"A\x01", &Limits::default()).unwrap().end,
        2
    );
    assert_eq!(
        validate(&layout, b"BB\x01\0", &Limits::default())
            .unwrap()
            .end,
        4
    );
    says(
        &layout,
        b"B",
        "malformed: at 0x0: none of the variants fits",
    );
    says(
        &layout,
        b"BB\0",
        "malformed: second at 0x2: the file ends, 1 more byte needed",
    );
}

#[test]
fn expressions_that_cannot_be_computed() {
    let unknown = one(field("x", U8).when("mask has 3"));
    says(
        &unknown,
        &[0],
        "malformed: x at 0x0: `mask has 3` cannot be computed: `mask` is not known here",
    );
    let big = "9223372036854775807 * 9223372036854775807 * 9223372036854775807";
    says(
        &one(field("x", U8).when(big)),
        &[0],
        &format!("malformed: x at 0x0: `{big}` cannot be computed: the numbers are too large"),
    );
    for (expr, why) in [
        ("1 + 7 / (2 - 2)", "`7 / 0` divides by 0"),
        ("7 % (2 - 2)", "`7 % 0` divides by 0"),
        (
            "7 / (1 - 2)",
            "`7 / -1` takes numbers that are not negative",
        ),
        (
            "1 - 2 << 1",
            "`-1 << 1` takes numbers that are not negative",
        ),
        ("!(1 << 64)", "`1 << 64` moves bits by 63 places at most"),
        (
            "if 1 >> 70 then 1 else 0",
            "`1 >> 70` moves bits by 63 places at most",
        ),
    ] {
        says(
            &one(field("x", U8).when(expr)),
            &[0],
            &format!("malformed: x at 0x0: `{expr}` cannot be computed: {why}"),
        );
    }
    let text = layout(
        "test",
        [fields(
            "One",
            &[],
            [field("s", Type::CString), field("x", U8).when("s == 1")],
        )],
    );
    says(
        &text,
        &[0, 0],
        "malformed: x at 0x1: `s == 1` cannot be computed: `s` is not known here",
    );
    let uncounted = one(field("x", list_of(U8)));
    says(
        &uncounted,
        &[0],
        "invalid: x at 0x0: nothing says how many items there are",
    );
}

#[test]
fn values_inside_values() {
    let deep = |levels: usize| {
        let head = Bytes::default()
            .raw(b"UAN2")
            .u32(2)
            .text("")
            .f32s(&[1.0])
            .u32(0)
            .u32(1);
        let track = head.text("A").raw(&[5]).u32(1).f32s(&[0.0]);
        (0..levels)
            .fold(track, |bytes, _| bytes.raw(&[1, 5]))
            .raw(&[0])
            .0
    };
    // The other reading would take the values for something else, and leave bytes.
    let read = |bytes: &[u8], depth: u32| {
        let limits = Limits {
            depth,
            ..Limits::default()
        };
        let dialect = Some(0);
        walk(&clip(), bytes, &WalkOptions { limits, dialect }, &mut ())
    };
    assert!(read(&deep(32), 32).is_ok());
    let error = read(&deep(33), 32).unwrap_err();
    assert_eq!(error.message(), "values inside values deeper than 32");
    assert_eq!(error.kind(), formwork_schema::Kind::Limit);
    assert!(read(&deep(40), 40).is_ok());
    assert!(read(&deep(41), 40).is_err());
    // A layout that forgets to say that its values nest.
    let endless = layout(
        "test",
        [fields(
            "Root",
            &[],
            [field("more", U8), field("next", at(0, "Root")).when("more")],
        )],
    );
    let error = locate(&endless, &[1; 1000]).unwrap_err();
    assert_eq!(
        error.message(),
        "structs inside one another deeper than 320"
    );
    assert!(locate(&endless, &[1, 1, 1, 0]).is_ok());
    let nothing = layout(
        "test",
        [fields("Root", &[], [field("next", at(0, "Root"))])],
    );
    assert!(locate(&nothing, &[]).is_err());
}

#[test]
fn a_long_chain_of_structs_is_no_deep_stack() {
    const LENGTH: usize = 100_000;
    let root = fields("Root", &[], [field("all", list_of(at(1, "S1"))).count("1")]);
    let link = |place: usize| {
        let next = Type::Nested(at(place + 1, &format!("S{}", place + 1)).into());
        let parts = [
            Some(field("a", U8)),
            (place < LENGTH).then(|| field("next", next)),
        ];
        fields(&format!("S{place}"), &[], parts.into_iter().flatten())
    };
    let chain = layout("test", std::iter::once(root).chain((1..=LENGTH).map(link)));
    let error = locate(&chain, &[0; 1000]).unwrap_err();
    assert_eq!(error.kind(), formwork_schema::Kind::Limit);
}

#[test]
fn sums_and_lengths() {
    let item = fields("Item", &[], [field("a", U8), field("b", U8)]);
    let root = fields(
        "Root",
        &[],
        [
            field("items", list_of(at(1, "Item"))).count("2"),
            field("extra", U8).when("sum(items, a * b) == 26 && len(items) == 2"),
            field("none", list_of(at(1, "Item"))).count("0"),
            field("last", U8).when("sum(none, a) == 0"),
        ],
    );
    let layout = layout("test", [root, item]);
    assert_eq!(
        validate(&layout, &[2, 3, 4, 5, 9, 9], &Limits::default())
            .unwrap()
            .end,
        6
    );
    assert_eq!(
        validate(&layout, &[2, 3, 4, 4, 9, 9], &Limits::default())
            .unwrap()
            .end,
        5
    );
    let numbers = one(field("all", list_of(Type::Prim(PrimKind::I16))).count("3"));
    assert_eq!(
        validate(&numbers, &[255; 6], &Limits::default())
            .unwrap()
            .end,
        6
    );
}

#[test]
fn places_outside_the_file() {
    says(
        &appended(),
        b"\x07",
        "malformed: last at 0x0: is looked up at -1, outside the file",
    );
    let late = layout("test", [fields("One", &[], [field("n", U16).at("1")])]);
    says(
        &late,
        b"ab",
        "malformed: n at 0x1: the file ends, 1 more byte needed",
    );
}
