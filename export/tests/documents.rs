//! Layouts of XML documents: their descriptors, what is wrong with one, and what changed between two.

use formwork_export::{
    compare::{Change, Verdict, layouts, verdict},
    descriptor,
};
use formwork_schema::Layout;

const LEVEL: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<layout formwork="1" format="my.level" title="Level of mine" encoding="xml" extensions="level.xml">
  <hint text=" timeLimit="/>
  <obsolete root="Stage">what levels were called</obsolete>
  <struct name="Level" element="Level">
    <doc>A level.</doc>
    <attribute name="time_limit" attribute="timeLimit" type="f32" unit="seconds" default="60">How long.</attribute>
    <child name="first" type="Thing">The first thing.</child>
    <children name="things" type="Any">What stands in it.</children>
    <unknown name="unknown"/>
  </struct>
  <struct name="Thing" element="Thing" repeated="last">
    <inline name="place" type="Place"/>
    <attribute name="kind" attribute="kind" type="Kind" default="Rock" need="required"/>
    <attribute name="old" attribute="old" type="bool" yes="true" optional="true" obsolete="since ever"/>
    <text name="text"/>
    <verbatim name="attachment" element="Attachment"/>
    <unknown name="unknown"/>
  </struct>
  <struct name="Any">
    <variant name="Light" shape="newtype">
      <child name="0" type="Light"/>
    </variant>
    <variant name="Unknown" shape="newtype">
      <unknown name="0"/>
    </variant>
  </struct>
  <struct name="Place">
    <attribute name="x" attribute="x" type="i32"/>
  </struct>
  <struct name="Light" element="Light">
    <unknown name="unknown"/>
  </struct>
  <words name="Kind">
    <word name="Rock">Hard.</word>
    <word name="Tree"/>
  </words>
</layout>
"#;

fn edited(from: &str, to: &str) -> String {
    assert_eq!(LEVEL.matches(from).count(), 1, "{from}");
    LEVEL.replacen(from, to, 1)
}

fn level() -> Layout {
    descriptor::parse(LEVEL).unwrap()
}

#[test]
fn a_descriptor_comes_back() {
    assert_eq!(descriptor::print(&level()), LEVEL);
}

#[test]
fn no_small_change_panics() {
    for (at, c) in LEVEL.char_indices() {
        for new in ["", "<", "\"", "&", "0", " ", "é"] {
            let changed = [&LEVEL[..at], new, &LEVEL[at + c.len_utf8()..]].concat();
            if let Ok(layout) = descriptor::parse(&changed) {
                assert!(!formwork_export::xsd::print(&layout).is_empty());
                assert_eq!(
                    descriptor::parse(&descriptor::print(&layout)).unwrap(),
                    layout
                );
            }
        }
    }
}

