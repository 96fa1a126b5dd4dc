//! What descriptors, XSDs and reference pages say of documents, and whether it is true.

use std::collections::BTreeMap;

use conformance::{
    corpus, fuzz, locked,
    texts::{self, know},
};
use formwork_export::{descriptor, markdown, xsd};
use formwork_formats::{
    DocumentFormat, documents,
    horde3d::{
        Scene,
        scene::{Group, Node},
    },
};
use formwork_markup::{
    Markup, Parts, from_value, has_root, is_read_as, is_told_as, is_value, printed, read,
    to_json_text, to_value, told,
};
use formwork_schema::{Kind, Layout, Limits, Value, document::Document};

#[test]
fn descriptors_schemas_and_pages_are_locked() {
    for document in documents() {
        let page = markdown::print(document).expect("a page");
        locked(
            &document.format,
            "document.xml",
            &descriptor::print(document),
        );
        locked(&document.format, "document.xsd", &xsd::print(document));
        locked(&document.format, "reference.md", &page);
    }
}

#[test]
fn descriptors_are_valid() {
    let Some(xmllint) = crate::xmllint::find() else {
        return;
    };
    for document in documents() {
        xmllint.validate(
            &document.format,
            descriptor::xsd(),
            &descriptor::print(document),
        );
    }
}

/// Whether a file is valid, what is found in it, and where it is.
struct Judged {
    path: String,
    valid: bool,
    codes: Vec<&'static str>,
    faults: String,
}

/// Files of one format, each read and validated; those that are refused are left out.
fn judged(xmllint: &crate::xmllint::Xmllint, files: &[(String, String, Vec<u8>)]) -> Vec<Judged> {
    let mut all = Vec::new();
    for document in documents() {
        let mut names = Vec::new();
        let mut found = Vec::new();
        for (path, format, bytes) in files {
            let Ok(known) = know(format, bytes) else {
                continue;
            };
            if *format == *document.format {
                names.push(xmllint.put(names.len(), bytes));
                found.push((path, known.diagnostics));
            }
        }
        let verdicts = xmllint.verdicts(&xsd::print(document), &names);
        for ((path, diagnostics), (valid, faults)) in found.into_iter().zip(verdicts) {
            all.push(Judged {
                path: path.clone(),
                valid,
                codes: diagnostics
                    .iter()
                    .map(|diagnostic| diagnostic.rule.name())
                    .collect(),
                faults,
            });
        }
    }
    all
}

#[test]
fn what_is_not_valid_has_findings() {
    let Some(xmllint) = crate::xmllint::find() else {
        return;
    };
    let real = corpus::texts();
    let count = real.len();
    let ours = texts::all().into_iter();
    let ours = ours.map(|text| (text.path.clone(), text.format(), text.bytes));
    let real = real.into_iter().map(|file| {
        let path = file.path.display().to_string();
        (path, file.format.to_owned(), file.bytes)
    });
    let files: Vec<_> = ours.chain(real).collect();
    let all = judged(&xmllint, &files);
    for one in &all {
        let explained = one.valid || !one.codes.is_empty();
        assert!(explained, "{} has no diagnostics: {}", one.path, one.faults);
    }
    assert!(all.iter().any(|one| one.valid));
    corpus::report("validity", count);
}

/// Findings of which the XSD must know: a document that has one is not valid.
const SEEN: [&str; 10] = [
    "duplicate-attribute",
    "element-dropped",
    "less-than",
    "missing-attribute",
    "number-with-more",
    "odd-truth",
    "stray-text",
    "unknown-attribute",
    "unknown-element",
    "unknown-word",
];

#[test]
fn what_the_schema_knows_makes_files_invalid() {
    let Some(xmllint) = crate::xmllint::find() else {
        return;
    };
    let ours = texts::all().into_iter();
    let ours: Vec<_> = ours
        .map(|text| (text.path.clone(), text.format(), text.bytes))
        .collect();
    for one in judged(&xmllint, &ours) {
        if let Some(code) = one.codes.iter().find(|code| SEEN.contains(code)) {
            assert!(
                !one.valid,
                "{} is valid, and has a diagnostic {code}",
                one.path
            );
        }
    }
}

/// A file with one byte left out, and with one byte replaced.
fn damaged(bytes: &[u8], at: usize) -> [Vec<u8>; 2] {
    const OTHERS: &[u8] = b"<>&\"'=- x9;\x01\xff\n/!";
    let mut without = bytes.to_vec();
    without.remove(at);
    let mut with = bytes.to_vec();
    with[at] = OTHERS[at / STEP % OTHERS.len()];
    [without, with]
}

/// From one damaged byte to the next: so many files that each rule is broken somewhere.
const STEP: usize = 11;

