//! Layouts that no Rust type describes, against arbitrary bytes.

use std::{fs, path::PathBuf, sync::LazyLock};

use bytes::Bytes;
use formwork_export::descriptor::{parse, print};
use formwork_formats::documents as layouts_of_documents;
use formwork_schema::{
    Layout, Limits,
    json::Node,
    layout::Encoding,
    read::{Document, ReadOptions, Trailing},
    value,
};
use formwork_text::{
    dump::{self, DumpOptions},
    json, xml,
};

use super::unpaired;

const GALLERY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/gallery");

/// The layouts of the gallery, by their extensions.
static LAYOUTS: LazyLock<Vec<Layout>> = LazyLock::new(|| {
    let files = fs::read_dir(format!("{GALLERY}/descriptors")).expect("the gallery");
    let mut paths: Vec<PathBuf> = files.flatten().map(|file| file.path()).collect();
    paths.sort();
    let layouts = paths.iter().map(|path| {
        let text = fs::read_to_string(path).expect("a descriptor");
        parse(&text).expect("a descriptor of the gallery")
    });
    layouts.collect()
});

/// Files of the gallery as inputs of the target `gallery`, each with its name.
#[must_use]
pub fn gallery_seeds() -> Vec<(String, Vec<u8>)> {
    let files = fs::read_dir(format!("{GALLERY}/files")).expect("the gallery");
    let mut seeds = Vec::new();
    for path in files.flatten().map(|file| file.path()) {
        let extension = path.extension().unwrap_or_default().to_string_lossy();
        let has = |layout: &Layout| layout.extensions.iter().any(|one| *one == *extension);
        let Some(place) = LAYOUTS.iter().position(has) else {
            continue;
        };
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let file = fs::read(&path).expect("a file of the gallery");
        seeds.push((name.into_owned(), [&[place as u8], &file[..]].concat()));
    }
    seeds
}

/// What reads by a layout of the gallery comes back the same from bytes, XML and JSON. The first byte says which layout.
///
/// # Panics
/// When it does not.
pub(super) fn gallery(bytes: &[u8]) {
    let Some((place, file)) = bytes.split_first() else {
        return;
    };
    let layout = &LAYOUTS[usize::from(*place) % LAYOUTS.len()];
    let Some(document) = read(layout, file) else {
        return;
    };
    let written = value::write(layout, &document).unwrap_or_else(|error| panic!("{error}"));
    assert!(written == file, "other bytes came back");
    through_texts(layout, &document, file);
}

/// Any descriptor against any file: no panic, and what is written reads back. Takes a [`pair`](super::pair).
///
/// # Panics
/// When it does not.
pub(super) fn loaded(bytes: &[u8]) {
    let Some((text, file)) = unpaired(bytes) else {
        return;
    };
    let layout = std::str::from_utf8(text)
        .ok()
        .and_then(|text| parse(text).ok());
    let Some(layout) = layout.filter(|layout| layout.encoding == Encoding::Binary) else {
        return;
    };
    let mut out = Vec::new();
    // What a layout cannot dump, it says.
    drop(dump::dump(&layout, file, &DumpOptions::default(), &mut out));
    let Some(document) = read(&layout, file) else {
        return;
    };
    // Numbers that trees do not have and nothing tells are written as zeros, or refused.
    let Ok(written) = value::write(&layout, &document) else {
        return;
    };
    let again = read(&layout, &written).expect("what was written reads back");
    assert!(again.tree == document.tree, "another tree");
    through_texts(&layout, &document, &written);
}

fn read(layout: &Layout, file: &[u8]) -> Option<Document<value::Value>> {
    let options = ReadOptions {
        trailing: Trailing::Keep,
        limits: Limits {
            memory: 1 << 28,
            ..Limits::default()
        },
    };
    value::read(layout, &Bytes::copy_from_slice(file), &options).ok()
}

/// XML and JSON of a tree mean the same bytes.
fn through_texts(layout: &Layout, document: &Document<value::Value>, expected: &[u8]) {
    let (tree, trailing) = (&document.tree, &document.trailing);
    let mut text = Vec::new();
    if xml::print(layout, tree, trailing, &mut text).is_ok() {
        let text = String::from_utf8(text).expect("UTF-8");
        let bytes = xml::encode(layout, &text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert!(bytes == expected, "XML means other bytes\n{text}");
    }
    let mut text = Vec::new();
    if json::print(layout, tree, trailing, &mut text).is_ok() {
        let text = String::from_utf8(text).expect("UTF-8");
        let bytes = json::encode(layout, &text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert!(bytes == expected, "JSON means other bytes\n{text}");
    }
}

/// JSON of documents is read or refused; what is read is written, as XML and as JSON, and reads back the same.
///
/// # Panics
/// When it does not.
pub(super) fn documents(text: &str) {
    use formwork_markup::{Markup, from_json, read, to_json, write};
    let Ok(node) = Node::parse(text) else { return };
    for layout in layouts_of_documents() {
        let Ok(tree) = from_json(layout, &node, text) else {
            continue;
        };
        let json = to_json(layout, &tree).expect("a tree that was read");
        let json = json.to_string();
        let node = Node::parse(&json).expect("our own JSON");
        assert!(from_json(layout, &node, &json).expect("our own JSON") == tree);
        // What no XML could hold is refused.
        let Ok(xml) = write(layout, &tree) else {
            continue;
        };
        let markup = Markup::parse(xml.as_bytes(), &Limits::default()).expect("our own XML");
        assert!(read(&markup, layout).expect("our own XML") == tree);
    }
}

/// A descriptor is read or refused, and what is read prints and reads back the same.
///
/// # Panics
/// When it does not.
pub(super) fn descriptor(text: &str) {
    let Ok(layout) = parse(text) else { return };
    let printed = print(&layout);
    let again = parse(&printed).unwrap_or_else(|error| panic!("{error}\n{printed}"));
    assert!(again == layout, "{printed}");
    if layout.encoding == Encoding::Xml {
        document(&layout);
    }
}

/// Empty documents of a layout are refused or come back, and are described.
fn document(layout: &Layout) {
    use formwork_export::{compare, jsonschema, markdown, xsd};
    use formwork_markup::{Markup, from_json, read, to_json, update};
    assert!(compare::layouts(layout, layout).is_empty());
    assert!(!xsd::print(layout).is_empty() && !jsonschema::print(layout).is_empty());
    assert!(markdown::print(layout).is_some());
    for root in layout.roots().iter().filter_map(|root| root.element) {
        let xml = format!("<{0} a='1'><{0}/>b</{0}>", root.element_name());
        let markup = Markup::parse(xml.as_bytes(), &Limits::default()).expect("XML");
        let Ok(tree) = read(&markup, layout) else {
            continue;
        };
        drop(formwork_markup::diagnostics(&markup, layout));
        assert_eq!(
            update(&markup, layout, &tree).expect("unchanged"),
            xml.as_bytes()
        );
        let own = formwork_markup::write(layout, &tree).expect("a tree that was read");
        let own = Markup::parse(own.as_bytes(), &Limits::default()).expect("our own XML");
        assert!(read(&own, layout).expect("our own XML") == tree);
        let json = to_json(layout, &tree)
            .expect("a tree that was read")
            .to_string();
        let node = Node::parse(&json).expect("our own JSON");
        assert!(from_json(layout, &node, &json).expect("our own JSON") == tree);
    }
}