#[test]
fn what_is_wrong_is_told() {
    for (from, to, said) in [
        (
            r#" encoding="xml""#,
            "",
            "`<hint>` cannot stand in `<layout>`",
        ),
        (r#" encoding="xml""#, r#" encoding="yaml""#, "`yaml`"),
        (
            r#"<child name="first" type="Thing">The first thing.</child>"#,
            r#"<field name="a" type="u8"/>"#,
            "`<field>` cannot stand",
        ),
        (
            r#"type="f32" unit"#,
            r#"type="f64" unit"#,
            "an attribute is not a `f64`",
        ),
        (
            r#"type="f32" unit"#,
            r#"type="f32" yes="true" unit"#,
            "`yes` is about a `bool`",
        ),
        (
            r#"attribute="timeLimit""#,
            r#"attribute="time limit""#,
            "`time limit` is not a name of XML",
        ),
        (
            r#"<text name="text"/>"#,
            r#"<text name="text"/><text name="more"/>"#,
            "an element has one text",
        ),
        (
            r#"<attribute name="x" attribute="x" type="i32"/>"#,
            r#"<attribute name="x" attribute="kind" type="i32"/>"#,
            "a second attribute `kind`",
        ),
        (
            r#"<attribute name="x" attribute="x" type="i32"/>"#,
            r#"<inline name="x" type="Place"/>"#,
            "`Place` is inlined twice",
        ),
        (
            r#"<attribute name="x" attribute="x" type="i32"/>"#,
            r#"<text name="x"/>"#,
            "only an element has children or text",
        ),
        (
            r#"<inline name="place" type="Place"/>"#,
            r#"<inline name="place" type="Light"/>"#,
            "it is an element",
        ),
        (
            r#"<child name="0" type="Light"/>"#,
            r#"<child name="0" type="Place"/>"#,
            "the variant `Light` stands for no element",
        ),
        (
            r#"element="Attachment"/>"#,
            r#"element="Attachment"/><child name="more" type="Place"/>"#,
            "`more` stands for no element",
        ),
        (
            r#"type="Any">What"#,
            r#"type="Thing">What"#,
            "`<Thing>` stands for two things here",
        ),
        (
            r#"<struct name="Level" element="Level">"#,
            r#"<struct name="Level" repeated="last">"#,
            "`repeated` is about an element",
        ),
        (
            r#"<struct name="Light" element="Light">
    <unknown name="unknown"/>"#,
            r#"<struct name="Light" element="Light">"#,
            "add one `<unknown>`",
        ),
        (
            r#"<word name="Tree"/>"#,
            r#"<word name="rock"/>"#,
            "a second `rock`",
        ),
        (
            r#"<word name="Tree"/>"#,
            r#"<word name="Tree" value="1"/>"#,
            "no attribute `value`",
        ),
        (
            r#"type="Kind""#,
            r#"type="string""#,
            "nothing uses this table",
        ),
    ] {
        let error = descriptor::parse(&edited(from, to)).map(drop).unwrap_err();
        let error = error.to_string();
        assert!(
            error.contains(said) && error.contains("at line"),
            "{from} {to}: {error}"
        );
    }
}

fn lines(changes: &[Change]) -> Vec<String> {
    let side = |text: &Option<String>| text.clone().unwrap_or("–".into());
    let line = |one: &Change| {
        let (was, is) = (side(&one.was), side(&one.is));
        format!("{}: {}: {was} → {is}", one.verdict.name(), one.path)
    };
    changes.iter().map(line).collect()
}

#[test]
fn changes_are_those_that_documents_notice() {
    let old = level();
    assert!(layouts(&old, &old).is_empty());
    for (from, to, expected) in [
        (
            "Level of mine",
            "My level",
            "compatible: : title Level of mine → title My level",
        ),
        (
            r#"extensions="level.xml""#,
            r#"extensions="level.xml" recognised="by root""#,
            "reads more: : – → recognised by root",
        ),
        (
            r#" timeLimit="#,
            r#" limit="#,
            "breaks: : hint  timeLimit= → –",
        ),
        (
            "How long.",
            "How long it takes.",
            "compatible: Level.time_limit: doc How long. → doc How long it takes.",
        ),
        (
            r#"default="60""#,
            r#"default="60.0""#,
            "compatible: Level.time_limit: default 60 → default 60.0",
        ),
        (
            r#"default="60""#,
            r#"default="90""#,
            "breaks: Level.time_limit: default 60 → default 90",
        ),
        (
            r#"default="60""#,
            r#"default="60" need="expected""#,
            "compatible: Level.time_limit: not needed → expected",
        ),
        (
            r#"default="60""#,
            r#"default="60" need="required""#,
            "breaks: Level.time_limit: not needed → required",
        ),
        (
            r#"type="f32""#,
            r#"type="i32""#,
            "breaks: Level.time_limit: f32 → i32",
        ),
        (
            r#"name="time_limit""#,
            r#"name="limit""#,
            "compatible: Level.time_limit: field time_limit → field limit",
        ),
        (
            r#"attribute="timeLimit""#,
            r#"attribute="limit""#,
            "breaks: Level.time_limit: timeLimit: f32 → –",
        ),
        (
            r#"type="i32"/>"#,
            r#"type="i32"/><attribute name="y" attribute="y" type="i32"/>"#,
            "reads more: Thing.place.y: – → y: i32",
        ),
        (
            r#"type="i32"/>"#,
            r#"type="i32"/><attribute name="y" attribute="y" type="i32" need="filled"/>"#,
            "breaks: Thing.place.y: – → y: i32, filled",
        ),
        (
            r#" default="Rock" need="required""#,
            r#" default="Tree" need="required""#,
            "compatible: Thing.kind: default Rock → default Tree",
        ),
        (
            r#" need="required""#,
            "",
            "reads more: Thing.kind: required → not needed",
        ),
        (
            r#" need="required""#,
            r#" need="required" strict="true""#,
            "breaks: Thing.kind: – → strict",
        ),
        (
            r#" repeated="last""#,
            "",
            "breaks: Thing: the last of several counts → the first of several counts",
        ),
        (
            r#" yes="true""#,
            r#" yes="true or 1""#,
            "breaks: Thing.old: yes is true → yes is true or 1",
        ),
        (
            r#" optional="true""#,
            "",
            "compatible: Thing.old: optional → –",
        ),
        (r#"<text name="text"/>"#, "", "breaks: Thing.text: text → –"),
        (
            r#"<word name="Tree"/>"#,
            r#"<word name="Tree"/><word name="Hut"/>"#,
            "reads more: Kind.Hut: – → word Hut",
        ),
        (
            r#"<word name="Tree"/>"#,
            "",
            "breaks: Kind.Tree: word Tree → –",
        ),
        (
            r#"<child name="first" type="Thing">The first thing.</child>"#,
            r#"<children name="first" type="Thing">The first thing.</children>"#,
            "breaks: Level: <Thing> → –",
        ),
        (
            r#"<variant name="Light""#,
            r#"<variant name="Lamp""#,
            "compatible: Level: variant Light → variant Lamp",
        ),
        (
            r#"<struct name="Level" element="Level">"#,
            r#"<struct name="Level" element="World">"#,
            "breaks: : <Level> → –",
        ),
    ] {
        let new = descriptor::parse(&edited(from, to)).unwrap();
        let changes = layouts(&old, &new);
        let lines = lines(&changes);
        assert!(
            lines.iter().any(|line| line == expected),
            "{expected}\n{lines:#?}"
        );
        let back = verdict(&layouts(&new, &old));
        match verdict(&changes) {
            Verdict::Compatible => assert_eq!(back, Verdict::Compatible, "{expected}"),
            Verdict::ReadsMore => assert_eq!(back, Verdict::Breaks, "{expected}"),
            Verdict::Breaks => {}
        }
    }
}

#[test]
fn bytes_are_no_documents() {
    let bytes = r#"<layout formwork="1" format="my.level" recognised="on request"><struct name="Level"/></layout>"#;
    let bytes = descriptor::parse(bytes).unwrap();
    let lines = lines(&layouts(&level(), &bytes));
    assert!(
        lines.contains(&"breaks: : XML documents → bytes".to_owned()),
        "{lines:#?}"
    );
}
