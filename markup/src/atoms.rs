//! What the texts of attributes mean, and whether two mean the same.

use formwork_schema::{
    Value,
    layout::{
        Field, Names, PrimKind, Type,
        xml::{Attribute, Need, Truth},
    },
};

use crate::number::{float, integer};

/// What the text of an attribute means.
#[derive(Clone, Copy)]
pub(crate) enum Kind<'l> {
    Text,
    Integer,
    Float,
    Truth(Truth),
    Words(&'l Names),
}

impl<'l> Kind<'l> {
    pub(crate) fn of(field: &'l Field, attribute: &Attribute) -> Self {
        match &field.ty {
            Type::Prim(PrimKind::F32) => Self::Float,
            Type::Prim(_) => Self::Integer,
            Type::Bool => Self::Truth(attribute.truth),
            Type::Enum(names) => Self::Words(names),
            _ => Self::Text,
        }
    }

    /// Whether two texts mean the same.
    pub(crate) fn same(self, a: &str, b: &str) -> bool {
        match self {
            Self::Text => a == b,
            Self::Integer => integer(a).0 == integer(b).0,
            Self::Float => float(a).0.to_bits() == float(b).0.to_bits(),
            Self::Truth(truth) => truth.read(a) == truth.read(b),
            Self::Words(_) => a.eq_ignore_ascii_case(b),
        }
    }

    /// What a text means. Words that are known are those of the layout, however they are written.
    pub(crate) fn value(self, text: &str) -> Value {
        match self {
            Self::Text => self::text(text),
            Self::Integer => Value::int(integer(text).0),
            // What is not a number has no sign that a document could keep.
            Self::Float => match float(text).0 {
                number if number.is_nan() => Value::F32(f32::NAN),
                number => Value::F32(number),
            },
            Self::Truth(truth) => Value::int(truth.read(text)),
            Self::Words(names) => self::text(known(names, text).unwrap_or(text)),
        }
    }

    /// A value as an attribute says it; `None` for one of another kind.
    pub(crate) fn written(self, value: &Value) -> Option<String> {
        match (self, value) {
            (Self::Text | Self::Words(_), text) => string(text),
            (Self::Integer, Value::Int(number)) => Some(number.get().to_string()),
            (Self::Float, Value::F32(number)) => Some(shortest(*number)),
            (Self::Truth(_), Value::Int(number)) => Some((number.get() != 0).to_string()),
            _ => None,
        }
    }
}

/// The text of a value; `None` for one of another kind.
pub(crate) fn string(value: &Value) -> Option<String> {
    utf8(value).map(str::to_owned)
}

/// The same, where it stands.
pub(crate) fn utf8(value: &Value) -> Option<&str> {
    match value {
        Value::Text(text) => str::from_utf8(text).ok(),
        _ => None,
    }
}

/// A text of a tree.
pub(crate) fn text(text: &str) -> Value {
    Value::Text(text.into())
}

/// A word as it is usually written.
pub(crate) fn known<'l>(names: &'l Names, word: &str) -> Option<&'l str> {
    let mut names = names.values.iter().map(|one| &*one.name);
    names.find(|name| name.eq_ignore_ascii_case(word))
}

/// Whether a text is what the attribute asks for, so that its element is looked at.
pub(crate) fn accepts(field: &Field, attribute: &Attribute, text: Option<&str>) -> bool {
    let is_known = |text: &str| match Kind::of(field, attribute) {
        Kind::Words(names) => known(names, text).is_some(),
        _ => true,
    };
    match (attribute.need, text) {
        (Need::Required | Need::Filled, None) => false,
        (Need::Filled, Some("")) => false,
        (_, Some(text)) => !attribute.strict || is_known(text),
        (_, None) => true,
    }
}

/// A number in the shortest form that reads back to the same bits.
pub(crate) fn shortest(value: f32) -> String {
    if value.is_nan() {
        return "nan".into();
    }
    if value.is_infinite() {
        return if value > 0.0 { "inf" } else { "-inf" }.into();
    }
    let mut buffer = zmij::Buffer::new();
    let text = buffer.format_finite(value);
    text.strip_suffix(".0").unwrap_or(text).to_owned()
}
