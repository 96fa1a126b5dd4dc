//! [`Shown`]: a value for people and for programs.

use formwork_schema::{
    escape::escape,
    layout::{Str, Style, Type},
    walk::{Part, Scalar},
};
use serde_json::Value;

use crate::{
    amount::plural,
    dump, number,
    outline::{Column, Content, Node, Records},
};

/// A value for people and for programs.
#[derive(Debug, Clone, PartialEq)]
pub struct Shown {
    /// In words; strings are quoted, and never cut.
    pub text: String,
    /// As the JSON form has it; of bulk, the number of items or bytes.
    pub json: Value,
}

/// The unit of numbers that have no order, and are shown in hexadecimal.
pub(crate) const HASH: &str = "hash";
/// That of checksums, which look as in dumps.
pub(crate) const CHECKSUM: &str = "checksum";

impl Shown {
    /// A value of a layout with its unit.
    pub(crate) fn measured(ty: &Type, unit: &str, value: Scalar<'_>) -> Self {
        match (value, ty) {
            (Scalar::Int(number), Type::Prim(kind)) if unit == HASH => {
                Self::word(&format!("{number:0width$x}", width = 2 * kind.size()))
            }
            (Scalar::Int(number), _) if unit == CHECKSUM => Self {
                text: format!("{number:#x}"),
                ..Self::scalar(ty, value)
            },
            _ => Self::scalar(ty, value),
        }
    }

    /// A value of a layout.
    pub(crate) fn scalar(ty: &Type, value: Scalar<'_>) -> Self {
        Self {
            text: text(ty, value),
            json: match (value, ty) {
                (Scalar::Bytes(bytes), Type::Blob) => bytes.len().into(),
                _ => dump::json_value(ty, Part::Whole, value),
            },
        }
    }

    /// Text as it is.
    pub(crate) fn word(text: &str) -> Self {
        Self {
            text: text.into(),
            json: text.into(),
        }
    }

    /// A number of things.
    pub(crate) fn count(count: usize, what: &str) -> Self {
        Self {
            text: plural(count as u64, what),
            json: count.into(),
        }
    }

    /// A string of the file.
    pub(crate) fn quoted(bytes: &[u8]) -> Self {
        Self {
            text: format!("\"{}\"", escape(bytes)),
            json: escape(bytes).into_owned().into(),
        }
    }

    /// A part of a file, as far as it can be said in a few words.
    pub(crate) fn node(node: &Node, bytes: &[u8]) -> Self {
        match &node.content {
            Content::Leaf(ty, held) => Self::measured(ty, &node.unit, held.scalar(bytes)),
            Content::Text(text) => Self::word(text),
            Content::Fields(Style::Vector | Style::Tuple, fields) => {
                let parts = fields.iter().map(|(_, field)| Self::node(field, bytes));
                Self::row(parts.collect())
            }
            Content::Variant(name, fields) => match fields.as_slice() {
                [(field, inner)] if *field == *"0" => {
                    let inner = Self::node(inner, bytes);
                    Self {
                        text: format!("{name} {}", inner.text),
                        json: Value::Object([(name.to_string(), inner.json)].into_iter().collect()),
                    }
                }
                _ => Self::word(name),
            },
            Content::Items(items) => Self::count(items.len(), "item"),
            Content::Records(records) => Self::count(records.count, "item"),
            Content::Fields(Style::Record, fields) => match node.name(bytes) {
                Some(name) => Self::quoted(&name),
                None if node.is_short() => Self::fields(fields, bytes),
                None => Self::count(node.range.len(), "byte"),
            },
        }
    }

    /// One of many records.
    pub(crate) fn record(records: &Records, bytes: &[u8], index: usize) -> Self {
        let columns = records.columns.iter();
        let value = |column: &Column| {
            let value = records.value(bytes, index, column);
            Self::measured(&column.ty, &column.unit, value)
        };
        Self::row(columns.map(value).collect())
    }

    /// Fields, each after its name.
    fn fields(fields: &[(Str, Node)], bytes: &[u8]) -> Self {
        let shown = || {
            let all = fields.iter();
            all.map(|(name, field)| (name.to_string(), Self::node(field, bytes)))
        };
        let words = shown().map(|(name, shown)| format!("{name} {}", shown.text));
        Self {
            text: words.collect::<Vec<_>>().join(", "),
            json: Value::Object(shown().map(|(name, shown)| (name, shown.json)).collect()),
        }
    }

    /// Values in a row.
    pub(crate) fn row(parts: Vec<Self>) -> Self {
        let words: Vec<&str> = parts.iter().map(|part| part.text.as_str()).collect();
        Self {
            text: words.join(" "),
            json: parts.into_iter().map(|part| part.json).collect(),
        }
    }
}

fn text(ty: &Type, value: Scalar<'_>) -> String {
    let mut out = Vec::new();
    match (value, ty) {
        (Scalar::F32(value), _) => number::put_f32(&mut out, value),
        (Scalar::F64(value), _) => number::put_f64(&mut out, value),
        (Scalar::Int(0), Type::Flags(_)) => return "none".into(),
        (Scalar::Int(value), _) => return dump::whole_number(ty, value),
        (Scalar::Bytes(bytes), Type::Blob) => return plural(bytes.len() as u64, "byte"),
        (Scalar::Bytes(bytes), _) => return format!("\"{}\"", ty.show(bytes)),
    }
    String::from_utf8(out).unwrap_or_default()
}
