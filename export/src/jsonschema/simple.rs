//! Numbers, words, versions.

use formwork_schema::layout::{Bits, Magic, Names, PrimKind, Type, Versions};
use serde_json::{Value, json};

use super::build::{described, one_of_words};
use crate::{
    facets::{since, version_pattern},
    names::Table,
};

/// A number, and the name under which it is defined once.
pub(super) fn number(ty: &Type) -> (&'static str, Value) {
    match ty {
        Type::Prim(kind) => (kind.name(), prim(*kind)),
        Type::Bool => (
            "bool",
            json!({ "anyOf": [{ "type": "boolean" }, prim(PrimKind::U8)] }),
        ),
        Type::Remaining => (PrimKind::U64.name(), prim(PrimKind::U64)),
        // `Vle` and numbers that stand ahead.
        _ => (PrimKind::U32.name(), prim(PrimKind::U32)),
    }
}

fn prim(kind: PrimKind) -> Value {
    let bits = 8 * kind.size() as u32;
    let whole = match kind {
        PrimKind::F16 | PrimKind::F32 | PrimKind::F64 => {
            // A float of half precision is shown as one of single precision.
            let digits = kind.size().max(4) * 2;
            let pattern = format!("^(-?inf|NaN|nan:0x[0-9a-fA-F]{{{digits}}})$");
            return json!({ "anyOf": [{ "type": "number" }, { "type": "string", "pattern": pattern }] });
        }
        PrimKind::U128 => json!({ "type": "integer", "minimum": 0 }),
        PrimKind::I128 => json!({ "type": "integer" }),
        kind if kind.is_signed() => {
            let (least, most) = (i64::MIN >> (64 - bits), i64::MAX >> (64 - bits));
            json!({ "type": "integer", "minimum": least, "maximum": most })
        }
        _ => {
            json!({ "type": "integer", "minimum": 0, "maximum": u64::MAX >> (64 - bits) })
        }
    };
    match kind.is_wide() {
        true => or_digits(whole, kind.is_signed()),
        false => whole,
    }
}

/// A whole number, or its digits in a string: so numbers beyond 2^53 are written.
fn or_digits(whole: Value, signed: bool) -> Value {
    let sign = if signed { "-?" } else { "" };
    let pattern = format!("^{sign}(0|[1-9][0-9]*)$");
    json!({ "anyOf": [whole, { "type": "string", "pattern": pattern }] })
}

/// At most four characters per byte: `\xNN`.
pub(super) fn fixed_string(size: u32) -> Value {
    json!({ "type": "string", "maxLength": u64::from(size) * 4 })
}

/// A table of names.
pub(super) fn table(table: &Table) -> Value {
    match table {
        Table::Flags(names) => {
            let pattern = format!("^0x[0-9a-fA-F]{{1,{}}}$", names.repr.size() * 2);
            let rest = json!({ "type": "string", "pattern": pattern });
            let items = words(names, Some(rest));
            described(json!({ "type": "array", "items": items }), &names.doc)
        }
        Table::Enum(names) => {
            let number = (!names.closed).then(|| prim(names.repr));
            described(words(names, number), &names.doc)
        }
        Table::Dialects(names) => described(words(names, None), &names.doc),
        Table::Versions(versions) => described(magics(versions), &versions.doc),
        Table::Bits(of) => described(bits(of), &of.doc),
    }
}

/// An object of parts, or one number for all.
fn bits(of: &Bits) -> Value {
    let parts = of.parts.iter().map(|part| {
        let (least, most) = match part.is_signed() {
            true => (
                -1_i128 << (part.width - 1),
                (1_i128 << (part.width - 1)) - 1,
            ),
            false => (0, (1_i128 << part.width) - 1),
        };
        let number = json!({
            "type": "integer",
            "minimum": i64::try_from(least).unwrap_or(i64::MIN),
            "maximum": u64::try_from(most).unwrap_or(u64::MAX),
        });
        let is_wide = most > 1 << 53;
        let number = if is_wide {
            or_digits(number, part.is_signed())
        } else {
            number
        };
        let schema = match &part.ty {
            Type::Bool => json!({ "type": "boolean" }),
            Type::Enum(names) => words(names, Some(number)),
            _ => number,
        };
        (part.name.to_string(), described(schema, &part.doc))
    });
    let parts: serde_json::Map<String, Value> = parts.collect();
    let object = json!({ "type": "object", "properties": parts, "additionalProperties": false });
    json!({ "anyOf": [object, prim(of.repr)] })
}

fn words(names: &Names, other: Option<Value>) -> Value {
    let words = names.values.iter().map(|name| (&*name.name, since(name)));
    one_of_words(words, other)
}

/// A magic, and the number after it when there is one.
fn magics(versions: &Versions) -> Value {
    let magic = |magic: &Magic| {
        // Other than XSD, this language knows no escape of `-`.
        let pattern = version_pattern(magic).replace(r"\-", "-");
        let pattern = format!("^{pattern}$");
        described(json!({ "type": "string", "pattern": pattern }), &magic.doc)
    };
    let all: Vec<Value> = versions.magics.iter().map(magic).collect();
    json!({ "anyOf": all })
}
