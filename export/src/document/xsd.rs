//! XSDs of documents: what nobody would wonder at.
//!
//! The schema language is XSD 1.0, which every validator knows. Each element is a named type, so elements may
//! contain themselves. Child elements stand in any order. What an engine accepts but ignores, such as
//! unknown attributes, is not valid: a document that is not valid is worth a look.

mod content;
mod helper;
mod printer;
mod simple;

use std::collections::BTreeSet;

use formwork_schema::layout::{Layout, Struct, xml::Item};

use self::printer::Printer;
use super::Parts;
use crate::writer::{Attributes, Writer};

/// The XSD of the documents of a format.
pub(crate) fn print(layout: &Layout) -> String {
    let parts = Parts::of(layout);
    let mut printer = Printer {
        xml: Writer::schema(),
        parts: &parts,
        helpers: BTreeSet::new(),
    };
    printer
        .xml
        .doc(&format!("{}, {}.", layout.title(), layout.format));
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
    for helper in &printer.helpers {
        helper.define(&mut printer.xml);
    }
    printer.xml.finish()
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
        self.xml.doc(&of.doc);
        self.attributes(of);
        self.xml.close();
    }
}
