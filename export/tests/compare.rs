//! What changed between two layouts, and what that does to files.

use crate::common::{U8, animation, archive, args, field, named, record, when};
use formwork_export::{
    compare::{Change, Verdict, layouts, verdict},
    descriptor,
};
use formwork_schema::{
    Layout,
    layout::{Field, Type},
};

/// A layout with some of its descriptor replaced.
fn edited(layout: &Layout, edits: &[(&str, &str)]) -> Layout {
    let mut xml = descriptor::print(layout);
    for (from, to) in edits {
        assert_eq!(xml.matches(from).count(), 1, "{from}\n{xml}");
        xml = xml.replacen(from, to, 1);
    }
    descriptor::parse(&xml).unwrap_or_else(|error| panic!("{error}\n{xml}"))
}

fn lines(changes: &[Change]) -> Vec<String> {
    let side = |text: &Option<String>| text.clone().unwrap_or("–".into());
    let line = |one: &Change| {
        let (was, is) = (side(&one.was), side(&one.is));
        format!("{}: {}: {was} → {is}", one.verdict.name(), one.path)
    };
    changes.iter().map(line).collect()
}

/// Asks what one edit changes, and that the way back is no better than it can be.
#[track_caller]
fn changes(layout: &Layout, edits: &[(&str, &str)], expected: &[&str]) {
    let new = edited(layout, edits);
    let changes = layouts(layout, &new);
    assert_eq!(lines(&changes), expected);
    let back = verdict(&layouts(&new, layout));
    match verdict(&changes) {
        Verdict::Compatible => assert_eq!(back, Verdict::Compatible, "{expected:?}"),
        Verdict::ReadsMore => assert_eq!(back, Verdict::Breaks, "{expected:?}"),
        Verdict::Breaks => {}
    }
}

/// Asks that an edit breaks, and where.
#[track_caller]
fn breaks(layout: &Layout, edits: &[(&str, &str)], path: &str) {
    let changes = layouts(layout, &edited(layout, edits));
    let worst: Vec<&str> = changes
        .iter()
        .filter(|one| one.verdict == Verdict::Breaks)
        .map(|one| one.path.as_str())
        .collect();
    assert!(worst.contains(&path), "{:?}", lines(&changes));
}

/// The archive, never ambiguous.
fn plain() -> Layout {
    let xml =
        descriptor::print(&archive()).replace("    <field name=\"reading\" type=\"u8.2\"/>\n", "");
    let (before, rest) = xml.split_once("  <dialects").unwrap();
    let (_, after) = rest.split_once("</dialects>\n").unwrap();
    descriptor::parse(&[before, after].concat()).unwrap()
}

const LENGTH: &str =
    r#"<field name="length" type="f32" unit="seconds">Playing time, in seconds.</field>"#;

#[test]
fn equal_layouts_have_no_changes() {
    for layout in [animation(), archive()] {
        assert_eq!(layouts(&layout, &layout), []);
        assert_eq!(layouts(&layout, &edited(&layout, &[])), []);
    }
}

#[test]
fn words_are_compatible() {
    changes(
        &animation(),
        &[(
            r#"unit="seconds">Playing time, in seconds."#,
            r#"unit="s">How long."#,
        )],
        &[
            "compatible: Animation.length: doc Playing time, in seconds. → doc How long.",
            "compatible: Animation.length: unit seconds → unit s",
        ],
    );
    changes(
        &archive(),
        &[(">too \"small\"<", ">too few<")],
        &["compatible: Archive.size: message too \"small\" → message too few"],
    );
}

