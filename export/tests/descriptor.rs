//! Descriptors come back as they were.

use crate::common::{U8, animation, archive, field, layout, list, named, names, record};
use formwork_export::descriptor;
use formwork_schema::{
    Expr, Layout,
    layout::{PrimKind, Recognition, Since, Type},
};

fn comes_back(layout: &Layout) {
    let xml = descriptor::print(layout);
    let parsed = descriptor::parse(&xml).unwrap_or_else(|error| panic!("{error}\n{xml}"));
    assert_eq!(parsed.structs(), layout.structs(), "{xml}");
    assert_eq!(parsed, *layout);
    assert_eq!(descriptor::print(&parsed), xml);
    if let Some(verdict) = crate::common::validates(descriptor::xsd(), &xml) {
        verdict.unwrap_or_else(|said| panic!("{said}\n{xml}"));
    }
}

#[test]
fn an_animation_comes_back() {
    comes_back(&animation());
}

#[test]
fn an_archive_comes_back() {
    comes_back(&archive());
}

#[test]
fn how_files_are_recognised_comes_back() {
    let bare = || {
        layout(
            "t.bare",
            &["bare"],
            vec![record("R", &[], vec![field("size", U8, "")])],
        )
    };
    let condition = |extension| Recognition::Condition {
        holds: Expr::parse("size == 40").unwrap(),
        extension,
    };
    for (recognition, said) in [
        (Recognition::Extension, r#"recognised="by extension""#),
        (Recognition::OnRequest, r#"recognised="on request""#),
        (condition(false), r#"extensions="bare" when="size == 40""#),
        (
            condition(true),
            r#"recognised="by extension" when="size == 40""#,
        ),
    ] {
        let layout = Layout {
            recognition,
            ..bare()
        };
        assert!(descriptor::print(&layout).contains(said));
        comes_back(&layout);
    }
}

#[test]
fn names_of_newer_versions_come_back() {
    let mut flags = names("Channels", PrimKind::U8, &[("POSITION", 1), ("SPEED", 8)]);
    let mut values = flags.values.to_vec();
    values[1].since = Some(Since {
        name: "FIVE".into(),
        number: 5,
    });
    flags.values = values.into();
    let fields = vec![
        field("version", U8, ""),
        field("channels", Type::Flags(flags.into()), ""),
    ];
    let layout = Layout {
        recognition: Recognition::Extension,
        ..layout("t.since", &["since"], vec![record("R", &[], fields)])
    };
    let line = r#"<flag name="SPEED" value="0x8" since="FIVE:5">"#;
    assert!(descriptor::print(&layout).contains(line));
    comes_back(&layout);
    let xsd = formwork_export::xsd::print(&layout);
    assert!(xsd.contains("Since version 5 (FIVE)."), "{xsd}");
}

#[test]
fn a_field_is_one_line() {
    let xml = descriptor::print(&animation());
    for line in [
        r#"<layout formwork="1" format="urho3d.animation" extensions="ani anim">"#,
        r#"  <struct name="Animation" endian="little">"#,
        r#"    <field name="length" type="f32" unit="seconds">Playing time, in seconds.</field>"#,
        r#"    <count name="track_count" type="u32" of="tracks"/>"#,
        r#"    <list name="tracks" type="Track" count="track_count" item="track" args="version"/>"#,
        r#"    <field name="position" type="Vec3" when="channels has POSITION:1">Translation.</field>"#,
        r#"  <struct name="Vec3" style="vector">"#,
        r#"    <magic bytes="UANI" number="1">Every engine.</magic>"#,
        r#"    <magic bytes="UAN2" first="2" last="4">Only one.</magic>"#,
        r#"    <magic bytes="0x00ff" repr="u16" first="5" last="500"/>"#,
        r#"    <flag name="SCALE" value="0x4">Means SCALE.</flag>"#,
    ] {
        assert!(xml.lines().any(|one| one == line), "{line}\n{xml}");
    }
}

#[test]
fn what_is_rare_has_a_line_too() {
    let xml = descriptor::print(&archive());
    for line in [
        r#"  <struct name="Archive" endian="big" magic="0x4100ff">"#,
        r#"    <field name="reading" type="u8.2"/>"#,
        r#"    <field name="other" type="Kind.2"/>"#,
        r#"    <assert that="size >= 1">too "small"</assert>"#,
        r#"    <assert that="size &lt; 100 || size == 255"/>"#,
        r#"    <blob name="tail" count="to end"/>"#,
        r#"    <variant name="none" when="kind == 0" shape="unit"/>"#,
        r#"      <list name="0" type="Value" nested="true" count="kind" item="value" args="kind"/>"#,
        r#"    <list name="leaves" type="Leaf" nested="list" count="weight" item="entry"/>"#,
        r#"  <struct name="Leaf" magic="0x30784c454146">"#,
        r#"  <flags name="Kind" id="Kind.2" repr="u32">"#,
        r#"  <dialects name="u8" id="u8.2" repr="u8">"#,
    ] {
        assert!(xml.lines().any(|one| one == line), "{line}\n{xml}");
    }
}

#[test]
fn comments_instructions_and_a_byte_order_mark_do_not_matter() {
    let xml = descriptor::print(&animation());
    let xml = xml.replace(
        "    <field",
        "<?ignored this?><!-- and this -->\r\n    <field",
    );
    assert_eq!(
        descriptor::parse(&format!("\u{feff}{xml}")).unwrap(),
        animation()
    );
}

#[test]
fn a_doc_may_be_odd() {
    for doc in [" ", "\n", "a\n  b\r\nc ", "]]>", "&amp;", "\t\u{1f980}"] {
        let one = layout("t", &[], vec![record("R", &[], vec![field("a", U8, doc)])]);
        assert_eq!(
            descriptor::parse(&descriptor::print(&one)).unwrap(),
            one,
            "{doc:?}"
        );
    }
    let one = layout(
        "t",
        &[],
        vec![record("R", &[], vec![field("a", U8, "\u{1}")])],
    );
    assert!(descriptor::print(&one).contains(">\u{fffd}<"));
}

#[test]
fn a_struct_may_be_named_like_a_type() {
    let items = Type::List(named("u8").into());
    let root = record("bool", &[], vec![list("a", "b", items, "2")]);
    comes_back(&layout(
        "t",
        &[],
        vec![root, record("u8", &[], vec![field("a", U8, "")])],
    ));
}

#[test]
fn every_beginning_is_an_error() {
    for layout in [animation(), archive()] {
        let xml = descriptor::print(&layout);
        let xml = xml.trim_end();
        for (end, _) in xml.char_indices() {
            let error = descriptor::parse(&xml[..end]).expect_err(&xml[..end]);
            assert!(error.line().is_some(), "{error}");
        }
    }
}

#[test]
fn no_small_change_panics() {
    for layout in [animation(), archive()] {
        let xml = descriptor::print(&layout);
        for (at, c) in xml.char_indices() {
            for new in ["", "<", "\"", "&", ">", "0", " ", "é"] {
                let changed = [&xml[..at], new, &xml[at + c.len_utf8()..]].concat();
                if let Ok(layout) = descriptor::parse(&changed) {
                    assert!(!formwork_export::xsd::print(&layout).is_empty());
                }
            }
        }
    }
}
