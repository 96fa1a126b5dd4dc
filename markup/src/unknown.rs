//! What no field of an element knows, as part of a tree.

use formwork_schema::{Value, document::Unknown};

use crate::atoms::{string, text};

/// As a value: the names and texts of attributes, and elements as XML.
pub(crate) fn value(unknown: &Unknown) -> Value {
    let pairs = unknown.attributes.iter();
    let pairs = pairs.map(|(name, value)| Value::List([text(name), text(value)].into()));
    let elements = unknown.elements.iter().map(|xml| text(xml));
    // Empty lists are left out, by the types as well.
    let parts = [pairs.collect::<Box<[_]>>(), elements.collect()];
    let parts = parts.map(|list| (!list.is_empty()).then_some(Value::List(list)));
    Value::Struct(parts.into_iter().collect())
}

/// A value again; `None` for what is none of these.
pub(crate) fn of(value: &Value) -> Option<Unknown> {
    let Value::Struct(parts) = value else {
        return None;
    };
    let list = |place: usize| match parts.get(place) {
        Some(Value::List(items)) => Some(&items[..]),
        None => Some(&[][..]),
        _ => None,
    };
    let pair = |pair: &Value| match pair {
        Value::List(pair) => match &pair[..] {
            [name, value] => Some((string(name)?, string(value)?)),
            _ => None,
        },
        _ => None,
    };
    Some(Unknown {
        attributes: list(0)?.iter().map(pair).collect::<Option<_>>()?,
        elements: list(1)?.iter().map(string).collect::<Option<_>>()?,
    })
}
