//! Leaves of the tree as text, and back: numbers, flags, enumerations, strings.
//!
//! XML and JSON differ in what is around this text, not in the text.

use std::borrow::Cow;

use base64::{Engine, prelude::BASE64_STANDARD};
use bytes::Bytes;
use formwork_schema::{
    Charset, Value,
    escape::{escape, unescape},
    layout::PrimKind,
    value::{Cell, Fixed},
    walk::Scalar,
};

use crate::{
    bits,
    fault::{Fault, Result},
    names,
    number::{self, quoted},
    plan::Kind,
};

/// The bytes of a base64 text; white space in it is nothing.
pub(crate) fn base64(text: &str) -> Result<Vec<u8>> {
    let decoded = if text.bytes().any(|byte| byte.is_ascii_whitespace()) {
        let dense: Vec<u8> = text
            .bytes()
            .filter(|byte| !byte.is_ascii_whitespace())
            .collect();
        BASE64_STANDARD.decode(dense)
    } else {
        BASE64_STANDARD.decode(text)
    };
    decoded.map_err(|error| {
        Fault::malformed(format!("expected base64: {}", lower(&error.to_string())))
    })
}

fn lower(message: &str) -> String {
    let mut chars = message.trim_end_matches('.').chars();
    chars.next().map_or(String::new(), |first| {
        first.to_lowercase().chain(chars).collect()
    })
}

/// A leaf for whoever writes it.
pub(crate) enum Leaf<'v> {
    Number(Scalar<'static>),
    Text(Cow<'v, str>),
    Bytes(&'v Bytes),
    /// A number that stands in the bytes of each item of a list.
    Cell(Cell),
}

/// A value as the leaf that the layout has in its place.
pub(crate) fn of<'v>(kind: &Kind<'_>, value: &'v Value) -> Result<Leaf<'v>> {
    Ok(match (kind, value) {
        (
            Kind::Number(_)
            | Kind::Hex
            | Kind::Bool
            | Kind::Flags(_)
            | Kind::Enum(_)
            | Kind::Bits(_),
            Value::Int(value),
        ) => Leaf::Number(Scalar::Int(value.get())),
        (Kind::Number(_), Value::F32(value)) => Leaf::Number(Scalar::F32(*value)),
        (Kind::Number(_), Value::F64(value)) => Leaf::Number(Scalar::F64(*value)),
        (Kind::Text, Value::Text(text)) => Leaf::Text(escape(text)),
        (Kind::Encoded(charset) | Kind::Padded(charset), Value::Text(text)) => {
            Leaf::Text(charset.show(text))
        }
        (Kind::Fixed(_), Value::Fixed(fixed)) => Leaf::Text(escape(&fixed.text)),
        (Kind::Version(_) | Kind::Dialect(_), Value::Word(word)) => Leaf::Text(Cow::Borrowed(word)),
        (Kind::Blob, Value::Bytes(bytes)) => Leaf::Bytes(bytes),
        (_, Value::Cell(cell)) => Leaf::Cell(*cell),
        _ => return Err(Fault::invalid("a value of another kind than in the layout")),
    })
}

/// A byte from its two hexadecimal digits.
#[inline]
pub(crate) fn byte_of(digits: &[u8]) -> Option<u8> {
    let digit = |byte: u8| char::from(byte).to_digit(16);
    match digits {
        [high, low] => Some((digit(*high)? * 16 + digit(*low)?) as u8),
        _ => None,
    }
}

/// The same of a text, or what is wrong with it.
fn hex(text: &str) -> Result<u8> {
    byte_of(text.as_bytes()).ok_or_else(|| expected("two hexadecimal digits", text))
}

/// A leaf from its text.
pub(crate) fn read(kind: &Kind<'_>, text: &str) -> Result<Value> {
    let trimmed = text.trim_ascii();
    Ok(match kind {
        Kind::Number(kind) => return number(*kind, trimmed),
        Kind::Hex => Value::int(hex(trimmed)?),
        Kind::Bool => Value::int(match trimmed {
            "true" => 1,
            "false" => 0,
            other => number::parse_unsigned(other, PrimKind::U8)
                .map_err(|_| expected("true, false or a number from 0 to 255", other))?,
        }),
        Kind::Flags(names) => Value::int(names::flags(names, trimmed)?),
        Kind::Enum(names) => Value::int(names::enumeration(names, trimmed)?),
        Kind::Bits(of) => Value::int(bits::parse(of, trimmed)?),
        Kind::Dialect(names) => {
            let mut names = names.values.iter();
            match names.clone().find(|name| name.name == trimmed) {
                Some(known) => Value::Word((*known.name).into()),
                None => {
                    let known: Vec<&str> = names.by_ref().map(|name| &*name.name).collect();
                    return Err(expected(&known.join(" or "), trimmed));
                }
            }
        }
        Kind::Version(versions) => {
            versions.check(trimmed).map_err(Fault::malformed)?;
            Value::Word(trimmed.into())
        }
        Kind::Blob => Value::Bytes(Box::new(base64(text)?.into())),
        Kind::Text => Value::Text((&*unescape(text)).into()),
        Kind::Encoded(charset) => Value::Text((&*encoded(charset, text)?).into()),
        Kind::Padded(charset) => {
            let read = encoded(charset, text)?;
            Value::Text(charset.without_zeros(&read).into())
        }
        Kind::Fixed(size) => return fixed(*size as usize, text, None),
        Kind::Struct(_) | Kind::List(_) => return Err(expected("parts", trimmed)),
    })
}

/// The bytes of a text in an encoding.
fn encoded<'t>(charset: &Charset, text: &'t str) -> Result<Cow<'t, [u8]>> {
    let read = charset.read(text);
    read.map_err(|lacks| Fault::malformed(lacks.to_string()))
}

