//! What the texts of attributes mean, and whether two mean the same.

use formwork_schema::document::{Attribute, Kind, Need};

use crate::number::{float, integer};

/// Whether two texts mean the same.
pub(crate) fn same(kind: Kind, a: &str, b: &str) -> bool {
    match kind {
        Kind::Text => a == b,
        Kind::Integer => integer(a).0 == integer(b).0,
        Kind::Float => float(a).0.to_bits() == float(b).0.to_bits(),
        Kind::Truth(truth) => truth.read(a) == truth.read(b),
        Kind::Word(_) => a.eq_ignore_ascii_case(b),
    }
}

/// Whether a text is what the attribute asks for, so that its element is looked at.
pub(crate) fn accepts(attribute: &Attribute, text: Option<&str>) -> bool {
    let known = |text: &str| match attribute.kind {
        Kind::Word(words) => words
            .iter()
            .any(|word| word.name.eq_ignore_ascii_case(text)),
        _ => true,
    };
    match (attribute.need, text) {
        (Need::Required | Need::Filled, None) => false,
        (Need::Filled, Some("")) => false,
        (_, Some(text)) => !attribute.strict || known(text),
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
