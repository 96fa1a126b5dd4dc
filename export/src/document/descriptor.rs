//! Descriptors of documents: everything that the schema says, as XML for programs.
//!
//! ```xml
//! <document formwork="1" format="horde3d.material" extensions="material.xml" title="…">
//!   <root element="Material" type="Material"/>
//!   <element name="Sampler" type="Sampler" repeated="first">
//!     <doc>A texture that a sampler of the shader reads.</doc>
//!     <attribute name="map" field="map" type="text" need="expected" resource="texture">Texture resource.</attribute>
//!     <unknown field="unknown">What the engine does not know.</unknown>
//!   </element>
//!   …
//! </document>
//! ```
//!
//! - Elements come in the order in which others first mention them, roots first; then `<attributes>`, which
//!   stand in several elements, and `<choice>`s, which lists refer to.
//! - `field` is the name in trees and JSON. The text of an element is its doc; those with children keep it in a `<doc>`.
//! - `repeated` says which of two attributes of one name counts. `need` is what a missing attribute leads to: `expected`
//!   means that the default holds, but documents should say it; `required` that the element is not looked at; `filled`
//!   that it is not when the attribute is empty either. `strict` says the same of words that are not known.
//! - A missing number without `default` is 0, a missing text empty, a missing truth what `yes` makes of no text.

use formwork_schema::document::{Attribute, Element, Item, Kind, Member, Need, Role, Truth};

use super::{Document, Parts, is_choice};
use crate::writer::{Attributes, Writer};

/// The descriptor of a document.
#[must_use]
pub fn print(document: &Document) -> String {
    let parts = Parts::of(document);
    let mut printer = Printer {
        xml: Writer::new(),
        parts: &parts,
    };
    let attributes = Attributes::new()
        .with("formwork", 1)
        .with("format", document.id)
        .filled("extensions", &document.extensions.join(" "))
        .with("title", document.title);
    printer.xml.open("document", attributes);
    for element in document.items.iter().filter_map(|item| item.element) {
        let attributes = Attributes::new()
            .with("element", element().name)
            .with("type", parts.id(element()));
        printer.xml.leaf("root", attributes, "");
    }
    for (id, element) in &parts.elements {
        printer.element(id, element);
    }
    for (id, element) in &parts.shared {
        printer.shared(id, element);
    }
    for (id, items) in &parts.choices {
        printer.choice(id, items);
    }
    printer.xml.finish()
}

/// The XSD 1.0 of these descriptors.
#[must_use]
pub fn xsd() -> &'static str {
    include_str!("descriptor.xsd")
}

struct Printer<'a> {
    xml: Writer,
    parts: &'a Parts,
}

impl Printer<'_> {
    fn element(&mut self, id: &str, element: &'static Element) {
        let repeated = if element.last_wins { "last" } else { "first" };
        let attributes = Attributes::new()
            .with("name", element.name)
            .with("type", id)
            .with("repeated", repeated);
        self.xml.open("element", attributes);
        self.members(element);
    }

    fn shared(&mut self, id: &str, element: &'static Element) {
        self.xml
            .open("attributes", Attributes::new().with("type", id));
        self.members(element);
    }

    fn members(&mut self, element: &'static Element) {
        self.xml.leaf("doc", Attributes::new(), element.doc);
        element
            .members
            .iter()
            .for_each(|member| self.member(member));
        self.xml.close();
    }

    fn member(&mut self, member: &'static Member) {
        let field = Attributes::new().with("field", member.field);
        let obsolete = |attributes: Attributes| attributes.filled("obsolete", member.obsolete);
        let (name, attributes) = match &member.role {
            Role::Attribute(attribute) => return self.attribute(member, attribute),
            Role::Child(items) => ("child", obsolete(self.listed(field, items()))),
            Role::Children(items) => ("children", obsolete(self.listed(field, items()))),
            Role::Verbatim(name) => ("verbatim", obsolete(field.with("element", name))),
            Role::Text => ("text", field),
            Role::Inline(element) => ("inline", field.with("type", self.parts.id(element()))),
            Role::Unknown => ("unknown", field),
        };
        self.xml.leaf(name, attributes, member.doc);
    }

    /// What a list may hold: a choice, or one kind of element.
    fn listed(&self, attributes: Attributes, items: &'static [Item]) -> Attributes {
        if is_choice(items) {
            return attributes.maybe("choice", self.parts.choice(items));
        }
        let element = items.first().and_then(|item| item.element);
        let id = element.map(|element| self.parts.id(element()).to_owned());
        attributes.maybe("type", id)
    }

    fn attribute(&mut self, member: &Member, attribute: &Attribute) {
        let (ty, yes) = match attribute.kind {
            Kind::Text => ("text", None),
            Kind::Integer => ("integer", None),
            Kind::Float => ("float", None),
            Kind::Truth(truth) => ("truth", Some(yes(truth))),
            Kind::Word(_) => ("word", None),
        };
        let attributes = Attributes::new()
            .with("name", attribute.name)
            .with("field", member.field)
            .with("type", ty)
            .maybe("yes", yes)
            .filled("unit", attribute.unit)
            .filled("default", attribute.default)
            .maybe("need", need(attribute.need))
            .maybe("strict", attribute.strict.then_some(true))
            .filled("resource", attribute.resource)
            .filled("obsolete", member.obsolete);
        let Kind::Word(words) = attribute.kind else {
            return self.xml.leaf("attribute", attributes, member.doc);
        };
        self.xml.open("attribute", attributes);
        self.xml.leaf("doc", Attributes::new(), member.doc);
        for word in words {
            let attributes = Attributes::new().with("name", word.name);
            self.xml.leaf("word", attributes, word.doc.trim());
        }
        self.xml.close();
    }

    fn choice(&mut self, id: &str, items: &'static [Item]) {
        self.xml.open("choice", Attributes::new().with("name", id));
        for item in items {
            let attributes = Attributes::new().with("arm", item.arm);
            match item.element {
                Some(element) => {
                    let attributes = attributes.with("type", self.parts.id(element()));
                    self.xml.leaf("element", attributes, "");
                }
                None => self.xml.leaf("unknown", attributes, ""),
            }
        }
        self.xml.close();
    }
}

/// The texts that mean yes.
pub(super) fn yes(truth: Truth) -> &'static str {
    match truth {
        Truth::TrueOrOne => "true or 1",
        Truth::True => "true",
        Truth::NotFalseOrZero => "not false or 0",
    }
}

fn need(need: Need) -> Option<&'static str> {
    match need {
        Need::Optional => None,
        Need::Expected => Some("expected"),
        Need::Required => Some("required"),
        Need::Filled => Some("filled"),
    }
}
