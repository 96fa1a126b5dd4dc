//! Pieces of JSON Schemas.

use serde_json::{Map, Value, json};

/// The language that the schemas are written in.
const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

/// A schema as text, with what it defines.
pub(crate) fn document(title: &str, envelope: Value, definitions: Map<String, Value>) -> String {
    let mut schema = Map::new();
    schema.insert("$schema".into(), DIALECT.into());
    schema.insert("title".into(), title.into());
    if let Value::Object(envelope) = envelope {
        schema.extend(envelope);
    }
    schema.insert("$defs".into(), definitions.into());
    format!("{:#}\n", Value::Object(schema))
}

/// An object of known members.
pub(crate) struct Object {
    properties: Map<String, Value>,
    required: Vec<Value>,
    dependent: Map<String, Value>,
}

impl Object {
    pub(crate) fn new() -> Self {
        Self {
            properties: Map::new(),
            required: Vec::new(),
            dependent: Map::new(),
        }
    }

    pub(crate) fn member(mut self, name: &str, schema: Value, required: bool) -> Self {
        self.properties.insert(name.into(), schema);
        if required {
            self.required.push(name.into());
        }
        self
    }

    pub(crate) fn required(self, name: &str, schema: Value) -> Self {
        self.member(name, schema, true)
    }

    pub(crate) fn optional(self, name: &str, schema: Value) -> Self {
        self.member(name, schema, false)
    }

    /// A member that stands only beside another one.
    pub(crate) fn beside(mut self, name: &str, schema: Value, other: &str) -> Self {
        self.dependent.insert(name.into(), json!([other]));
        self.optional(name, schema)
    }

    /// What this is an object of, and nothing else.
    pub(crate) fn finish(self) -> Value {
        let mut schema = Map::new();
        schema.insert("type".into(), "object".into());
        schema.insert("properties".into(), self.properties.into());
        if !self.required.is_empty() {
            schema.insert("required".into(), self.required.into());
        }
        if !self.dependent.is_empty() {
            schema.insert("dependentRequired".into(), self.dependent.into());
        }
        schema.insert("additionalProperties".into(), false.into());
        schema.into()
    }

    /// An object of exactly one of the members.
    pub(crate) fn one_of(self) -> Value {
        json!({
            "type": "object",
            "properties": self.properties,
            "minProperties": 1,
            "maxProperties": 1,
            "additionalProperties": false,
        })
    }
}

/// A schema with what it means before it.
pub(crate) fn described(schema: Value, doc: &str) -> Value {
    if doc.is_empty() {
        return schema;
    }
    let mut all = Map::new();
    all.insert("description".into(), doc.into());
    match schema {
        Value::Object(schema) if !schema.contains_key("description") => all.extend(schema),
        // It says already what it is.
        other => return other,
    }
    all.into()
}

/// A reference to something that is defined, by its id.
pub(crate) fn reference(id: &str) -> Value {
    // Ids are names, and numbers behind a dot: nothing that a pointer would have to escape.
    json!({ "$ref": format!("#/$defs/{id}") })
}

/// One of some words, each with what it means, and whatever else there may be.
pub(crate) fn one_of_words<'w>(
    words: impl Iterator<Item = (&'w str, String)>,
    other: Option<Value>,
) -> Value {
    let words = words.map(|(word, doc)| described(json!({ "const": word }), &doc));
    let all: Vec<Value> = words.chain(other).collect();
    match all.is_empty() {
        // Nothing has no name.
        true => json!(false),
        false => json!({ "anyOf": all }),
    }
}

pub(crate) fn text() -> Value {
    json!({ "type": "string" })
}

/// Bytes as base64.
pub(crate) fn base64() -> Value {
    const FOURS: &str = "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$";
    json!({ "type": "string", "contentEncoding": "base64", "pattern": FOURS })
}