#[test]
fn damaged_files_without_findings_are_valid() {
    let Some(xmllint) = crate::xmllint::find() else {
        return;
    };
    let mut files = Vec::new();
    for text in texts::read() {
        for at in (0..text.bytes.len()).step_by(STEP) {
            for bytes in damaged(&text.bytes, at) {
                let known = know(&text.format(), &bytes);
                if known.is_ok_and(|known| known.diagnostics.is_empty()) {
                    files.push((format!("{} at {at}", text.path), text.format(), bytes));
                }
            }
        }
    }
    assert!(files.len() > 100);
    let mut wrong = judged(&xmllint, &files);
    wrong.retain(|one| !one.valid);
    let wrong = wrong
        .iter()
        .map(|one| format!("{}: {}", one.path, one.faults));
    let wrong: Vec<String> = wrong.collect();
    assert!(
        wrong.is_empty(),
        "no diagnostics, and not valid: {}",
        wrong.join("\n")
    );
}

#[test]
fn damaged_descriptors_are_refused_or_come_back() {
    for document in documents() {
        let xml = descriptor::print(document);
        let lines: Vec<&str> = xml.lines().collect();
        for at in 0..lines.len() {
            let without = [&lines[..at], &lines[at + 1..]].concat();
            fuzz::ask("descriptor", without.join("\n").as_bytes());
            let mut twice = lines.clone();
            twice.insert(at, lines[at]);
            fuzz::ask("descriptor", twice.join("\n").as_bytes());
        }
        for (at, _) in xml.match_indices('"').skip(1).step_by(7) {
            fuzz::ask(
                "descriptor",
                [&xml[..at], "x", &xml[at..]].concat().as_bytes(),
            );
        }
    }
}

/// The values of a tree, each at its place among all of them: changes the one at `at`, and says whether there was one.
fn changed(value: &mut Value, at: &mut usize) -> bool {
    if *at == 0 {
        change(value);
        return true;
    }
    *at -= 1;
    match value {
        Value::List(items) => items.iter_mut().any(|item| changed(item, at)),
        Value::Struct(fields) => fields.iter_mut().flatten().any(|field| changed(field, at)),
        Value::Variant {
            content: Some(content),
            ..
        } => changed(content, at),
        _ => false,
    }
}

/// Makes another value of one.
fn change(value: &mut Value) {
    match value {
        Value::Int(number) => *value = Value::int(number.get() == 0),
        Value::F32(number) => *value = Value::F32(f32::from_bits(number.to_bits() ^ 1)),
        Value::List(items) if items.is_empty() => *value = Value::List([Value::int(1)].into()),
        Value::List(items) => *value = Value::List(items[1..].into()),
        Value::Struct(fields) => fields
            .change(|all| {
                let there = all.iter_mut().find(|field| field.is_some());
                there.map(|field| *field = None)
            })
            .unwrap_or_default(),
        Value::Variant { variant, .. } => *variant += 1,
        other => *other = Value::int(7),
    }
}

#[test]
fn a_tree_that_is_there_is_told_from_every_other() {
    let mut asked = 0;
    for text in texts::read() {
        let Some(layout) = documents().find(|layout| *layout.format == *text.format()) else {
            continue;
        };
        let Ok(markup) = Markup::parse(&text.bytes, &Limits::default()) else {
            continue;
        };
        let Ok(tree) = read(&markup, layout) else {
            continue;
        };
        let json = to_json_text(layout, &tree).unwrap();
        assert!(is_read_as(&markup, layout, &tree).unwrap(), "{}", text.path);
        assert!(is_told_as(layout, &json, &tree).unwrap(), "{}", text.path);
        assert!(told(layout, &json).unwrap() == tree, "{}", text.path);
        let scene =
            (*layout.format == *"horde3d.scene").then(|| from_value::<Scene>(&tree).unwrap());
        for place in 0..200 {
            let mut other = tree.clone();
            if !changed(&mut other, &mut { place }) {
                break;
            }
            let is_same = other == tree;
            let path = &text.path;
            assert_eq!(
                is_read_as(&markup, layout, &other),
                Ok(is_same),
                "{path}, {place}"
            );
            assert_eq!(
                is_told_as(layout, &json, &other),
                Ok(is_same),
                "{path}, {place}"
            );
            if let Some(scene) = &scene {
                assert_eq!(is_value(scene, &other), Ok(is_same), "{path}, {place}");
            }
            asked += usize::from(!is_same);
        }
    }
    assert!(asked > 1000, "only {asked} other trees");
}

#[test]
fn what_json_leaves_out_has_its_default() {
    let light = Node::Light(Box::default());
    for text in [
        r#"{"Light": {}}"#,
        r#"{"Light": {"radius": null, "placement": {}}}"#,
    ] {
        assert_eq!(Node::from_json(text).unwrap(), light);
    }
    assert_eq!(
        Node::from_json(&light.to_json().unwrap().to_string()).unwrap(),
        light
    );
    for text in [
        r#"{"Light": {"rays": 1}}"#,
        r#"{"Light": {"fov": 1, "fov": 1}}"#,
        r#"{"Light": {"fov": "wide"}}"#,
        r#"{"Lamp": {}}"#,
        "{}",
        "",
    ] {
        let error = Node::from_json(text).unwrap_err();
        assert_eq!(error.kind(), Kind::Malformed, "{text}: {error}");
    }
}

