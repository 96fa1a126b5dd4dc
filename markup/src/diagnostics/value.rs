//! Texts of attributes that are not read as they look.

use formwork_schema::{
    Rule,
    layout::{
        Field,
        xml::{Attribute, Need},
    },
};

use super::nearest::nearest;
use crate::{
    atoms::{Kind, known},
    number::{float, integer},
    rules,
};

/// Tells what is odd about the text of an attribute.
pub(super) fn value(
    field: &Field,
    attribute: &Attribute,
    text: &str,
    odd: &mut impl FnMut(&'static Rule, String),
) {
    let name = &attribute.name;
    let kind = Kind::of(field, attribute);
    match kind {
        Kind::Float | Kind::Integer => {
            let (value, used) = match kind {
                Kind::Float => {
                    let (value, used) = float(text);
                    (value.to_string(), used)
                }
                _ => {
                    let (value, used) = integer(text);
                    (value.to_string(), used)
                }
            };
            if used == 0 || !text[used..].trim_ascii().is_empty() {
                odd(
                    &rules::NUMBER_WITH_MORE,
                    format!("`{text}` is read as {value}"),
                );
            } else if matches!(kind, Kind::Float) && !float(text).0.is_finite() {
                odd(
                    &rules::NOT_FINITE,
                    format!("`{text}` is not a finite number"),
                );
            } else if matches!(kind, Kind::Integer) && text.trim_ascii().parse::<i32>().is_err() {
                odd(
                    &rules::NUMBER_TOO_LARGE,
                    format!("`{text}` is read as {value}"),
                );
            }
        }
        Kind::Truth(truth) if !truth.is_usual(text) => {
            let read = truth.read(text);
            odd(&rules::ODD_TRUTH, format!("`{text}` is read as {read}"));
        }
        Kind::Words(words) => {
            let is_known = known(words, text).is_some();
            if !(is_known || text.is_empty() && attribute.need == Need::Optional) {
                let guess = nearest(text, words.values.iter().map(|word| &*word.name));
                odd(
                    &rules::UNKNOWN_WORD,
                    format!("`{text}` is not a `{name}` that is known{guess}"),
                );
            }
        }
        _ => {}
    }
}
