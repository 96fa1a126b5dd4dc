//! Objects, arrays and what is in them.

use formwork_schema::{
    layout::{Field, PrimKind, Struct, Type, Variant, VariantShape},
    place,
};
use serde_json::{Value, json};

use super::{
    build::{Object, base64, described, reference, text},
    printer::Printer,
    simple,
};
use crate::facets::fixed_count;

impl<'l> Printer<'l> {
    /// The fields of a struct as members, and its number where it is an item that indices count.
    pub(super) fn record(&mut self, of: &Struct, fields: &'l [Field]) -> Value {
        let mut object = Object::new();
        if self.layout.numbered_items().contains(&&*of.name) {
            let number = self.number(&Type::Prim(PrimKind::U64));
            let doc = "Its number: indices follow it. None for new ones.";
            object = object.optional(
                place::INDEX,
                json!({ "allOf": [number], "description": doc }),
            );
        }
        self.add(object, fields.iter())
    }

    /// Members that another list names.
    pub(super) fn named(&mut self, of: &'l Struct) -> Value {
        let list = of.fields().first();
        let item = list.and_then(|list| Some((list, list.ty.peeled().item()?)));
        let item = item.map(|(list, item)| self.value(list, item));
        json!({ "type": "object", "additionalProperties": item })
    }

    /// Fields as members.
    pub(super) fn members(&mut self, fields: impl Iterator<Item = &'l Field>) -> Value {
        self.add(Object::new(), fields)
    }

    fn add(&mut self, mut object: Object, fields: impl Iterator<Item = &'l Field>) -> Value {
        for field in fields.filter(|field| field.visible) {
            let schema = self.field(field);
            object = object.member(&field.name, schema, !self.implied.is_optional(field));
            if let Type::FixedString(_) = field.ty.peeled() {
                let padding = described(base64(), "What follows the end of the text.");
                object = object.beside(&place::padding_name(&field.name), padding, &field.name);
            }
        }
        object.finish()
    }

    /// What a field holds, and what it means.
    fn field(&mut self, field: &'l Field) -> Value {
        let schema = match (self.value(field, &field.ty), self.layout.link(field)) {
            (number, None) => number,
            (number, Some(_)) => json!({ "anyOf": [number, text()] }),
        };
        let unit = (!field.unit.is_empty()).then(|| format!("Unit: {}.", field.unit));
        let parts = [(!field.doc.is_empty()).then(|| field.doc.to_string()), unit];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        described(schema, &parts.join("\n\n"))
    }

    /// A value of a type. The field says how many items a list has.
    pub(super) fn value(&mut self, field: &'l Field, ty: &'l Type) -> Value {
        match ty.peeled() {
            Type::Struct(target) => reference(self.ids.of_struct(&target.name)),
            Type::Flags(_)
            | Type::Enum(_)
            | Type::Bits(_)
            | Type::Version(_)
            | Type::Dialect(_) => reference(self.ids.of_table(ty)),
            Type::Blob | Type::Padding(_) => base64(),
            Type::CString | Type::Ended(..) | Type::Text(_) | Type::Padded(_) => text(),
            Type::FixedString(size) => simple::fixed_string(*size),
            Type::List(item) | Type::Packed(item) => {
                let item = self.item(field, item);
                array(item, fixed_count(field))
            }
            Type::Array(item, length) => {
                let item = self.item(field, item);
                array(item, Some((*length).into()))
            }
            number => self.number(number),
        }
    }

    /// An item of a list. A fixed string has no name there, so text and padding are a pair.
    fn item(&mut self, field: &'l Field, ty: &'l Type) -> Value {
        let schema = self.value(field, ty);
        match ty.peeled() {
            Type::FixedString(_) => {
                let pair = json!({
                    "type": "array",
                    "prefixItems": [schema, base64()],
                    "items": false,
                    "minItems": 2,
                });
                json!({ "anyOf": [schema, pair] })
            }
            _ => schema,
        }
    }

    /// Numbers in order.
    pub(super) fn vector(&mut self, fields: &'l [Field]) -> Value {
        let visible = fields.iter().filter(|field| field.visible);
        let plain: Vec<Value> = visible
            .clone()
            .map(|field| self.value(field, &field.ty))
            .collect();
        let count = plain.len() as u64;
        if let Some(first) = plain.first()
            && plain.iter().all(|one| one == first)
        {
            let names: Vec<&str> = visible.map(|field| &*field.name).collect();
            return array(described(first.clone(), &names.join(", ")), Some(count));
        }
        let each: Vec<Value> = visible.map(|field| self.field(field)).collect();
        json!({ "type": "array", "prefixItems": each, "items": false, "minItems": count })
    }

    /// One of several variants: an object with one member, or its content alone where that is not named.
    pub(super) fn variants(&mut self, variants: &'l [Variant], untagged: bool) -> Value {
        let mut contents = Vec::new();
        let mut object = Object::new();
        for variant in variants {
            let content = match (variant.shape, &*variant.fields) {
                (VariantShape::Unit, _) | (VariantShape::Newtype, []) => json!({ "type": "null" }),
                (VariantShape::Newtype, [field, ..]) => {
                    let content = self.item(field, &field.ty);
                    match &field.when {
                        Some(_) => json!({ "anyOf": [content, { "type": "null" }] }),
                        None => described(content, &field.doc),
                    }
                }
                (VariantShape::Fields, fields) => self.members(fields.iter()),
            };
            let content = described(content, &variant.doc);
            if untagged {
                contents.push(content);
            } else {
                object = object.optional(&variant.name, content);
            }
        }
        if untagged {
            return json!({ "anyOf": contents });
        }
        object.one_of()
    }
}

fn array(items: Value, count: Option<u64>) -> Value {
    match count {
        Some(count) => {
            json!({ "type": "array", "items": items, "minItems": count, "maxItems": count })
        }
        None => json!({ "type": "array", "items": items }),
    }
}
