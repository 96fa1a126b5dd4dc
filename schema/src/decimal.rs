//! Decimal numbers in texts: the nearest float, and no number that is another one.

use std::str::FromStr;

/// The float that is nearest to a text.
///
/// # Errors
/// In words: the text is no decimal number, or it is one that the float cannot come near: it would become infinite, or 0
/// though it is not.
pub fn f32(text: &str) -> Result<f32, String> {
    nearest(text, "f32")
}

/// As [`f32()`], with 64 bits.
///
/// # Errors
/// See [`f32()`].
pub fn f64(text: &str) -> Result<f64, String> {
    nearest(text, "f64")
}

fn nearest<F: FromStr + Copy + Into<f64>>(text: &str, kind: &str) -> Result<F, String> {
    // Rust's own reading, without its words for numbers that are none.
    let is_number = text.ends_with(|c: char| c.is_ascii_digit() || c == '.');
    let number: Option<F> = text.parse().ok().filter(|_| is_number);
    let number = number.ok_or_else(|| format!("expected a number, found {}", quoted(text)))?;
    let value: f64 = number.into();
    if !value.is_finite() {
        return Err(format!("`{}` is too large for {kind}", brief(text)));
    }
    if value == 0.0 && !is_zero(text) {
        let message = format!("`{}` is too small for {kind}: it would be 0", brief(text));
        return Err(message);
    }
    Ok(number)
}

/// Whether all digits before the exponent are 0.
fn is_zero(text: &str) -> bool {
    let digits = text.bytes().take_while(|byte| !byte.is_ascii_alphabetic());
    !digits.into_iter().any(|byte| matches!(byte, b'1'..=b'9'))
}

/// The beginning of a text, for messages.
#[must_use]
pub fn brief(text: &str) -> String {
    match text.char_indices().nth(40) {
        None => text.into(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

/// The beginning of a text in quotes, for messages.
#[must_use]
pub fn quoted(text: &str) -> String {
    if text.is_empty() {
        "nothing".into()
    } else {
        format!("`{}`", brief(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zero_is_what_says_zero() {
        for text in ["0", "-0", "0.0", "-0.000e-99", "0e5", "1e-45", "7.1e-46"] {
            assert!(f32(text).is_ok(), "{text}");
        }
        assert_eq!(f32("-0.0").map(f32::to_bits), Ok(0x8000_0000));
        for text in [
            "1e-46",
            "-7e-46",
            "0.000000000000000000000000000000000000000000000001",
        ] {
            let error = f32(text).expect_err(text);
            assert!(error.contains("too small for f32"), "{error}");
        }
        assert!(f64("1e-46").is_ok());
        assert!(f64("1e-324").is_err());
    }

    #[test]
    fn what_no_float_comes_near_is_refused() {
        assert_eq!(f32("1e39"), Err("`1e39` is too large for f32".into()));
        assert_eq!(f64("-1e309"), Err("`-1e309` is too large for f64".into()));
        assert_eq!(f32("abc"), Err("expected a number, found `abc`".into()));
        for text in ["", "nan", "inf", "infinity", "0x1", "1 2"] {
            assert!(f32(text).is_err(), "{text}");
        }
    }
}
