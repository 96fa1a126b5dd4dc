//! JSON Schemas of documents: what `decode` writes of them and `encode` takes.
//!
//! What is left out has its default, so only attributes are required that an engine needs to look at an element.

use formwork_schema::layout::{
    Field, Layout, PrimKind, Struct, Type,
    xml::{Attribute, Member, Need, Role},
};
use serde_json::{Map, Value, json};

use super::{Parts, meaning};
use crate::jsonschema::build::{Object, described, document, one_of_words, reference, text};

/// The JSON Schema of the documents of a format as JSON, envelope and all.
pub(crate) fn print(layout: &Layout) -> String {
    let parts = Parts::of(layout);
    let mut definitions = Map::new();
    for (id, of) in parts.elements().chain(parts.shared()) {
        definitions.insert(id.to_owned(), described(object(&parts, of), &of.doc));
    }
    for (id, of) in parts.choices() {
        definitions.insert(id.to_owned(), variants(&parts, of));
    }
    let value = one(&parts, &Type::Struct(layout.root.clone()));
    let envelope = Object::new()
        .required("formwork", json!({ "const": 1 }))
        .required("format", json!({ "const": &*layout.format }))
        .optional("version", text())
        .required("value", value);
    document(layout.title(), envelope.finish(), definitions)
}

fn object(parts: &Parts<'_>, of: &Struct) -> Value {
    let members = of.members().fold(Object::new(), |object, member| {
        let schema = described(self::member(parts, member), &said(member.field));
        object.member(&member.field.name, schema, is_needed(parts, member))
    });
    members.finish()
}

/// What a member means, in which unit, and that nothing reads it any more.
fn said(field: &Field) -> String {
    match &*field.unit {
        "" => meaning(field),
        unit => format!("{}\n\nUnit: {unit}.", meaning(field)),
    }
}

/// Whether engines drop an element without it.
fn is_needed(parts: &Parts<'_>, member: Member<'_>) -> bool {
    let is_needed = |attribute: &Attribute| matches!(attribute.need, Need::Required | Need::Filled);
    match (member.role, member.field.ty.struct_ref()) {
        (Role::Attribute(attribute), _) => is_needed(attribute),
        (Role::Inline, Some(inner)) => {
            let mut inner = parts.layout.attributes(parts.layout.get(inner)).into_iter();
            inner.any(|(_, attribute)| is_needed(attribute))
        }
        _ => false,
    }
}

fn member(parts: &Parts<'_>, member: Member<'_>) -> Value {
    match member.role {
        Role::Attribute(attribute) => {
            let value = self::attribute(member.field, attribute);
            if is_needed(parts, member) {
                value
            } else {
                or_null(value)
            }
        }
        Role::Child => or_null(one(parts, &member.field.ty)),
        Role::Children => json!({ "type": "array", "items": one(parts, &member.field.ty) }),
        Role::Verbatim(_) | Role::Text => or_null(text()),
        Role::Inline => one(parts, &member.field.ty),
        Role::Unknown => unknown(),
    }
}

fn attribute(field: &Field, attribute: &Attribute) -> Value {
    match &field.ty {
        Type::Prim(PrimKind::F32) => {
            json!({ "anyOf": [{ "type": "number" }, { "enum": ["nan", "inf", "-inf"] }] })
        }
        Type::Prim(_) => json!({ "type": "integer", "minimum": i32::MIN, "maximum": i32::MAX }),
        Type::Bool => json!({ "type": "boolean" }),
        Type::Enum(words) => {
            let words = words.values.iter();
            let words = words.map(|word| (&*word.name, word.doc.replace('\n', " ")));
            one_of_words(words, (!attribute.strict).then(text))
        }
        _ if attribute.need == Need::Filled => json!({ "type": "string", "minLength": 1 }),
        _ => text(),
    }
}

fn or_null(schema: Value) -> Value {
    json!({ "anyOf": [schema, { "type": "null" }] })
}

/// What a field refers to.
fn one(parts: &Parts<'_>, ty: &Type) -> Value {
    match parts.target(ty) {
        Some((id, _)) => reference(id),
        None => text(),
    }
}

/// One of several kinds of elements, or XML that is not known.
fn variants(parts: &Parts<'_>, of: &Struct) -> Value {
    let variants = of.variants().iter().fold(Object::new(), |object, variant| {
        let inner = variant
            .fields
            .first()
            .filter(|field| field.ty.struct_ref().is_some());
        let schema = match inner {
            Some(field) => one(parts, &field.ty),
            None => described(text(), "XML that is not known."),
        };
        object.optional(&variant.name, schema)
    });
    variants.one_of()
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