#[test]
fn another_name_changes_text_forms_only() {
    changes(
        &animation(),
        &[(r#"name="length""#, r#"name="duration""#)],
        &["compatible: Animation.length: name length → name duration"],
    );
    // The conditions that name the field follow it.
    let all = |xml: &str| xml.replace("channels", "mask");
    let xml = all(&descriptor::print(&animation()));
    let new = descriptor::parse(&xml).unwrap();
    assert_eq!(
        lines(&layouts(&animation(), &new)),
        ["compatible: Track.channels: name channels → name mask"]
    );
}

#[test]
fn a_struct_of_another_name_is_the_same() {
    let xml = descriptor::print(&archive()).replace("\"Entry\"", "\"Node\"");
    let new = descriptor::parse(&xml).unwrap();
    assert_eq!(
        lines(&layouts(&archive(), &new)),
        ["compatible: Entry: struct Entry → struct Node"]
    );
}

#[test]
fn a_version_more_reads_more() {
    let speed =
        format!("{LENGTH}\n<field name=\"speed\" type=\"f32\" when=\"version >= SPEED:5\"/>");
    changes(
        &animation(),
        &[
            (LENGTH, &speed),
            (r#"first="2" last="4""#, r#"first="2" last="5""#),
        ],
        &[
            "reads more: Version.UAN2: 2..=4 → 2..=5",
            "breaks: Animation.speed: – → f32 when version >= SPEED:5",
        ],
    );
    // The third magic has numbers up to 500, so version 5 was read before.
    let new = r#"when="version == 501""#;
    let speed = format!("{LENGTH}\n<field name=\"speed\" type=\"f32\" {new}/>");
    changes(
        &animation(),
        &[
            (LENGTH, &speed),
            (r#"first="2" last="4""#, r#"first="2" last="501""#),
        ],
        &[
            "reads more: Version.UAN2: 2..=4 → 2..=501",
            "reads more: Animation.speed: – → f32 when version == 501",
        ],
    );
}

#[test]
fn a_version_that_is_handed_down_counts() {
    let weight = r#"<field name="weight" type="f32" when="version == TRACK_WEIGHT:3">"#;
    let sides = |condition: &str| format!(r#"<field name="weight" type="f32" when="{condition}">"#);
    let wider = (r#"first="2" last="4""#, r#"first="2" last="600""#);
    changes(
        &animation(),
        &[(weight, &sides("version == 3 || version == 600")), wider],
        &[
            "reads more: Version.UAN2: 2..=4 → 2..=600",
            "reads more: Track.weight: when version == TRACK_WEIGHT:3 → when version == 3 || version == 600",
        ],
    );
    breaks(
        &animation(),
        &[(weight, &sides("version >= 3"))],
        "Track.weight",
    );
    // Another value under the same name.
    breaks(
        &animation(),
        &[(r#"args="version""#, r#"args="version + 1""#)],
        "Track.weight",
    );
}

#[test]
fn what_asserts_let_pass_is_what_files_have() {
    let line = r#"<field name="title" type="string[8]"/>"#;
    let more = |condition: &str| {
        format!("<field name=\"more\" type=\"u8\" when=\"{condition}\"/>\n{line}")
    };
    // Sizes of files are at least 1, and below 100 or 255.
    let new = edited(&archive(), &[(line, &more("size == 200"))]);
    assert_eq!(
        lines(&layouts(&archive(), &new)),
        ["reads more: Archive.more: – → u8 when size == 200"]
    );
    breaks(&archive(), &[(line, &more("size == 99"))], "Archive.more");
    breaks(&archive(), &[(line, &more("kind == 200"))], "Archive.more");
}

#[test]
fn structs_that_contain_themselves_come_to_an_end() {
    let layout = |args: [&str; 2]| {
        let nested = |name: &str, arg: &str| {
            let ty = Type::Nested(named("Node").into());
            when(&format!("{name}_there"), args_of(arg, field(name, ty, "")))
        };
        let fields = vec![
            field("left_there", U8, ""),
            field("right_there", U8, ""),
            nested("left", args[0]),
            nested("right", args[1]),
            when("depth == 3", field("mark", U8, "")),
        ];
        let root = record(
            "Root",
            &[],
            vec![args_of("1", field("node", named("Node"), ""))],
        );
        crate::common::layout("t", &[], vec![root, record("Node", &["depth"], fields)])
    };
    let one = layout(["depth + 1", "depth * 2 + left_there"]);
    assert_eq!(layouts(&one, &one), []);
    let other = layout(["depth + 1", "depth * 3"]);
    assert_eq!(verdict(&layouts(&one, &other)), Verdict::Breaks);
}

fn args_of(arg: &str, field: Field) -> Field {
    args(&[arg], field)
}

#[test]
fn a_new_magic_reads_more() {
    let line = r#"<magic bytes="UANI" number="1">Every engine.</magic>"#;
    let more = format!("{line}\n<magic bytes=\"UAN3\" first=\"1\" last=\"1\"/>");
    changes(
        &animation(),
        &[(line, &more)],
        &["reads more: Version.UAN3: – → 1..=1"],
    );
    let hiding = format!("<magic bytes=\"UAN\" first=\"1\" last=\"1\"/>\n{line}");
    breaks(&animation(), &[(line, &hiding)], "Version.UAN");
    breaks(
        &animation(),
        &[("\"UANI\" number=\"1\"", "\"UANI\" number=\"2\"")],
        "Version.UANI",
    );
    breaks(
        &animation(),
        &[(r#"repr="u16" first="5""#, r#"first="5""#)],
        r"Version.\x00\xff",
    );
}

#[test]
fn a_new_name_reads_more() {
    let flag = r#"<flag name="SCALE" value="0x4">Means SCALE.</flag>"#;
    let more = format!("{flag}\n<flag name=\"MORE\" value=\"0x8\"/>");
    changes(
        &animation(),
        &[(flag, &more)],
        &["reads more: Channels.MORE: – → 0x8"],
    );
    changes(
        &archive(),
        &[(r#"name="FLOAT" value="1""#, r#"name="REAL" value="1""#)],
        &["compatible: Kind.FLOAT: name FLOAT → name REAL"],
    );
    breaks(
        &animation(),
        &[(flag, r#"<flag name="SCALE" value="0x8"/>"#)],
        "Channels.SCALE",
    );
    breaks(
        &animation(),
        &[(r#"repr="u8""#, r#"repr="u16""#)],
        "Channels",
    );
}

#[test]
fn asserts_may_ask_less() {
    let small = r#"<assert that="size &lt; 100 || size == 255"/>"#;
    changes(
        &plain(),
        &[(small, r#"<assert that="size &lt;= 255"/>"#)],
        &["reads more: Archive.size: assert size < 100 || size == 255 → assert size <= 255"],
    );
    changes(
        &plain(),
        &[(small, "")],
        &["reads more: Archive.size: assert size < 100 || size == 255 → –"],
    );
    breaks(
        &plain(),
        &[(small, r#"<assert that="size &lt; 50"/>"#)],
        "Archive.size",
    );
    // It belongs to the field in front of it, which is another one now.
    let later = r#"<field name="later" type="u8" when="0 == 1"/>"#;
    changes(
        &plain(),
        &[(small, &format!("{later}{small}"))],
        &[
            "reads more: Archive.size: assert size < 100 || size == 255 → –",
            "reads more: Archive.later: – → u8 when 0 == 1",
        ],
    );
    // What was refused in one reading and taken in another may be taken in the first.
    breaks(&archive(), &[(small, "")], "Archive.size");
}

#[test]
fn a_new_variant_reads_more() {
    let variant = r#"<variant name="none" when="kind == 0" shape="unit"/>"#;
    let more = format!("{variant}\n<variant name=\"six\" when=\"kind == 6\" shape=\"unit\"/>");
    // The last variant is chosen by bytes, which files of kind 6 may have.
    breaks(&archive(), &[(variant, &more)], "Value.six");
    let magic = format!("{variant}\n<variant name=\"six\" magic=\"SIX!\" shape=\"unit\"/>");
    breaks(&archive(), &[(variant, &magic)], "Value.six");
    let clips = r#"<variant name="float" when="kind == 1""#;
    changes(
        &archive(),
        &[(clips, r#"<variant name="real" when="kind == 1""#)],
        &["compatible: Value.float: variant float → variant real"],
    );
    breaks(
        &archive(),
        &[(clips, r#"<variant name="float" when="kind == 9""#)],
        "Value.float",
    );
}

#[test]
fn a_variant_for_the_rest_takes_from_none_before_it() {
    let of = |variants: &str| {
        let head = "<layout formwork=\"2\" format=\"test.rest\" recognised=\"on request\"><struct name=\"A\"><count name=\"n\" type=\"u8\" of=\"l\"/>\
                    <list name=\"l\" type=\"V\" count=\"n\"/></struct><struct name=\"V\">";
        let layout = format!("{head}{variants}</struct></layout>");
        formwork_export::descriptor::parse(&layout).expect("a layout")
    };
    let one = r#"<variant name="one" magic="ONE" shape="unit"/>"#;
    let two = r#"<variant name="two" magic="TWO" shape="unit"/>"#;
    let rest = r#"<variant name="rest" shape="newtype"><field name="0" type="u8"/></variant>"#;
    let (strict, loose) = (of(one), of(&format!("{one}{rest}")));
    let verdicts = |old, new| {
        let changes = formwork_export::compare::layouts(old, new).into_iter();
        changes.map(|change| change.verdict).collect::<Vec<_>>()
    };
    assert_eq!(verdicts(&strict, &loose), [Verdict::ReadsMore]);
    assert_eq!(verdicts(&loose, &strict), [Verdict::Breaks]);
    // Files may have had it as the rest.
    let more = of(&format!("{one}{two}{rest}"));
    assert_eq!(verdicts(&loose, &more), [Verdict::Breaks]);
}

#[test]
fn what_the_bytes_are_breaks() {
    let clip = animation();
    for (from, to, path) in [
        (LENGTH, "", "Animation.length"),
        (
            LENGTH,
            r#"<field name="length" type="f64"/>"#,
            "Animation.length",
        ),
        (
            LENGTH,
            r#"<field name="length" type="u32"/>"#,
            "Animation.length",
        ),
        (
            LENGTH,
            r#"<field name="length" type="f32" endian="big"/>"#,
            "Animation.length",
        ),
        (
            LENGTH,
            r#"<field name="length" type="f32"/><field name="b" type="u8"/>"#,
            "Animation.b",
        ),
        (
            LENGTH,
            r#"<field name="length" type="f32" when="version == 3"/>"#,
            "Animation.length",
        ),
        (r#"endian="little""#, r#"endian="big""#, "Keyframe.time"),
        (
            r#"count="track_count""#,
            r#"count="if version == 3 then 1 else track_count""#,
            "Animation.tracks",
        ),
        (
            r#"name="track_count" type="u32""#,
            r#"name="track_count" type="u16""#,
            "Animation.track_count",
        ),
        ("POSITION:1", "POSITION:8", "Keyframe.position"),
        (
            r#"magic bytes="UANI" number="1""#,
            r#"magic bytes="UANO" number="1""#,
            "Version.UANI",
        ),
    ] {
        breaks(&clip, &[(from, to)], path);
    }
    for (from, to, path) in [
        (r#"magic="0x4100ff""#, r#"magic="0x4200ff""#, "Archive"),
        (
            r#"type="string[8]""#,
            r#"type="string[9]""#,
            "Archive.title",
        ),
        (r#"at="left - 4""#, r#"at="left - 8""#, "Archive.last"),
        (r#"args="weight - 1""#, r#"args="weight""#, "Value.none"),
        (
            "sum(entries, weight * 2)",
            "sum(entries, weight * 3)",
            "Archive.labels",
        ),
        (
            r#"name="current" value="0""#,
            r#"name="current" value="7""#,
            "u8",
        ),
        (r#"magic="OTHR""#, r#"magic="OTHE""#, "Value.other"),
    ] {
        breaks(&archive(), &[(from, to)], path);
    }
}

#[test]
fn fields_in_another_order_break() {
    let name = "    <field name=\"is_set\" type=\"bool\"/>\n";
    let other = "    <field name=\"offset\" type=\"vle\"/>\n";
    let both = format!("{name}{other}");
    let turned = format!("{other}{name}");
    let changes = layouts(&archive(), &edited(&archive(), &[(&both, &turned)]));
    assert_eq!(verdict(&changes), Verdict::Breaks);
}

#[test]
fn what_takes_no_bytes_may_come_and_go() {
    let line = "    <field name=\"offset\" type=\"vle\"/>\n";
    let more = format!("{line}    <field name=\"rest\" type=\"remaining\" visible=\"false\"/>\n");
    changes(
        &archive(),
        &[(line, &more)],
        &["compatible: Archive.rest: – → remaining"],
    );
    changes(
        &animation(),
        &[(r#"<packed name="keyframes""#, r#"<list name="keyframes""#)],
        &["compatible: Track.keyframes: packed → list"],
    );
}

#[test]
fn a_count_may_be_hidden_where_its_list_says_it() {
    let layout = |count: &str, list: &str| {
        let xml = format!(
            "<layout formwork=\"2\" format=\"t\" recognised=\"on request\"><struct name=\"R\">{count}{list}</struct></layout>"
        );
        descriptor::parse(&xml).unwrap()
    };
    let list = r#"<list name="items" type="u8" count="number"/>"#;
    let shown = layout(r#"<field name="number" type="u32"/>"#, list);
    let hidden = layout(r#"<count name="number" type="u32" of="items"/>"#, list);
    assert_eq!(verdict(&layouts(&shown, &hidden)), Verdict::Compatible);
    assert_eq!(verdict(&layouts(&hidden, &shown)), Verdict::Compatible);

    let list = r#"<list name="items" type="u8" count="number - 2"/>"#;
    let shown = layout(r#"<field name="number" type="u32"/>"#, list);
    let hidden = layout(
        r#"<count name="number" type="u32" of="items" plus="2"/>"#,
        list,
    );
    assert_eq!(verdict(&layouts(&shown, &hidden)), Verdict::Compatible);

    let is_set = r#"<field name="is_set" type="bool"/>"#;
    let number = r#"<field name="number" type="u32"/>"#;
    let count = r#"<count name="number" type="u32" of="items"/>"#;
    let with = |field: &str, list: &str| layout(&format!("{is_set}{field}"), list);
    let some = |field: &str| field.replace("/>", " when=\"is_set\"/>");
    let list = some(r#"<list name="items" type="u8" count="number"/>"#);
    let (shown, hidden) = (with(&some(number), &list), with(&some(count), &list));
    assert_eq!(verdict(&layouts(&shown, &hidden)), Verdict::Compatible);

    // Where the list has no items, nothing says the number.
    let list = r#"<list name="items" type="u8" count="if is_set then number else 0"/>"#;
    let (shown, hidden) = (with(number, list), with(count, list));
    assert_eq!(verdict(&layouts(&shown, &hidden)), Verdict::Breaks);
}

#[test]
fn other_formats_break() {
    let changes = layouts(&animation(), &archive());
    assert_eq!(verdict(&changes), Verdict::Breaks);
}

#[test]
fn bits_that_change_names_are_others() {
    let xml = "<layout formwork=\"2\" format=\"t\" recognised=\"on request\"><struct name=\"R\">\
         <list name=\"items\" type=\"Item\" count=\"until info.last\"/></struct>\
         <struct name=\"Item\"><field name=\"info\" type=\"Info\"/></struct>\
         <bits name=\"Info\" repr=\"u8\" first=\"low\"><part name=\"last\" bits=\"4\"/><part name=\"kind\" bits=\"4\"/></bits></layout>";
    let old = descriptor::parse(xml).unwrap();
    let swapped = xml
        .replace("\"last\"", "\"x\"")
        .replace("\"kind\"", "\"last\"");
    let new = descriptor::parse(&swapped.replace("\"x\"", "\"kind\"")).unwrap();
    let found = lines(&layouts(&old, &new));
    let why = "breaks: Info.last: name last → name kind";
    assert!(found.iter().any(|line| line.starts_with(why)), "{found:?}");
}

#[test]
fn parts_of_numbers_are_compared() {
    let xml = "<layout formwork=\"2\" format=\"t\" recognised=\"on request\"><struct name=\"R\">\
         <field name=\"info\" type=\"Info\"/><field name=\"more\" type=\"u8\" when=\"info.version > 2\"/>\
         <field name=\"inner\" type=\"S\" args=\"info\"/></struct>\
         <struct name=\"S\" params=\"info\"><field name=\"last\" type=\"u8\" when=\"info.version == 1\"/></struct><enum name=\"Kind\" repr=\"u8\"><value name=\"A\" value=\"1\"/></enum>\
         <bits name=\"Info\" repr=\"u8\" first=\"low\"><part name=\"version\" bits=\"3\">Which.</part>\
         <part name=\"kind\" bits=\"2\" type=\"Kind\"/><part bits=\"3\"/></bits></layout>";
    let old = descriptor::parse(xml).unwrap();
    for (from, to, said) in [
        (
            "version",
            "edition",
            // The bits are the same under any name.
            "compatible: Info.version: name version → name edition",
        ),
        (
            "Which.",
            "Which one.",
            "compatible: Info.version: doc Which. → doc Which one.",
        ),
        ("\"A\"", "\"B\"", "compatible: Kind.A: name A → name B"),
        (
            "first=\"low\"",
            "first=\"high\"",
            "breaks: Info: parts u8: 3 at 0, 2 at 3 Kind (u8), 3 at 5 → parts u8: 3 at 5, 2 at 3 Kind (u8), 3 at 0",
        ),
        (
            "name=\"version\" bits=\"3\"",
            "name=\"version\" bits=\"3\" type=\"i8\"",
            "breaks: Info: parts u8: 3 at 0, 2 at 3 Kind (u8), 3 at 5 → parts u8: 3 at 0 signed, 2 at 3 Kind (u8), 3 at 5",
        ),
    ] {
        assert!(xml.contains(from), "{from}");
        let new = descriptor::parse(&xml.replace(from, to)).unwrap();
        let found = lines(&layouts(&old, &new));
        // Both conditions ask for these bits, wherever they are.
        let moved = if from == "first=\"low\"" { 3 } else { 1 };
        assert_eq!(found.len(), moved, "{found:?}");
        assert!(found[0].starts_with(said), "{found:?}");
    }
}

/// Files keep a wrong checksum, so that they read either way; their texts do not.
#[test]
fn what_concerns_texts_alone_is_said() {
    let schema = include_str!("../../examples/own-format/tags.xml");
    let checked = descriptor::parse(schema).expect("our own descriptor");
    let plain = edited(&checked, &[(r#" checksum="crc32(kind, text)""#, "")]);
    let shown = edited(
        &checked,
        &[(
            "<list name=\"chunks\"",
            "<derived name=\"twice\" is=\"2\" visible=\"true\"/>\n    <list name=\"chunks\"",
        )],
    );
    for other in [plain, shown] {
        for changes in [layouts(&checked, &other), layouts(&other, &checked)] {
            assert!(
                changes.iter().any(|one| one.why.contains("XML and JSON")),
                "{:?}",
                lines(&changes)
            );
        }
    }
}
