//! A layout that was exported and read back does everything that the compiled one does.

use std::collections::BTreeMap;

use bytes::Bytes;
use conformance::{corpus, fixtures, questions::keeping};
use formwork_export::descriptor;
use formwork_formats::layouts;
use formwork_schema::{Layout, Limits, Result, Value, read::Document, value};
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
