//! Numbers as text, and back. The one way in and out for XML, JSON and dumps.

use formwork_schema::{decimal, half_float, layout::PrimKind};

pub(crate) use formwork_schema::decimal::{brief, quoted};

use serde_json::Value;

use crate::plain;

const QUIET_F32: u32 = 0x7fc0_0000;
const QUIET_F64: u64 = 0x7ff8_0000_0000_0000;

/// Appends the digits of a number.
#[inline]
pub(crate) fn put_int(out: &mut Vec<u8>, value: i128) {
    let mut digits = itoa::Buffer::new();
    let text = match u32::try_from(value) {
        Ok(value) => digits.format(value),
        Err(_) => digits.format(value),
    };
    out.extend_from_slice(text.as_bytes());
}

/// Appends the shortest text that reads back to the same bits.
#[inline]
pub(crate) fn put_f32(out: &mut Vec<u8>, value: f32) {
    let mut text = [0; plain::MOST];
    if let Some(length) = plain::put_f32(value, &mut text) {
        out.extend_from_slice(&text[..length]);
    } else if value.is_finite() {
        put_shortest(out, zmij::Buffer::new().format_finite(value));
    } else {
        put_special(out, value < 0.0, value.is_nan(), || {
            let bits = value.to_bits();
            if bits == QUIET_F32 {
                "NaN".into()
            } else {
                format!("nan:{bits:#010x}")
            }
        });
    }
}

/// Appends the shortest text that reads back to the same bits.
#[inline]
pub(crate) fn put_f64(out: &mut Vec<u8>, value: f64) {
    if value.is_finite() {
        put_shortest(out, zmij::Buffer::new().format_finite(value));
    } else {
        put_special(out, value < 0.0, value.is_nan(), || {
            let bits = value.to_bits();
            if bits == QUIET_F64 {
                "NaN".into()
            } else {
                format!("nan:{bits:#018x}")
            }
        });
    }
}

/// Without `.0`, and without the sign of a positive exponent.
#[inline]
fn put_shortest(out: &mut Vec<u8>, text: &str) {
    let bytes = text.as_bytes();
    if let [digits @ .., b'.', b'0'] = bytes {
        out.extend_from_slice(digits);
        return;
    }
    // An exponent has three digits at most.
    let tail = bytes.len().saturating_sub(5);
    let e = bytes[tail..].iter().position(|byte| *byte == b'e');
    match e.map(|e| tail + e) {
        None => out.extend_from_slice(bytes),
        Some(e) => {
            let mantissa = text[..e].strip_suffix(".0").unwrap_or(&text[..e]);
            out.extend_from_slice(mantissa.as_bytes());
            out.push(b'e');
            let exponent = &text[e + 1..];
            out.extend_from_slice(exponent.strip_prefix('+').unwrap_or(exponent).as_bytes());
        }
    }
}

#[cold]
fn put_special(out: &mut Vec<u8>, negative: bool, nan: bool, text: impl Fn() -> String) {
    match (nan, negative) {
        (true, _) => out.extend_from_slice(text().as_bytes()),
        (false, true) => out.extend_from_slice(b"-inf"),
        (false, false) => out.extend_from_slice(b"inf"),
    }
}

/// Whether `jq`, JavaScript and others that read numbers of JSON as `f64` keep a whole number and all below it. JSON has the others as strings.
#[inline]
pub(crate) const fn is_exact(value: i128) -> bool {
    const MOST: u128 = 1 << 53;
    value.unsigned_abs() <= MOST
}

/// A whole number as a value of JSON; in a string where it is not [exact](is_exact).
pub(crate) fn integer(value: i128) -> Value {
    let exact = i64::try_from(value).ok();
    let exact = exact.filter(|_| is_exact(value));
    exact.map_or_else(|| value.to_string().into(), Value::from)
}

/// Whether a text is one of the numbers that JSON cannot hold.
pub(crate) fn is_special(text: &str) -> bool {
    matches!(text, "NaN" | "inf" | "-inf") || text.starts_with("nan:")
}

pub(crate) fn parse_f32(text: &str) -> Result<f32, String> {
    match text {
        "NaN" => return Ok(f32::from_bits(QUIET_F32)),
        "inf" => return Ok(f32::INFINITY),
        "-inf" => return Ok(f32::NEG_INFINITY),
        _ => {}
    }
    if let Some(payload) = text.strip_prefix("nan:") {
        let bits = parse_hex(payload).and_then(|bits| u32::try_from(bits).ok());
        let value = bits.map(f32::from_bits).filter(|value| value.is_nan());
        return value.ok_or_else(|| format!("`{}` is not a NaN of 32 bits", brief(text)));
    }
    decimal::f32(text)
}

/// A number that is no float of half precision becomes the nearest, as digits beyond those of others do; one beyond all of them is refused.
pub(crate) fn parse_f16(text: &str) -> Result<f32, String> {
    let value = parse_f32(text)?;
    let nearest = half_float::widened(half_float::narrowed(value));
    match value.is_finite() && nearest.is_infinite() {
        true => Err(format!("`{}` is too large for f16", brief(text))),
        false => Ok(nearest),
    }
}

pub(crate) fn parse_f64(text: &str) -> Result<f64, String> {
    match text {
        "NaN" => return Ok(f64::from_bits(QUIET_F64)),
        "inf" => return Ok(f64::INFINITY),
        "-inf" => return Ok(f64::NEG_INFINITY),
        _ => {}
    }
    if let Some(payload) = text.strip_prefix("nan:") {
        let value = parse_hex(payload)
            .map(f64::from_bits)
            .filter(|value| value.is_nan());
        return value.ok_or_else(|| format!("`{}` is not a NaN of 64 bits", brief(text)));
    }
    decimal::f64(text)
}

