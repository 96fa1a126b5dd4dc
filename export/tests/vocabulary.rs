//! `docs/descriptor.md` explains every element and attribute of descriptors, and none more.

use std::collections::{BTreeMap, BTreeSet};

use formwork_export::descriptor;
use formwork_schema::{expr::Op, layout::PrimKind};
use quick_xml::{XmlVersion, events::Event, reader::Reader};

const PAGE: &str = include_str!("../../docs/descriptor.md");

/// Elements, each with its attributes.
type Vocabulary = BTreeMap<String, BTreeSet<String>>;

/// An element of an XSD.
#[derive(Debug, Default)]
struct Node {
    name: String,
    attributes: BTreeMap<String, String>,
    children: Vec<Node>,
}

impl Node {
    fn get(&self, name: &str) -> Option<&str> {
        self.attributes.get(name).map(String::as_str)
    }

    fn below(&self) -> Vec<&Node> {
        let inner = self.children.iter().flat_map(Node::below);
        std::iter::once(self).chain(inner).collect()
    }
}

fn parse(xml: &str) -> Node {
    let mut reader = Reader::from_str(xml);
    let mut open = vec![Node::default()];
    loop {
        let event = reader.read_event().unwrap();
        let (Event::Start(start) | Event::Empty(start)) = &event else {
            match event {
                Event::End(_) => close(&mut open),
                Event::Eof => return open.remove(0).children.remove(0),
                _ => {}
            }
            continue;
        };
        let attributes = start.attributes().map(|attribute| {
            let attribute = attribute.unwrap();
            let value = attribute.normalized_value(XmlVersion::Implicit1_0).unwrap();
            (attribute.key.as_ref().to_owned(), value.into_owned())
        });
        open.push(Node {
            name: start.name().as_ref().to_owned(),
            attributes: attributes.collect(),
            children: Vec::new(),
        });
        if let Event::Empty(_) = event {
            close(&mut open);
        }
    }
}

fn close(open: &mut Vec<Node>) {
    let done = open.pop().unwrap();
    open.last_mut().unwrap().children.push(done);
}

/// The definition of a name.
fn find<'n>(schema: &'n Node, kind: &str, name: &str) -> Option<&'n Node> {
    let mut all = schema.children.iter();
    all.find(|one| one.name == kind && one.get("name") == Some(name))
}

/// The attributes that a type has.
fn attributes(schema: &Node, ty: &Node) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    // Elements inside have attributes of their own.
    let own = ty.children.iter().filter(|one| one.name != "xs:sequence");
    for node in own.flat_map(Node::below) {
        let other = match &*node.name {
            "xs:attribute" => {
                all.insert(node.get("name").unwrap().to_owned());
                None
            }
            "xs:attributeGroup" => find(schema, "xs:attributeGroup", node.get("ref").unwrap()),
            "xs:extension" => find(schema, "xs:complexType", node.get("base").unwrap()),
            _ => None,
        };
        all.extend(
            other
                .into_iter()
                .flat_map(|other| attributes(schema, other)),
        );
    }
    all
}

fn of_schema() -> Vocabulary {
    let schema = parse(descriptor::xsd());
    let mut vocabulary = Vocabulary::new();
    for element in schema.below().iter().filter(|one| one.name == "xs:element") {
        let named = element.get("type");
        let named = named.and_then(|name| find(&schema, "xs:complexType", name));
        let own = element
            .children
            .iter()
            .find(|one| one.name == "xs:complexType");
        let found = named
            .or(own)
            .map(|ty| attributes(&schema, ty))
            .unwrap_or_default();
        let name = element.get("name").unwrap().to_owned();
        vocabulary.entry(name).or_default().extend(found);
    }
    vocabulary
}

/// What the page explains: an element under each heading, an attribute in each row.
fn of_page() -> Vocabulary {
    let mut vocabulary = Vocabulary::new();
    let (_, elements) = PAGE.split_once("\n## Elements\n").unwrap();
    for section in elements.split("\n### ").skip(1) {
        let (heading, text) = section.split_once('\n').unwrap();
        let name = heading
            .strip_prefix("`<")
            .and_then(|rest| rest.strip_suffix(">`"));
        let rows = text.lines().filter_map(|line| line.strip_prefix("| `"));
        let names = rows.map(|row| {
            let (name, meaning) = row.split_once("` | ").unwrap();
            assert!(meaning.len() > 6, "{heading}: {row}");
            name.to_owned()
        });
        let again = vocabulary.insert(name.unwrap().to_owned(), names.collect());
        assert!(again.is_none(), "{heading} is there twice");
    }
    vocabulary
}

#[test]
fn the_page_explains_every_element_and_attribute() {
    let (schema, page) = (of_schema(), of_page());
    assert!(schema.len() > 15 && schema["field"].len() > 8, "{schema:?}");
    assert_eq!(page, schema);
}

#[test]
fn the_page_explains_every_type_and_operator() {
    for (_, name) in PrimKind::ALL {
        assert!(PAGE.contains(&format!("`{name}`")), "{name}");
    }
    for name in [
        "vle",
        "bool",
        "string",
        "string[32]",
        "remaining",
        "string(utf-16le)",
        "padding[3]",
        "aligned[4]",
        "peek[8]",
    ] {
        assert!(PAGE.contains(&format!("| `{name}` |")), "{name}");
    }
    for (_, symbol) in Op::ALL {
        let symbol = symbol.replace('|', r"\|");
        assert!(PAGE.contains(&symbol), "{symbol}");
    }
}

#[test]
fn the_examples_are_descriptors() {
    let examples = PAGE.split("```xml\n").skip(1);
    let examples = examples.map(|rest| rest.split_once("```").unwrap().0);
    for example in examples.inspect(|example| assert!(example.contains("<layout "))) {
        let layout = descriptor::parse(example).unwrap();
        assert_eq!(descriptor::print(&layout), example);
        if let Some(verdict) = crate::common::validates(descriptor::xsd(), example) {
            verdict.unwrap_or_else(|said| panic!("{said}"));
        }
    }
    assert_eq!(PAGE.matches("```xml\n").count(), 2);
}
