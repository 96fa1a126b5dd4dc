//! A layout that was exported and read back does everything that the compiled one does.

use std::collections::BTreeMap;

use bytes::Bytes;
use conformance::{corpus, fixtures, questions::keeping, texts};
use formwork_export::{compare, descriptor, jsonschema, markdown, xsd};
use formwork_formats::{documents, layouts};
use formwork_markup::{Markup, diagnostics, from_json, read, references, to_json, update, write};
use formwork_schema::{
    Diagnostic, Layout, Limits, Reference, Result, Value, json::Node, read::Document, value,
};
use formwork_text::{
    dump::{self, DumpOptions},
    json,
    outline::Outline,
    textconv, xml,
};

/// The layouts of all formats, compiled and through their descriptors.
fn both() -> BTreeMap<String, (&'static Layout, Layout)> {
    let both = layouts().map(|derived| {
        let loaded = descriptor::parse(&descriptor::print(derived)).expect("our own descriptor");
        (derived.format.to_string(), (derived, loaded))
    });
    both.collect()
}

/// All that is shown of a file.
#[derive(PartialEq)]
struct Shown {
    xml: String,
    json: String,
    dump: String,
    lines: String,
}

fn text(print: impl FnOnce(&mut Vec<u8>) -> Result<()>) -> Result<String> {
    let mut out = Vec::new();
    print(&mut out)?;
    Ok(String::from_utf8(out).expect("texts are UTF-8"))
}

fn shown(layout: &Layout, bytes: &Bytes, document: &Document<Value>) -> Result<Shown> {
    let Document { tree, trailing } = document;
    Ok(Shown {
        xml: text(|out| xml::print(layout, tree, trailing, out))?,
        json: text(|out| json::print(layout, tree, trailing, out))?,
        dump: text(|out| dump::dump(layout, bytes, &DumpOptions::default(), out))?,
        lines: text(|out| {
            let outline = Outline::read(layout, bytes, &Limits::default())?;
            textconv::print(&outline, None, out)
        })?,
    })
}

/// What is wrong with a file, if anything.
fn wrong(derived: &Layout, loaded: &Layout, bytes: &Bytes) -> Result<Option<&'static str>> {
    let document = value::read(derived, bytes, &keeping())?;
    let other = value::read(loaded, bytes, &keeping())?;
    if other != document {
        return Ok(Some("another tree"));
    }
    let text = shown(derived, bytes, &document)?;
    if shown(loaded, bytes, &other)? != text {
        return Ok(Some("another text"));
    }
    if value::write(loaded, &other)? != *bytes {
        return Ok(Some("other bytes from the tree"));
    }
    if xml::encode(loaded, &text.xml)? != *bytes || json::encode(loaded, &text.json)? != *bytes {
        return Ok(Some("other bytes from a text"));
    }
    Ok(None)
}

#[test]
fn loaded_layouts_do_what_compiled_ones_do() {
    let layouts = both();
    let fixtures = fixtures::all().into_iter();
    let fixtures = fixtures.map(|one| (one.path.clone(), one.format(), one.bytes));
    let real = corpus::files();
    let count = real.len();
    let real = real.into_iter().map(|one| {
        let path = one.path.display().to_string();
        (path, one.format.to_owned(), one.bytes)
    });
    let mut problems = Vec::new();
    for (path, format, bytes) in fixtures.chain(real) {
        let (derived, loaded) = &layouts[&format];
        match wrong(derived, loaded, &bytes.into()) {
            Ok(None) => {}
            Ok(Some(what)) => problems.push(format!("{path}: {what}")),
            Err(error) => problems.push(format!("{path}: {error}")),
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    corpus::report("through loaded layouts", count);
}

/// The layouts of all documents, compiled and through their descriptors.
fn both_of_documents() -> BTreeMap<String, [&'static Layout; 2]> {
    let both = documents().map(|derived| {
        let loaded = descriptor::parse(&descriptor::print(derived)).expect("our own descriptor");
        let loaded: &'static Layout = Box::leak(Box::new(loaded));
        (derived.format.to_string(), [derived, loaded])
    });
    both.collect()
}

#[test]
fn layouts_of_documents_come_back() {
    for [derived, loaded] in both_of_documents().into_values() {
        assert_eq!(derived, loaded);
        assert!(compare::layouts(derived, loaded).is_empty());
        assert_eq!(descriptor::print(loaded), descriptor::print(derived));
        assert_eq!(xsd::print(loaded), xsd::print(derived));
        assert_eq!(jsonschema::print(loaded), jsonschema::print(derived));
        assert_eq!(markdown::print(loaded), markdown::print(derived));
    }
}

/// All that a layout alone says of a document.
#[derive(PartialEq)]
struct Told {
    tree: Value,
    json: String,
    diagnostics: Vec<Diagnostic>,
    references: Vec<Reference>,
    canonical: String,
}

fn told(layout: &'static Layout, markup: &Markup) -> Result<Told> {
    let tree = read(markup, layout)?;
    Ok(Told {
        json: to_json(layout, &tree)?.to_string(),
        diagnostics: diagnostics(markup, layout),
        references: references(markup, layout),
        canonical: write(layout, &tree)?,
        tree,
    })
}

/// What is wrong with a document, if anything.
fn wrong_document(
    [derived, loaded]: [&'static Layout; 2],
    bytes: &[u8],
) -> Result<Option<&'static str>> {
    let Ok(markup) = Markup::parse(bytes, &Limits::default()) else {
        // Nothing of it is read under either.
        return Ok(None);
    };
    let [compiled, other] = [told(derived, &markup), told(loaded, &markup)];
    let (compiled, other) = match (compiled, other) {
        (Ok(compiled), Ok(other)) => (compiled, other),
        (Err(a), Err(b)) => return Ok((a != b).then_some("another refusal")),
        _ => return Ok(Some("refused under one of them")),
    };
    if compiled != other {
        return Ok(Some("another tree or text"));
    }
    if update(&markup, loaded, &other.tree)? != bytes {
        return Ok(Some("other bytes from the tree"));
    }
    let again = from_json(loaded, &Node::parse(&other.json)?, &other.json)?;
    Ok((again != other.tree).then_some("another tree from JSON"))
}

#[test]
fn loaded_layouts_of_documents_do_what_compiled_ones_do() {
    let layouts = both_of_documents();
    let ours = texts::all().into_iter();
    let ours = ours.map(|one| (one.path.clone(), one.format(), one.bytes));
    let real = corpus::texts();
    let count = real.len();
    let real = real.into_iter().map(|one| {
        let path = one.path.display().to_string();
        (path, one.format.to_owned(), one.bytes)
    });
    let (mut problems, mut seen) = (Vec::new(), 0);
    for (path, format, bytes) in ours.chain(real) {
        let Some(both) = layouts.get(&format) else {
            continue;
        };
        seen += 1;
        match wrong_document(*both, &bytes) {
            Ok(None) => {}
            Ok(Some(what)) => problems.push(format!("{path}: {what}")),
            Err(error) => problems.push(format!("{path}: {error}")),
        }
    }
    assert!(seen > 20);
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    corpus::report("documents through loaded layouts", count);
}
