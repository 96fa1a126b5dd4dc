//! XSDs of documents: what nobody would wonder at.
//!
//! The schema language is XSD 1.0, which every validator knows. Each element is a named type, so elements may
//! contain themselves. Child elements stand in any order. What an engine accepts but passes over, such as
//! unknown attributes, is not valid: a document that is not valid is worth a look.

mod content;
mod simple;

use std::collections::BTreeSet;

use formwork_schema::document::{Element, Item};

use super::{Document, Parts};
use crate::writer::{Attributes, Writer};

/// The XSD of the documents of a format.
#[must_use]
pub fn print(document: &Document) -> String {
    let parts = Parts::of(document);
    let mut printer = Printer {
        xml: Writer::new(),
        parts: &parts,
        helpers: BTreeSet::new(),
    };
    let attributes = Attributes::new().with("xmlns:xs", "http://www.w3.org/2001/XMLSchema");
    printer.xml.open("xs:schema", attributes);
    printer.doc(&format!("{}, {}.", document.title, document.id));
    document.items.iter().for_each(|item| printer.item(item));
    for (id, element) in &parts.elements {
        printer.complex_type(id, element);
    }
    for (id, element) in &parts.shared {
        printer.attribute_group(id, element);
    }
    for (id, items) in &parts.choices {
        printer.group(id, items);
    }
    printer.helper_types();
    printer.xml.finish()
}

struct Printer<'a> {
    xml: Writer,
    parts: &'a Parts,
    /// Types of our own that were named and are to be defined.
    helpers: BTreeSet<simple::Helper>,
}

impl Printer<'_> {
    /// An element of a named type; nothing for what is not known.
    fn item(&mut self, item: &Item) {
        let Some(element) = item.element else { return };
        let element = element();
        let attributes = Attributes::new()
            .with("name", element.name)
            .with("type", self.parts.id(element));
        self.xml.leaf("xs:element", attributes, "");
    }

    fn group(&mut self, id: &str, items: &'static [Item]) {
        self.xml
            .open("xs:group", Attributes::new().with("name", id));
        self.xml.open("xs:choice", Attributes::new());
        items.iter().for_each(|item| self.item(item));
        self.xml.close();
        self.xml.close();
    }

    fn attribute_group(&mut self, id: &str, element: &'static Element) {
        self.xml
            .open("xs:attributeGroup", Attributes::new().with("name", id));
        self.doc(element.doc);
        self.attributes(element);
        self.xml.close();
    }

    fn doc(&mut self, doc: &str) {
        if !doc.is_empty() {
            self.xml.wrapped("xs:annotation", "xs:documentation", doc);
        }
    }
}
