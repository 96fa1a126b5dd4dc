//! XSDs: what the XML form of the files of one format looks like.
//!
//! The schema language is XSD 1.0, which every validator knows. Each struct is a named type, so
//! structs may contain themselves; each set of flags, enumeration, version and choice is a named
//! simple type. Counts, conditions and asserts need more than XSD can say: an attribute that a
//! mask decides on is optional here.

mod content;
mod helper;
mod printer;
mod simple;

use std::collections::BTreeSet;

use formwork_schema::{
    Layout,
    implied::Implied,
    layout::{Body, Encoding, Struct},
    place,
};

use self::printer::Printer;
use crate::{
    names::Ids,
    writer::{Attributes, Writer},
};

/// The XSD of the XML form of a format; of one that is XML already, of its usual documents.
#[must_use]
pub fn print(layout: &Layout) -> String {
    if layout.encoding == Encoding::Xml {
        return crate::document::xsd::print(layout);
    }
    let ids = Ids::of(layout);
    let implied = Implied::of(layout);
    let mut printer = Printer {
        xml: Writer::schema(),
        layout,
        implied: &implied,
        ids: &ids,
        helpers: BTreeSet::new(),
    };
    printer.root();
    ids.structs
        .iter()
        .for_each(|(id, item)| printer.item(id, item));
    ids.tables
        .iter()
        .for_each(|(id, table)| printer.table(id, table));
    for helper in &printer.helpers {
        helper.define(&mut printer.xml);
    }
    printer.xml.finish()
}

impl Printer<'_> {
    /// The root element: the root struct, and after it the bytes after the end.
    fn root(&mut self) {
        let root = self.layout.root();
        let id = self.ids.of_struct(&root.name).to_owned();
        let attributes = Attributes::new().with("name", &self.layout.format);
        self.xml.open("xs:element", attributes);
        self.xml.doc(&root.doc);
        self.xml.open("xs:complexType", Attributes::new());
        let is_text = place::is_vector(root);
        self.xml.open(
            if is_text {
                "xs:simpleContent"
            } else {
                "xs:complexContent"
            },
            Attributes::new(),
        );
        self.xml
            .open("xs:extension", Attributes::new().with("base", id));
        if is_text {
            self.form();
            return (0..4).for_each(|_| self.xml.close());
        }
        self.xml.open("xs:sequence", Attributes::new());
        let attributes = Attributes::new()
            .with("name", place::TRAILING)
            .with("type", "xs:base64Binary")
            .with("minOccurs", 0);
        self.xml.open("xs:element", attributes);
        self.xml.doc("Bytes after the end, kept as they are.");
        (0..2).for_each(|_| self.xml.close());
        self.form();
        (0..4).for_each(|_| self.xml.close());
    }

    /// The attribute that says which form of text it is.
    fn form(&mut self) {
        let attributes = Attributes::new()
            .with("name", place::FORM_NAME)
            .with("use", "required");
        self.xml.open("xs:attribute", attributes);
        self.xml.open("xs:simpleType", Attributes::new());
        self.xml
            .restriction("xs:unsignedByte", "xs:enumeration", [place::FORM]);
        (0..2).for_each(|_| self.xml.close());
        if !self.layout.indices().is_empty() {
            let dangling = Attributes::new().with("name", place::DANGLING);
            self.xml
                .leaf("xs:attribute", dangling.with("type", "xs:string"), "");
        }
    }

    /// The named type of a struct.
    fn item(&mut self, id: &str, item: &Struct) {
        if place::is_vector(item) {
            return self.vector(id, item);
        }
        if self.implied.is_untagged(item) {
            return self.untagged(id, item);
        }
        self.xml
            .open("xs:complexType", Attributes::new().with("name", id));
        self.xml.doc(&item.doc);
        match &item.body {
            Body::Fields(_) if self.implied.is_named(item) => {
                let any = Attributes::new().with("namespace", "##local");
                let any = any.with("processContents", "skip");
                self.xml.leaf("xs:anyAttribute", any, "");
            }
            Body::Fields(fields) => self.members(fields),
            Body::Variants(variants) => {
                self.xml.open("xs:choice", Attributes::new());
                variants.iter().for_each(|variant| self.variant(variant));
                self.xml.close();
            }
        }
        if self.layout.numbered_items().contains(&&*item.name) {
            let number = Attributes::new().with("name", place::INDEX);
            let doc = "Its number: indices follow it. None for new ones.";
            self.xml
                .documented("xs:attribute", number.with("type", "xs:unsignedInt"), doc);
        }
        self.xml.close();
    }
}
