//! Numbers of uniforms, as text and through serde.

use std::fmt::{self, Write};

use serde::{
    Deserialize, Deserializer, Serializer,
    de::{Error, Unexpected, Visitor},
    ser::SerializeSeq,
};

/// The shortest text that the engine reads back to the same number.
pub(super) fn text(number: f32) -> String {
    if number.is_infinite() {
        return if number > 0.0 { "1e999" } else { "-1e999" }.into();
    }
    let shortest = number.to_string();
    if shortest.len() <= 24 && read(shortest.as_bytes()).to_bits() == number.to_bits() {
        return shortest;
    }
    let mut exact = String::new();
    // Writing to a string cannot fail.
    let _ = write!(exact, "{:e}", f64::from(number));
    exact
}

/// What C's `atof` makes of characters that are all of `+-0-9.eE`, as a single: the longest beginning that is a
/// number, 0 without one.
pub(super) fn read(text: &[u8]) -> f32 {
    let text = std::str::from_utf8(text).unwrap_or_default();
    let number = text.get(..length(text.as_bytes())).unwrap_or_default();
    number.parse::<f64>().unwrap_or_default() as f32
}

/// What C's `atoi` makes of characters that are all of `+-0-9`; `None` when it is no 32-bit number.
pub(super) fn read_integer(text: &[u8]) -> Option<i32> {
    let text = std::str::from_utf8(text).ok()?;
    let (sign, digits) = match text.strip_prefix(['+', '-']) {
        Some(digits) => (if text.starts_with('-') { -1 } else { 1 }, digits),
        None => (1, text),
    };
    let end = digits.find(|c: char| !c.is_ascii_digit());
    let digits = digits.get(..end.unwrap_or(digits.len()))?;
    if digits.is_empty() {
        return Some(0);
    }
    i32::try_from(sign * digits.parse::<i64>().ok()?).ok()
}

/// How much of a text is a number.
fn length(text: &[u8]) -> usize {
    let digits = |from: usize| {
        let rest = text.get(from..).unwrap_or_default();
        rest.iter().take_while(|byte| byte.is_ascii_digit()).count()
    };
    let sign = |at: usize| usize::from(matches!(text.get(at), Some(b'+' | b'-')));
    let start = sign(0);
    let whole = digits(start);
    let mut end = start + whole;
    let mut fraction = 0;
    if text.get(end) == Some(&b'.') {
        fraction = digits(end + 1);
        end += 1 + fraction;
    }
    if whole + fraction == 0 {
        return 0;
    }
    if matches!(text.get(end), Some(b'e' | b'E')) {
        let exponent = end + 1 + sign(end + 1);
        match digits(exponent) {
            0 => {}
            count => end = exponent + count,
        }
    }
    end
}

pub(super) fn serialize<S: Serializer>(numbers: &[f32], serializer: S) -> Result<S::Ok, S::Error> {
    let mut list = serializer.serialize_seq(Some(numbers.len()))?;
    for number in numbers {
        // As `f64`, since a tree of JSON values knows nothing shorter, and would show 0.1 with all its digits.
        if let Some(number) = text(*number).parse::<f64>().ok().filter(|n| n.is_finite()) {
            list.serialize_element(&number)?;
        } else {
            list.serialize_element(&number.to_string())?;
        }
    }
    list.end()
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<f32>, D::Error> {
    let numbers = Vec::<Number>::deserialize(deserializer)?;
    Ok(numbers.into_iter().map(|Number(number)| number).collect())
}

/// A number, or the name of one that JSON does not have.
struct Number(f32);

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_f32(NumberVisitor).map(Self)
    }
}

struct NumberVisitor;

impl Visitor<'_> for NumberVisitor {
    type Value = f32;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number, \"inf\" or \"-inf\"")
    }

    fn visit_f32<E: Error>(self, number: f32) -> Result<f32, E> {
        Ok(number)
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<f32, E> {
        let single = number as f32;
        if single.is_finite() && (single != 0.0 || number == 0.0) {
            return Ok(single);
        }
        Err(E::invalid_value(Unexpected::Float(number), &self))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<f32, E> {
        Ok(number as f32)
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<f32, E> {
        Ok(number as f32)
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<f32, E> {
        match name {
            "inf" => Ok(f32::INFINITY),
            "-inf" => Ok(f32::NEG_INFINITY),
            other => Err(E::invalid_value(Unexpected::Str(other), &self)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_c() {
        for (text, number) in [
            ("1.5", 1.5),
            ("-.5", -0.5),
            ("1.", 1.0),
            ("1e", 1.0),
            ("1e+", 1.0),
            ("1e+2", 100.0),
            ("1.0.0", 1.0),
            ("1-2", 1.0),
            ("--1", 0.0),
            ("e5", 0.0),
            (".", 0.0),
            ("+", 0.0),
            ("", 0.0),
            ("1e999", f32::INFINITY),
        ] {
            assert_eq!(read(text.as_bytes()), number, "{text}");
        }
    }

    #[test]
    fn integers_are_those_of_c() {
        for (text, number) in [
            ("12", Some(12)),
            ("-1", Some(-1)),
            ("+3", Some(3)),
            ("3-4", Some(3)),
            ("--3", Some(0)),
            ("", Some(0)),
            ("2147483648", None),
            ("99999999999999999999", None),
        ] {
            assert_eq!(read_integer(text.as_bytes()), number, "{text}");
        }
    }

    #[test]
    fn every_number_comes_back() {
        let odd = [
            0,
            1,
            0x8000_0000,
            0x007f_ffff,
            0x7f7f_ffff,
            0x7f80_0000,
            0xff80_0000,
        ];
        let many = (0..200_000u32).map(|n| n.wrapping_mul(0x9e37_79b9));
        for bits in many.chain(odd) {
            let number = f32::from_bits(bits);
            if !number.is_nan() {
                assert_eq!(
                    read(text(number).as_bytes()).to_bits(),
                    bits,
                    "{}",
                    text(number)
                );
            }
        }
    }
}