#[test]
fn json_that_is_nested_too_deep_is_refused() {
    let deep = |levels: usize| {
        let (begin, end) = (r#"{"Group":{"children":["#, "]}}");
        begin.repeat(levels) + &end.repeat(levels)
    };
    let (layout, some) = (Node::layout(), deep(50));
    let tree = told(layout, &some).unwrap();
    assert!(!is_told_as(layout, &some, &tree).unwrap());
    for error in [
        told(layout, &deep(100_000)).unwrap_err(),
        is_told_as(layout, &deep(100_000), &tree).unwrap_err(),
    ] {
        assert_eq!(error.kind(), Kind::Limit, "{error}");
    }
}

/// How often each tag of a normalized document is there.
fn tags(layout: &Layout, tree: &Value) -> BTreeMap<String, usize> {
    let mut tags = BTreeMap::new();
    for line in printed(layout, tree).unwrap().lines() {
        let line = line.trim();
        if !line.starts_with('<') || line.starts_with("</") {
            continue;
        }
        // What follows it stands on lines of its own where there are elements as well.
        let tag = line.split('>').next().unwrap_or_default();
        let tag = tag.trim_end_matches([' ', '/']);
        *tags.entry(tag.to_owned()).or_default() += 1;
    }
    tags
}

/// `check` goes through long documents in parts; here even short ones have many.
#[test]
fn every_part_of_a_document_is_one_and_nothing_is_in_none() {
    let mut asked = 0;
    for text in texts::read() {
        let Some(layout) = documents().find(|layout| *layout.format == *text.format()) else {
            continue;
        };
        let markup = Markup::parse(&text.bytes, &Limits::default()).ok();
        let Some(markup) = markup.filter(|markup| has_root(markup, layout).is_ok()) else {
            continue;
        };
        let tree = read(&markup, layout).unwrap();
        let whole = tags(layout, &tree);
        let mut seen: BTreeMap<String, usize> = BTreeMap::new();
        let parts = Parts::of(&markup, layout, 1).unwrap();
        for elements in parts.each() {
            let part = parts.read(&elements).unwrap();
            let document = Markup::parse(
                printed(layout, &part).unwrap().as_bytes(),
                &Limits::default(),
            );
            let json = to_json_text(layout, &part).unwrap();
            let path = &text.path;
            assert_eq!(parts.is_read_as(&elements, &part), Ok(true), "{path}");
            assert_eq!(
                is_read_as(&document.unwrap(), layout, &part),
                Ok(true),
                "{path}"
            );
            assert_eq!(is_told_as(layout, &json, &part), Ok(true), "{path}");
            for (tag, count) in tags(layout, &part) {
                assert!(Some(&count) <= whole.get(&tag), "{path}: {tag}");
                *seen.entry(tag).or_default() += count;
            }
            asked += 1;
        }
        for (tag, count) in whole {
            assert!(seen.get(&tag) >= Some(&count), "{}: {tag}", text.path);
        }
    }
    assert!(asked > 150, "only {asked} parts");
}

fn group(name: &str, children: Vec<Node>) -> Node {
    let mut group = Group::default();
    group.placement.name = name.into();
    group.children = children;
    Node::Group(group)
}

#[test]
fn parts_are_as_large_as_they_have_to_be() {
    let many = |text: &str| -> Vec<Node> {
        let names = (1..640).map(|at| format!("{text}{at}"));
        names.map(|name| group(&name, vec![])).collect()
    };
    let written = |root: Node| {
        let document = printed(Scene::layout(), &to_value(&root).unwrap()).unwrap();
        Markup::parse(document.as_bytes(), &Limits::default()).unwrap()
    };
    let few = written(group("root", many("")));
    let parts = |markup, least| Parts::of(markup, Scene::layout(), least).unwrap();
    assert_eq!(parts(&few, 1).each().count(), 32);
    assert_eq!(parts(&few, 64).each().count(), 10);
    let mut one = parts(&few, 640).each();
    assert_eq!((one.next(), one.next()), (Some(0..640), None));
    // What is around them would be there as often as there are parts.
    let heavy = written(group(&"long".repeat(10_000), many("")));
    assert_eq!(parts(&heavy, 1).each().count(), 2);
    let inside = group(&"long".repeat(10_000), many(""));
    let inside = written(group("root", vec![inside]));
    assert_eq!(parts(&inside, 1).each().count(), 2);
    // So would be what is kept as XML, and no item.
    let attachment = format!("<Attachment>{}</Attachment>", "long".repeat(10_000));
    let groups = "<Group/>".repeat(638);
    let attached = format!("<Group>{attachment}{groups}</Group>");
    let attached = Markup::parse(attached.as_bytes(), &Limits::default()).unwrap();
    assert_eq!(parts(&attached, 1).each().count(), 2);
    // Each item is in one part.
    let few = parts(&few, 1);
    let of = |elements| match from_value(&few.read(&elements).unwrap()).unwrap() {
        Node::Group(group) => group.children,
        _ => Vec::new(),
    };
    let all: Vec<Node> = few.each().flat_map(of).collect();
    assert_eq!(all, many(""));
}
