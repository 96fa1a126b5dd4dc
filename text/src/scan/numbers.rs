//! Numbers as they are usually written.

use fast_float2::FastFloat;
use formwork_schema::layout::PrimKind;

use super::grammar::Grammar;
use crate::{
    number::{is_special, parse_f32, parse_f64},
    plain,
};

/// Reads a number as it is usually written, puts its bytes behind the others, and says how long its text is. What is written
/// otherwise is left to the ordinary reader, which also knows what to say of it.
#[inline]
pub(super) fn number(
    kind: PrimKind,
    text: &[u8],
    grammar: Grammar,
    out: &mut Vec<u8>,
) -> Option<usize> {
    match kind {
        PrimKind::F16 | PrimKind::U128 | PrimKind::I128 => None,
        PrimKind::F32 => {
            let read = plain::read_f32(text)
                .or_else(|| usual::<f32>(text, grammar))
                .or_else(|| special(text, grammar, parse_f32));
            let (value, length) = read?;
            out.extend_from_slice(&value.to_le_bytes());
            Some(length)
        }
        PrimKind::F64 => {
            let read = usual::<f64>(text, grammar).or_else(|| special(text, grammar, parse_f64));
            let (value, length) = read?;
            out.extend_from_slice(&value.to_le_bytes());
            Some(length)
        }
        kind if grammar == Grammar::Json && kind.is_wide() && text.first() == Some(&b'"') => {
            let length = whole(kind, &text[1..], out)?;
            (text.get(1 + length) == Some(&b'"')).then_some(length + 2)
        }
        kind => whole(kind, text, out),
    }
}

/// A float that is no number, as its word says, and how long its text is.
#[cold]
fn special<F>(
    text: &[u8],
    grammar: Grammar,
    parse: impl FnOnce(&str) -> Result<F, String>,
) -> Option<(F, usize)> {
    let quote: &[u8] = match grammar {
        Grammar::Xml => b"",
        Grammar::Json => b"\"",
    };
    let text = text.strip_prefix(quote)?;
    let is_of_word = |byte: &&u8| byte.is_ascii_alphanumeric() || b"-:".contains(byte);
    let (word, behind) = text.split_at(text.iter().take_while(is_of_word).count());
    let word = str::from_utf8(word).ok()?;
    let is_it = is_special(word) && behind.starts_with(quote);
    let value = is_it.then(|| parse(word).ok())??;
    Some((value, word.len() + 2 * quote.len()))
}

/// A float that is written as usual, and how long its text is.
fn usual<F: FastFloat + Into<f64>>(text: &[u8], grammar: Grammar) -> Option<(F, usize)> {
    let (value, length) = fast_float2::parse_partial::<F, _>(text).ok()?;
    is_usual(&text[..length], grammar, value.into()).then_some((value, length))
}

/// Whether a float is written with digits on both sides of a point, in JSON without zeros before it, and is no other one than that of its
/// text: digits that leave nothing are too small.
#[inline]
fn is_usual(text: &[u8], grammar: Grammar, value: f64) -> bool {
    let digits = text.strip_prefix(b"-").unwrap_or(text);
    let is_number = match digits {
        [first, .., last] => first.is_ascii_digit() && last.is_ascii_digit(),
        [only] => only.is_ascii_digit(),
        [] => false,
    };
    let is_other = value == 0.0 && !matches!(digits, b"0" | b"0.0");
    is_number && value.is_finite() && !is_other && (grammar == Grammar::Xml || is_json(digits))
}

/// Whether a float that begins and ends with a digit is one of JSON.
#[inline]
fn is_json(digits: &[u8]) -> bool {
    let zero_in_front = matches!(digits, [b'0', b'0'..=b'9', ..]);
    let point = digits.iter().position(|byte| *byte == b'.');
    !zero_in_front && point.is_none_or(|point| digits[point + 1].is_ascii_digit())
}

fn whole(kind: PrimKind, text: &[u8], out: &mut Vec<u8>) -> Option<usize> {
    const MOST_DIGITS: usize = 18;
    let negative = text.first() == Some(&b'-');
    let digits = &text[usize::from(negative)..];
    let count = digits
        .iter()
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    let is_usual = (1..=MOST_DIGITS).contains(&count) && (count == 1 || digits[0] != b'0');
    // A point, an exponent: let the ordinary reader say what is wrong.
    let ends = !matches!(digits.get(count), Some(b'.' | b'e' | b'E' | b'+'));
    if !is_usual || !ends || (negative && digits[0] == b'0') {
        return None;
    }
    let digits = digits[..count].iter();
    let value = digits.fold(0_i64, |value, digit| value * 10 + i64::from(digit - b'0'));
    let value = if negative { -value } else { value };
    if !kind.holds(value.into()) {
        return None;
    }
    out.extend_from_slice(&value.to_le_bytes()[..kind.size()]);
    Some(usize::from(negative) + count)
}
