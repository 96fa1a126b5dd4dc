//! JSON Schemas: what the JSON form of the files of one format looks like.
//!
//! The schema language is draft 2020-12. Each struct and each table of names is one of `$defs`, so structs may contain
//! themselves. Counts, conditions and asserts need more than the language can say: a member that a mask decides on is
//! optional here. Units stand in descriptions, for validators may refuse words that are not of the language.

pub(crate) mod build;
mod members;
mod printer;
mod simple;

use formwork_schema::{
    Layout,
    implied::Implied,
    layout::{Body, Encoding, Field, Struct, Style, Type},
    place::{DANGLING, FORM, FORM_NAME, TRAILING},
};
use serde_json::{Map, Value, json};

use self::{
    build::{Object, base64, described, document},
    printer::Printer,
};
use crate::names::Ids;

/// The JSON Schema of the JSON form of a format: what `formwork-text` writes and reads, envelope and all.
#[must_use]
pub fn print(layout: &Layout) -> String {
    if layout.encoding == Encoding::Xml {
        return crate::document::jsonschema::print(layout);
    }
    let ids = Ids::of(layout);
    let implied = Implied::of(layout);
    let mut printer = Printer {
        layout,
        implied: &implied,
        ids: &ids,
        definitions: Map::new(),
    };
    printer.define();
    let mut envelope = Object::new()
        .required(FORM_NAME, json!({ "const": FORM }))
        .required("format", json!({ "const": &*layout.format }));
    if let Some(field) = versioned(layout) {
        let version = printer.value(field, &field.ty);
        envelope = envelope.member("version", version, field.when.is_none());
    }
    if !layout.indices().is_empty() {
        let entry = json!({ "type": "string", "pattern": "^[^:]*:[+-]?[0-9]+$" });
        let dangling = json!({ "type": "array", "items": entry });
        let dangling = described(
            dangling,
            "Indices that lead nowhere, each as `field:number`.",
        );
        envelope = envelope.optional(DANGLING, dangling);
    }
    let root = printer.root();
    let trailing = described(base64(), "Bytes after the end, kept as they are.");
    let envelope = envelope
        .required("value", root)
        .optional(TRAILING, trailing);
    document(layout.title(), envelope.finish(), printer.definitions)
}

/// The field of the root that stands in the envelope.
fn versioned(layout: &Layout) -> Option<&Field> {
    let mut fields = layout.root().fields().iter();
    fields.find(|field| field.visible && is_version(field))
}

fn is_version(field: &Field) -> bool {
    matches!(field.ty.peeled(), Type::Version(_))
}

impl<'l> Printer<'l> {
    /// Every struct but a root that nothing refers to, and every table.
    fn define(&mut self) {
        let structs = self.ids.structs.iter();
        let fields = structs.flat_map(|(_, one)| one.field_lists().flatten());
        let mut targets = fields.filter_map(|field| field.ty.struct_ref());
        let root = &self.layout.root.name;
        let contains_root = targets.any(|target| target.name == *root);
        for (id, one) in &self.ids.structs {
            if one.name != *root || contains_root {
                let schema = self.structure(one);
                self.definitions.insert(id.clone(), schema);
            }
        }
        for (id, table) in &self.ids.tables {
            self.definitions.insert(id.clone(), simple::table(table));
        }
    }

    /// The root without its version, which stands in the envelope.
    fn root(&mut self) -> Value {
        let root = self.layout.root();
        match &root.body {
            Body::Fields(fields) if root.style == Style::Record => {
                let inner = fields.iter().filter(|field| !is_version(field));
                described(self.members(inner), &root.doc)
            }
            _ => self.structure(root),
        }
    }

    fn structure(&mut self, one: &'l Struct) -> Value {
        let schema = match (&one.body, one.style) {
            (Body::Fields(_), _) if self.implied.is_named(one) => self.named(one),
            (Body::Fields(fields), Style::Record) => self.record(one, fields),
            (Body::Fields(fields), Style::Vector) => self.vector(fields),
            (Body::Fields(fields), Style::Tuple) => self.members(fields.iter()),
            (Body::Variants(variants), _) => self.variants(variants, self.implied.is_untagged(one)),
        };
        described(schema, &one.doc)
    }
}
