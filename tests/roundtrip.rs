//! Bytes → tree → bytes, directly and through XML and JSON.

use conformance::{
    corpus, fixtures,
    questions::{
        AsXml, File, Question, Rewritten, ThroughJson, ThroughSerde, ThroughValue, ThroughXml, ask,
    },
};
use formwork_export::xsd;
use formwork_formats::{layout, layouts};

/// Asks a question of every fixture and real file whose answer must be the bytes of the file.
fn same_bytes(name: &str, question: &impl Question<Answer = Vec<u8>>) {
    let mut wrong = Vec::new();
    let mut check = |path: &str, file: File<'_>| match ask(question, file) {
        Ok(bytes) if bytes == file.bytes => {}
        Ok(_) => wrong.push(format!("{path}: other bytes came back")),
        Err(error) => wrong.push(format!("{path}: {error}")),
    };
    for fixture in fixtures::all() {
        check(
            &fixture.path,
            File {
                format: &fixture.format(),
                bytes: &fixture.bytes,
            },
        );
    }
    let real = corpus::files();
    for file in &real {
        check(
            &file.path.to_string_lossy(),
            File {
                format: file.format,
                bytes: &file.bytes,
            },
        );
    }
    corpus::report(name, real.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn writing_returns_the_same_bytes() {
    same_bytes("rewrite", &Rewritten);
}

#[test]
fn the_layout_alone_returns_the_same_bytes() {
    same_bytes("layout", &ThroughValue);
}

#[test]
fn serde_returns_the_same_bytes() {
    same_bytes("serde", &ThroughSerde);
}

#[test]
fn xml_returns_the_same_bytes() {
    same_bytes("xml", &ThroughXml);
}

#[test]
fn json_returns_the_same_bytes() {
    same_bytes("json", &ThroughJson);
}

#[test]
fn xml_is_valid_against_its_xsd() {
    let Some(xmllint) = crate::xmllint::find() else {
        return;
    };
    for fixture in fixtures::all() {
        let format = fixture.format();
        let file = File {
            format: &format,
            bytes: &fixture.bytes,
        };
        let xml = ask(&AsXml, file).unwrap_or_else(|error| panic!("{}: {error}", fixture.path));
        let layout = layout(&format).expect("fixtures have a format");
        xmllint.validate(&fixture.path, &xsd::print(layout), &xml);
    }
}

#[test]
fn descriptors_are_valid_against_their_xsd() {
    let Some(xmllint) = crate::xmllint::find() else {
        return;
    };
    for layout in layouts() {
        let descriptor = formwork_export::descriptor::print(layout);
        xmllint.validate(
            &layout.format,
            formwork_export::descriptor::xsd(),
            &descriptor,
        );
    }
}
