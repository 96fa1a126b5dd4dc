//! XSDs of documents: what nobody would wonder at.
//!
//! The schema language is XSD 1.0, which every validator knows. Each element is a named type, so elements may
//! contain themselves. Child elements stand in any order. What an engine accepts but ignores, such as
//! unknown attributes, is not valid: a document that is not valid is worth a look.

mod content;
mod simple;

use std::collections::BTreeSet;

use formwork_schema::layout::{Layout, Struct, xml::Item};

use super::Parts;
use crate::writer::{Attributes, Writer};

/// The XSD of the documents of a format.
pub(crate) fn print(layout: &Layout) -> String {
    let parts = Parts::of(layout);
    let mut printer = Printer {
        xml: Writer::new(),
        parts: &parts,
        helpers: BTreeSet::new(),
    };
    let attributes = Attributes::new().with("xmlns:xs", "http://www.w3.org/2001/XMLSchema");
    printer.xml.open("xs:schema", attributes);
    printer.doc(&format!("{}, {}.", layout.title(), layout.format));
    for root in layout.roots() {
        printer.element(root);
    }
    for (id, of) in parts.elements() {
        printer.complex_type(id, of);
    }
    for (id, of) in parts.shared() {
        printer.attribute_group(id, of);
    }
    for (id, of) in parts.choices() {
        printer.group(id, of);
    }
    printer.helper_types();
    printer.xml.finish()
}

struct Printer<'a> {
    xml: Writer,
    parts: &'a Parts<'a>,
    /// Types of our own that were named and are to be defined.
    helpers: BTreeSet<simple::Helper>,
}

impl Printer<'_> {
    /// An element of a named type; nothing for what is not known.
    fn element(&mut self, item: Item<'_>) {
        let Some(of) = item.element else { return };
        let attributes = Attributes::new()
            .with("name", of.element_name())
            .with("type", self.parts.ids.of_struct(&of.name));
        self.xml.leaf("xs:element", attributes, "");
    }

    fn group(&mut self, id: &str, of: &Struct) {
        self.xml
            .open("xs:group", Attributes::new().with("name", id));
        self.xml.open("xs:choice", Attributes::new());
        for item in self.parts.layout.items_in(of) {
            self.element(item);
        }
        self.xml.close();
        self.xml.close();
    }

    fn attribute_group(&mut self, id: &str, of: &Struct) {
        self.xml
            .open("xs:attributeGroup", Attributes::new().with("name", id));
        self.doc(&of.doc);
        self.attributes(of);
        self.xml.close();
    }

    fn doc(&mut self, doc: &str) {
        if !doc.is_empty() {
            self.xml.wrapped("xs:annotation", "xs:documentation", doc);
        }
    }
}
