//! What stands inside a tag: attributes, and the entities in their values.

use std::borrow::Cow;

use crate::{
    fault::{Fault, Result},
    number::brief,
};

/// Takes the first attribute off the rest of a start tag: its name, its raw value, and where the value
/// begins in `rest`.
pub(super) fn attribute<'x>(
    rest: &mut &'x str,
    at: &mut usize,
) -> Result<Option<(&'x str, &'x str, usize)>> {
    let text = rest.trim_ascii_start();
    if text.is_empty() {
        return Ok(None);
    }
    let skipped = rest.len() - text.len();
    *at += skipped;
    let broken = |at: usize| Err(Fault::malformed("expected name=\"value\"").at(at));
    if skipped == 0 {
        return broken(*at);
    }
    let bytes = text.as_bytes();
    let Some(equals) = memchr::memchr(b'=', bytes) else {
        return broken(*at);
    };
    let name = text[..equals].trim_ascii_end();
    let is_name = |byte: u8| !byte.is_ascii_whitespace() && !b"\"'<>&".contains(&byte);
    if name.is_empty() || !name.bytes().all(is_name) {
        return broken(*at);
    }
    let behind = text[equals + 1..].trim_ascii_start();
    let quote = match behind.as_bytes().first() {
        Some(quote @ (b'"' | b'\'')) => *quote,
        _ => return broken(*at),
    };
    let start = text.len() - behind.len() + 1;
    let Some(length) = memchr::memchr(quote, &bytes[start..]) else {
        return broken(*at);
    };
    let value_at = *at + start;
    *rest = &text[start + length + 1..];
    *at += start + length + 1;
    Ok(Some((name, &text[start..start + length], value_at)))
}

/// The text of a raw attribute value.
pub(super) fn value(raw: &str) -> Result<Cow<'_, str>> {
    if !raw
        .bytes()
        .any(|byte| matches!(byte, b'&' | b'<' | b'\t' | b'\n' | b'\r'))
    {
        return Ok(Cow::Borrowed(raw));
    }
    let mut text = String::with_capacity(raw.len());
    let mut rest = raw.chars();
    while let Some(c) = rest.next() {
        match c {
            '&' => {
                let Some((name, behind)) = rest.as_str().split_once(';') else {
                    return Err(Fault::malformed(
                        "expected an entity such as `&amp;` after `&`",
                    ));
                };
                text.push(entity(name)?);
                rest = behind.chars();
            }
            '<' => return Err(Fault::malformed("`<` inside an attribute; write `&lt;`")),
            '\t' | '\n' | '\r' => text.push(' '),
            other => text.push(other),
        }
    }
    Ok(Cow::Owned(text))
}

/// The character of an entity.
pub(super) fn entity(name: &str) -> Result<char> {
    let number = |digits: &str, radix| {
        let plain = digits.bytes().all(|byte| byte.is_ascii_alphanumeric());
        let code = plain
            .then(|| u32::from_str_radix(digits, radix).ok())
            .flatten();
        code.and_then(char::from_u32).filter(|c| *c != '\0')
    };
    let found = match name {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => match name.strip_prefix('#') {
            Some(digits) => match digits.strip_prefix('x') {
                Some(digits) => number(digits, 16),
                None => number(digits, 10),
            },
            None => None,
        },
    };
    found.ok_or_else(|| Fault::malformed(format!("unknown entity `&{};`", brief(name))))
}
