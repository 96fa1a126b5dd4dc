//! XML, both ways.

use crate::common::{Sample, assert_same, bare, full, tree, typed};
use formwork_schema::Format;
use formwork_text::xml;

fn printed(sample: &Sample, trailing: &[u8]) -> String {
    let mut out = Vec::new();
    xml::print(Sample::layout(), &tree(sample), trailing, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn everything_prints() {
    crate::lock::locked!(printed(&full(), b"tail"));
    crate::lock::locked!(printed(&bare(), b""));
}

/// What is said of a document that begins with this.
fn declared(declaration: &str) -> Result<(), String> {
    let text = format!("{declaration}{SMALL}");
    let parsed = typed::<Sample>(xml::parse(Sample::layout(), &text));
    parsed.map(drop).map_err(|error| error.to_string())
}

#[test]
fn declarations_are_read_strictly() {
    for right in [
        "",
        "\u{feff}<?xml version=\"1.0\"?>",
        "<?xml version=\"1.0\" ?>\n",
        "<?xml version='1.1' encoding='UTF-8' standalone='yes'?>",
        "<?xml version=\"1.0\" standalone=\"no\"?>",
        "<?xml version=\"1.0\" encoding=\"iso-8859-1\"?>",
        "<!-- first -->\n<?xml-stylesheet href='a.css'?>",
    ] {
        assert_eq!(declared(right), Ok(()), "{right}");
    }
    for (wrong, why) in [
        ("<?xml?>", "says its version"),
        ("<?xml encoding=\"utf-8\"?>", "begins with its version"),
        (
            "<?xml encoding=\"utf-8\" version=\"1.0\"?>",
            "begins with its version",
        ),
        ("<?xml version=\"2.0\"?>", "only 1.0"),
        ("<?xml version=\"1.\"?>", "only 1.0"),
        (
            "<?xml version=\"1.0\" more=\"1\"?>",
            "`more` does not belong there",
        ),
        (
            "<?xml version=\"1.0\" version=\"1.0\"?>",
            "`version` does not belong there",
        ),
        (
            "<?xml version=\"1.0\" standalone=\"yes\" encoding=\"utf-8\"?>",
            "`encoding` does not belong there",
        ),
        (
            "<?xml version=\"1.0\" standalone=\"maybe\"?>",
            "only yes and no",
        ),
        ("<?xml version=\"1.0\" encoding=\"utf-16\"?>", "only utf-8"),
        (
            "<?xml version=\"1.0\"encoding=\"utf-8\"?>",
            "expected name=\"value\"",
        ),
        ("<?xml version=1.0?>", "expected name=\"value\""),
        (" <?xml version=\"1.0\"?>", "very beginning"),
        ("<!-- first --><?xml version=\"1.0\"?>", "very beginning"),
        ("<?XML version=\"1.0\"?>", "small letters"),
    ] {
        let said = declared(wrong).expect_err(wrong);
        assert!(
            said.contains(why) && said.contains("line 1, column"),
            "{wrong}: {said}"
        );
    }
}

#[test]
fn everything_comes_back() {
    for (sample, trailing) in [(full(), &b"tail"[..]), (bare(), b"")] {
        let text = printed(&sample, trailing);
        let parsed = typed::<Sample>(xml::parse(Sample::layout(), &text)).unwrap();
        assert_same(&parsed.tree, &sample);
        assert_eq!(parsed.trailing, trailing);
        assert_eq!(printed(&parsed.tree, trailing), text);
    }
}

const SMALL: &str = r#"<test.sample formwork="2" version="SMPL" reading="current" name="" label="" topology="LINES" flag="true" small="1" large="2" below="3" precise="4">
  <track name="a" channels="POSITION">
    <keyframe time="0" position="1 2 3"/>
  </track>
  <blob>AAEC</blob>
  <indices>1 2</indices>
  <value kind="1">
    <value>5</value>
  </value>
</test.sample>
"#;

fn parsed(text: &str) -> Sample {
    typed::<Sample>(xml::parse(Sample::layout(), text))
        .unwrap_or_else(|error| panic!("{error}\n{text}"))
        .tree
}

fn refused(old: &str, new: &str) -> String {
    assert!(SMALL.contains(old), "{old}");
    let text = SMALL.replacen(old, new, 1);
    let result = typed::<Sample>(xml::parse(Sample::layout(), &text));
    result
        .map(|_| panic!("read without an error: {new}"))
        .unwrap_err()
        .to_string()
}

#[test]
fn errors_say_where_and_what() {
    let cases = [
        ("test.sample", "test.other"),
        (" name=\"\"", ""),
        (" name=\"\"", " name=\"\" name=\"\""),
        (" name=\"\"", " name=\"\" nmae=\"\""),
        (" name=\"\"", " name=\"\" blob=\"\""),
        (" name=\"\"", " name=\"\"label_padding=\"\""),
        (" name=\"\"", " name=\"&nbsp;\""),
        (" name=\"\"", " name=\"<\""),
        (" name=\"\"", " name"),
        (" label=\"\"", " label=\"a much longer label\""),
        (" label=\"\"", " label=\"\" label_padding=\"?\""),
        ("LINES", "CURVES"),
        ("LINES", "256"),
        ("\"true\"", "\"yes\""),
        ("small=\"1\"", "small=\"4294967296\""),
        ("large=\"2\"", "large=\"-2\""),
        ("precise=\"4\"", "precise=\"four\""),
        ("reading=\"current\"", "reading=\"other\""),
        ("version=\"SMPL\"", "version=\"SMPL 7\""),
        ("POSITION", "POSITION SCALE"),
        ("POSITION", "0x100"),
        ("1 2 3", "1 2"),
        ("1 2 3", "1 2 3 4"),
        ("1 2 3", "1 2 x"),
        ("time=\"0\"", "time=\"1e39\""),
        ("time=\"0\" ", ""),
        ("AAEC", "AAE"),
        ("<blob>", "<blob size=\"3\">"),
        ("<indices>1 2</indices>", ""),
        ("<indices>1 2</indices>", "<indices>1 2</indices><indices/>"),
        ("<indices>1 2</indices>", "<indices>1 70000</indices>"),
        ("<indices>1 2</indices>", "<indices><i>1</i></indices>"),
        ("<blob>", "text<blob>"),
        ("<blob>", "<bolb/><blob>"),
        ("<blob>", "<name>x</name><blob>"),
        ("</blob>", "</blob><track name=\"b\" channels=\"\"/>"),
        ("<value>5</value>", "<value>5.5</value>"),
        ("<value>5</value>", "<value><float>5</float></value>"),
        ("<value>5</value>", ""),
        ("kind=\"1\"", "kind=\"2\""),
        ("kind=\"1\"", "kind=\"0\""),
        ("kind=\"1\"", "kind=\"5\""),
        ("</value>", "</valve>"),
        ("</test.sample>", ""),
        ("</test.sample>", "</test.sample><more/>"),
        ("<test.sample", "<!DOCTYPE x><test.sample"),
        (SMALL, ""),
    ];
    let messages: Vec<_> = cases.iter().map(|(old, new)| refused(old, new)).collect();
    crate::lock::locked!(messages.join("\n"));
}

#[test]
fn other_spellings_are_read() {
    let expected = parsed(SMALL);
    for (old, new) in [
        (
            "<test.sample ",
            "\u{feff}<?xml version=\"1.0\"?>\n<!-- a sample -->\n<test.sample ",
        ),
        (
            "<test.sample ",
            "<test.sample xmlns:xsi=\"x\" xsi:noNamespaceSchemaLocation=\"y\" ",
        ),
        (" name=\"\" label=\"\"", " label = ''\n\tname=''"),
        ("AAEC", " AA\n EC "),
        (
            "<blob>AAEC</blob>\n  <indices>1 2</indices>",
            "<indices><![CDATA[1]]> <!-- x -->2</indices>\n<blob>AAEC</blob>",
        ),
        ("1 2 3", " 1.0\t2e0&#10;+3 "),
        ("LINES", "1"),
        ("\"true\"", "\"1\""),
        ("POSITION", " POSITION  0x1 "),
        (
            "<keyframe time=\"0\" position=\"1 2 3\"/>",
            "<keyframe position=\"1 2 3\" time=\"0\"><?pi?></keyframe>",
        ),
        (
            "</test.sample>",
            "<trailing></trailing></test.sample> <!-- end --> ",
        ),
    ] {
        assert!(SMALL.contains(old), "{old}");
        crate::common::assert_same(&parsed(&SMALL.replacen(old, new, 1)), &expected);
    }
}

#[test]
fn padding_stands_on_either_side() {
    let before = SMALL.replace(" label=\"\"", " label_padding=\"eHk=\" label=\"Bip\"");
    let behind = SMALL.replace(" label=\"\"", " label=\"Bip\" label_padding=\"eHk=\"");
    crate::common::assert_same(&parsed(&before), &parsed(&behind));
    assert_eq!(&parsed(&before).label.padding()[..3], b"xy\0");
    let alone = refused(" label=\"\"", " label_padding=\"eHk=\"");
    assert_eq!(
        alone,
        "malformed: at line 1, column 83: `label_padding` is there without `label`"
    );
}

#[test]
fn the_root_says_the_format() {
    assert_eq!(
        xml::root("<?xml version='1.0'?><!-- x --><a.b c='d'><").unwrap(),
        "a.b"
    );
    assert!(xml::root("").is_err() && xml::root("hello").is_err() && xml::root("</a>").is_err());
}

#[test]
fn no_prefix_is_a_document() {
    let text = printed(&full(), b"tail");
    for end in 0..text.trim_end().len() {
        assert!(
            typed::<Sample>(xml::parse(Sample::layout(), &text[..end])).is_err(),
            "{end}"
        );
    }
}

#[test]
fn no_damage_is_a_panic() {
    let text = printed(&full(), b"tail");
    for at in 0..text.len() {
        for with in ["<", ">", "\"", "&", "/", " ", "x", "9", ""] {
            let damaged = format!("{}{with}{}", &text[..at], &text[at + 1..]);
            let _ = typed::<Sample>(xml::parse(Sample::layout(), &damaged));
        }
    }
}

#[test]
fn depth_is_bounded() {
    let (before, behind) = ("<value kind=\"4\"><value>", "</value></value>");
    let inner = "<value kind=\"1\">\n    <value>5</value>\n  </value>";
    let deep = |depth| format!("{}{inner}{}", before.repeat(depth), behind.repeat(depth));
    assert!(SMALL.contains(inner));
    parsed(&SMALL.replacen(inner, &deep(64), 1));
    let text = SMALL.replacen(inner, &deep(10_000), 1);
    let error = typed::<Sample>(xml::parse(Sample::layout(), &text)).unwrap_err();
    assert_eq!(error.kind(), formwork_schema::Kind::Limit);
    assert!(
        error
            .to_string()
            .ends_with("more than 1280 levels of nested elements"),
        "{error}"
    );
}

#[test]
fn byte_order_marks_shift_nothing() {
    let mut text = printed(&full(), b"");
    for _ in 0..4 {
        text.insert(0, '\u{feff}');
        let parsed = typed::<Sample>(xml::parse(Sample::layout(), &text)).unwrap();
        assert_same(&parsed.tree, &full());
    }
}

#[test]
fn a_failing_writer_is_told_soon() {
    struct Full;
    impl std::io::Write for Full {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("disk full"))
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let error = xml::print(Sample::layout(), &tree(&full()), b"", &mut Full).unwrap_err();
    assert_eq!(error.to_string(), "system: disk full");
}