/// A whole number that fits a kind of number.
pub(crate) fn parse_unsigned(text: &str, kind: PrimKind) -> Result<u64, String> {
    let bits = 8 * kind.size() as u32;
    let most = u64::MAX >> (64 - bits);
    match text.parse::<u64>() {
        Ok(value) if value <= most => Ok(value),
        _ => Err(not_whole(text, "0", &most.to_string(), kind)),
    }
}

/// A whole number that fits a kind of number.
pub(crate) fn parse_signed(text: &str, kind: PrimKind) -> Result<i64, String> {
    let most = i64::MAX >> (64 - 8 * kind.size() as u32);
    match text.parse::<i64>() {
        Ok(value) if (!most..=most).contains(&value) => Ok(value),
        _ => Err(not_whole(
            text,
            &(!most).to_string(),
            &most.to_string(),
            kind,
        )),
    }
}

/// A whole number of 128 bits.
pub(crate) fn parse_wide<N: std::str::FromStr>(text: &str, kind: PrimKind) -> Result<N, String> {
    text.parse().map_err(|_| {
        let (least, most) = if kind.is_signed() {
            (i128::MIN.to_string(), i128::MAX.to_string())
        } else {
            ("0".to_owned(), u128::MAX.to_string())
        };
        not_whole(text, &least, &most, kind)
    })
}

fn not_whole(text: &str, least: &str, most: &str, kind: PrimKind) -> String {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return format!(
            "`{}` does not fit {}: {least} to {most}",
            brief(text),
            kind.name()
        );
    }
    format!(
        "expected a whole number from {least} to {most}, found {}",
        quoted(text)
    )
}

/// A number in digits, or in hexadecimal digits after `0x`.
pub(crate) fn parse_bits(text: &str) -> Option<u64> {
    parse_hex(text).or_else(|| text.parse().ok())
}

fn parse_hex(text: &str) -> Option<u64> {
    let digits = text.strip_prefix("0x")?;
    if digits.starts_with('+') {
        return None;
    }
    u64::from_str_radix(digits, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn f32_text(value: f32) -> String {
        let mut out = Vec::new();
        put_f32(&mut out, value);
        String::from_utf8(out).unwrap()
    }

    fn f64_text(value: f64) -> String {
        let mut out = Vec::new();
        put_f64(&mut out, value);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn floats_are_short() {
        for (bits, text) in [
            (0x0000_0000, "0"),
            (0x8000_0000, "-0"),
            (0x3fc0_0000, "1.5"),
            (0x33d6_bf95, "1e-7"),
            (0x5a0e_1bca, "1e16"),
            (0x0000_0001, "1e-45"),
            (0x7f7f_ffff, "3.4028235e38"),
            (0x7f80_0000, "inf"),
            (0xff80_0000, "-inf"),
            (0x7fc0_0000, "NaN"),
            (0xffc0_0000, "nan:0xffc00000"),
            (0x7fc0_0001, "nan:0x7fc00001"),
            (0x7f80_0001, "nan:0x7f800001"),
        ] {
            assert_eq!(f32_text(f32::from_bits(bits)), text);
            assert_eq!(parse_f32(text).unwrap().to_bits(), bits, "{text}");
        }
        for (bits, text) in [
            (QUIET_F64, "NaN"),
            (QUIET_F64 | 1, "nan:0x7ff8000000000001"),
            (1, "5e-324"),
            (f64::MAX.to_bits(), "1.7976931348623157e308"),
        ] {
            assert_eq!(f64_text(f64::from_bits(bits)), text);
            assert_eq!(parse_f64(text).unwrap().to_bits(), bits, "{text}");
        }
    }

    #[test]
    fn other_texts_are_no_floats() {
        for text in [
            "",
            "nan",
            "infinity",
            "INF",
            "1e39",
            "1e-46",
            "0x1",
            "nan:0x7f800000",
            "nan:0x+7fc00001",
            "1 2",
        ] {
            assert!(parse_f32(text).is_err(), "{text}");
        }
        assert_eq!(
            parse_f32("abc").unwrap_err(),
            "expected a number, found `abc`"
        );
        assert_eq!(
            parse_f32("1e39").unwrap_err(),
            "`1e39` is too large for f32"
        );
    }

    #[test]
    fn halves_are_rounded_and_not_made_infinite() {
        assert_eq!(parse_f16("65519"), Ok(65504.0));
        assert_eq!(parse_f16("-inf"), Ok(f32::NEG_INFINITY));
        for text in ["65520", "-1e9"] {
            let refused = format!("`{text}` is too large for f16");
            assert_eq!(parse_f16(text), Err(refused));
        }
    }

    #[test]
    fn whole_numbers_fit() {
        assert_eq!(
            parse_unsigned("18446744073709551615", PrimKind::U64),
            Ok(u64::MAX)
        );
        assert_eq!(parse_signed("-128", PrimKind::I8), Ok(-128));
        assert_eq!(
            parse_signed("-9223372036854775808", PrimKind::I64),
            Ok(i64::MIN)
        );
        let error = parse_unsigned("300", PrimKind::U8).unwrap_err();
        assert_eq!(error, "`300` does not fit u8: 0 to 255");
        let error = parse_signed("x", PrimKind::I16).unwrap_err();
        assert_eq!(
            error,
            "expected a whole number from -32768 to 32767, found `x`"
        );
        let error = parse_unsigned("", PrimKind::U8).unwrap_err();
        assert_eq!(
            error,
            "expected a whole number from 0 to 255, found nothing"
        );
    }
}