/// The name that stands for an index; none for a number.
pub(crate) fn link(text: &str) -> Option<Value> {
    let trimmed = text.trim_ascii();
    (!crate::links::looks_like_number(trimmed)).then(|| Value::Text((&*unescape(trimmed)).into()))
}

/// The number of an item.
pub(crate) fn index(text: &str) -> Result<u64> {
    let trimmed = text.trim_ascii();
    let number = number::parse_unsigned(trimmed, PrimKind::U64);
    number.map_err(|_| {
        expected(
            "the number of the item, or no `index` for a new one",
            trimmed,
        )
    })
}

fn bytes(text: &str) -> Bytes {
    Bytes::copy_from_slice(&unescape(text))
}

fn number(kind: PrimKind, text: &str) -> Result<Value> {
    let value = match kind {
        PrimKind::F16 => number::parse_f16(text).map(Value::F32),
        PrimKind::F32 => number::parse_f32(text).map(Value::F32),
        PrimKind::F64 => number::parse_f64(text).map(Value::F64),
        PrimKind::U128 => {
            number::parse_wide::<u128>(text, kind).map(|value| Value::int(value as i128))
        }
        PrimKind::I128 => number::parse_wide::<i128>(text, kind).map(Value::int),
        kind if kind.is_signed() => number::parse_signed(text, kind).map(Value::int),
        _ => number::parse_unsigned(text, kind).map(Value::int),
    };
    value.map_err(Fault::malformed)
}

/// A fixed string of so many bytes, and the base64 of what follows its NUL. What no longer fits behind a longer text is
/// cut.
pub(crate) fn fixed(size: usize, text: &str, padding: Option<&str>) -> Result<Value> {
    let text = bytes(text);
    let Some(room) = size.checked_sub(text.len() + 1) else {
        let most = size.saturating_sub(1);
        let message = format!("has {} bytes, but the field holds {most}", text.len());
        return Err(Fault::malformed(message));
    };
    if text.contains(&0) {
        return Err(Fault::malformed("has a NUL, where it would end"));
    }
    let mut padding = base64(padding.unwrap_or_default())?;
    if padding.len() >= size {
        let message = format!(
            "has {} bytes of padding in a field of {size}",
            padding.len()
        );
        return Err(Fault::malformed(message));
    }
    padding.truncate(room);
    while padding.pop_if(|last| *last == 0).is_some() {}
    let padding = padding.into();
    Ok(Value::Fixed(Box::new(Fixed { text, padding })))
}

/// What was expected and what is there instead.
pub(crate) fn expected(what: &str, found: &str) -> Fault {
    Fault::malformed(format!("expected {what}, found {}", quoted(found)))
}
