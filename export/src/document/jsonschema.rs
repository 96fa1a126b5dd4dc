//! JSON Schemas of documents: what `decode` writes of them and `encode` takes.
//!
//! What is left out has its default, so only attributes are required that an engine needs to look at an element.

use formwork_schema::document::{Attribute, Element, Item, Kind, Member, Need, Role};
use serde_json::{Map, Value, json};

use super::{Document, Parts, is_choice, meaning};
use crate::jsonschema::{self, Object, described, one_of_words, text};

/// The JSON Schema of the documents of a format as JSON, envelope and all.
#[must_use]
pub fn print(document: &Document) -> String {
    let parts = Parts::of(document);
    let mut definitions = Map::new();
    for (id, element) in parts.elements.iter().chain(&parts.shared) {
        definitions.insert(id.clone(), described(object(&parts, element), element.doc));
    }
    for (id, items) in &parts.choices {
        definitions.insert(id.clone(), arms(&parts, items));
    }
    let value = match is_choice(document.items) {
        true => arms(&parts, document.items),
        false => one(&parts, document.items),
    };
    let envelope = Object::new()
        .required("formwork", json!({ "const": 1 }))
        .required("format", json!({ "const": document.id }))
        .optional("version", text())
        .required("value", value);
    jsonschema::document(document.title, envelope.finish(), definitions)
}

fn object(parts: &Parts, element: &'static Element) -> Value {
    let members = element.members.iter();
    let members = members.fold(Object::new(), |object, member| {
        let schema = described(self::member(parts, member), &said(member));
        object.member(member.field, schema, is_needed(member))
    });
    members.finish()
}

/// What a member means, in which unit, and that nothing reads it any more.
fn said(member: &Member) -> String {
    match &member.role {
        Role::Attribute(attribute) if !attribute.unit.is_empty() => {
            format!("{}\n\nUnit: {}.", meaning(member), attribute.unit)
        }
        _ => meaning(member),
    }
}

/// Whether engines drop an element without it.
fn is_needed(member: &Member) -> bool {
    match &member.role {
        Role::Attribute(attribute) => matches!(attribute.need, Need::Required | Need::Filled),
        Role::Inline(inner) => inner().members.iter().any(is_needed),
        _ => false,
    }
}

fn member(parts: &Parts, member: &'static Member) -> Value {
    match &member.role {
        Role::Attribute(attribute) => {
            let value = self::attribute(attribute);
            if is_needed(member) {
                value
            } else {
                or_null(value)
            }
        }
        Role::Child(items) => or_null(list_item(parts, items())),
        Role::Children(items) => json!({ "type": "array", "items": list_item(parts, items()) }),
        Role::Verbatim(_) | Role::Text => or_null(text()),
        Role::Inline(inner) => reference(parts.id(inner())),
        Role::Unknown => unknown(),
    }
}

fn attribute(attribute: &Attribute) -> Value {
    match attribute.kind {
        Kind::Text if attribute.need == Need::Filled => json!({ "type": "string", "minLength": 1 }),
        Kind::Text => text(),
        Kind::Integer => json!({ "type": "integer", "minimum": i32::MIN, "maximum": i32::MAX }),
        Kind::Float => {
            json!({ "anyOf": [{ "type": "number" }, { "enum": ["nan", "inf", "-inf"] }] })
        }
        Kind::Truth(_) => json!({ "type": "boolean" }),
        Kind::Word(words) => {
            let words = words.iter();
            let words = words.map(|word| (word.name, word.doc.trim().to_owned()));
            one_of_words(words, (!attribute.strict).then(text))
        }
    }
}

fn or_null(schema: Value) -> Value {
    json!({ "anyOf": [schema, { "type": "null" }] })
}

fn list_item(parts: &Parts, items: &'static [Item]) -> Value {
    match parts.choice(items) {
        Some(id) => reference(id),
        None => one(parts, items),
    }
}

/// The one kind of element that a list has.
fn one(parts: &Parts, items: &'static [Item]) -> Value {
    let element = items.first().and_then(|item| item.element);
    element.map_or_else(text, |element| reference(parts.id(element())))
}

/// One of several kinds of elements, or XML that is not known.
fn arms(parts: &Parts, items: &'static [Item]) -> Value {
    let arms = items.iter().fold(Object::new(), |object, item| {
        let schema = match item.element {
            Some(element) => reference(parts.id(element())),
            None => described(text(), "XML that is not known."),
        };
        object.optional(item.arm, schema)
    });
    arms.one_of()
}

/// Attributes and elements that are not known.
fn unknown() -> Value {
    let attribute = json!({
        "type": "array",
        "prefixItems": [text(), text()],
        "items": false,
        "minItems": 2,
    });
    let attributes = json!({ "type": "array", "items": attribute });
    let elements = json!({ "type": "array", "items": text() });
    Object::new()
        .optional("attributes", described(attributes, "Names and values."))
        .optional("elements", described(elements, "Each as XML."))
        .finish()
}

fn reference(id: &str) -> Value {
    json!({ "$ref": format!("#/$defs/{id}") })
}
