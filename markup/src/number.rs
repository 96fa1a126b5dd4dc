//! Numbers as C reads them: what comes first counts, and nothing means zero.

/// What `strtof` makes of a text in the C locale, and how many bytes of it it looked at.
#[must_use]
pub fn float(text: &str) -> (f32, usize) {
    let bytes = text.as_bytes();
    let blanks = blanks(bytes);
    let signed = blanks + usize::from(matches!(bytes.get(blanks), Some(b'+' | b'-')));
    let negative = bytes.get(blanks) == Some(&b'-');
    let rest = &bytes[signed..];
    let found = special(rest)
        .or_else(|| hexadecimal(rest))
        .or_else(|| decimal(rest));
    match found {
        Some((value, length)) => (if negative { -value } else { value }, signed + length),
        None => (0.0, 0),
    }
}

/// What `atoi` makes of a text, and how many bytes of it it looked at. Numbers that are too large wrap
/// around, as they do on usual machines.
#[must_use]
pub fn integer(text: &str) -> (i32, usize) {
    let bytes = text.as_bytes();
    let blanks = blanks(bytes);
    let signed = blanks + usize::from(matches!(bytes.get(blanks), Some(b'+' | b'-')));
    let digits = digits(&bytes[signed..]);
    if digits == 0 {
        return (0, 0);
    }
    let end = signed + digits;
    let magnitude = text[signed..end].parse::<i64>().unwrap_or(i64::MAX);
    let value = if bytes.get(blanks) == Some(&b'-') {
        magnitude.wrapping_neg()
    } else {
        magnitude
    };
    // The cast that C makes as well.
    (value as i32, end)
}

fn blanks(bytes: &[u8]) -> usize {
    let is_blank = |byte: &&u8| matches!(byte, b' ' | b'\t'..=b'\r');
    bytes.iter().take_while(is_blank).count()
}

fn digits(bytes: &[u8]) -> usize {
    bytes
        .iter()
        .take_while(|byte| byte.is_ascii_digit())
        .count()
}

fn special(bytes: &[u8]) -> Option<(f32, usize)> {
    let starts = |word: &str| {
        let head = bytes.get(..word.len());
        head.is_some_and(|head| head.eq_ignore_ascii_case(word.as_bytes()))
    };
    let words = [
        ("infinity", f32::INFINITY),
        ("inf", f32::INFINITY),
        ("nan", f32::NAN),
    ];
    let (word, value) = words.into_iter().find(|(word, _)| starts(word))?;
    Some((value, word.len()))
}

fn decimal(bytes: &[u8]) -> Option<(f32, usize)> {
    let whole = digits(bytes);
    let fraction = match bytes.get(whole) {
        Some(b'.') => 1 + digits(&bytes[whole + 1..]),
        _ => 0,
    };
    let has_digits = whole > 0 || fraction > 1;
    has_digits.then_some(())?;
    let mantissa = whole + fraction;
    let length = mantissa + exponent(&bytes[mantissa..], b'e');
    let text = str::from_utf8(&bytes[..length]).ok()?;
    Some((text.parse().ok()?, length))
}

/// The length of an exponent.
fn exponent(bytes: &[u8], letter: u8) -> usize {
    if !bytes
        .first()
        .is_some_and(|byte| byte.eq_ignore_ascii_case(&letter))
    {
        return 0;
    }
    let sign = usize::from(matches!(bytes.get(1), Some(b'+' | b'-')));
    match digits(&bytes[1 + sign..]) {
        0 => 0,
        digits => 1 + sign + digits,
    }
}

fn hexadecimal(bytes: &[u8]) -> Option<(f32, usize)> {
    let rest = bytes
        .strip_prefix(b"0x")
        .or_else(|| bytes.strip_prefix(b"0X"))?;
    let (mut value, mut shift, mut count, mut at, mut behind_point) = (0.0f64, 0i32, 0, 0, false);
    while let Some(byte) = rest.get(at) {
        match char::from(*byte).to_digit(16) {
            Some(digit) => {
                value = value * 16.0 + f64::from(digit);
                shift -= if behind_point { 4 } else { 0 };
                count += 1;
            }
            None if *byte == b'.' && !behind_point => behind_point = true,
            None => break,
        }
        at += 1;
    }
    (count > 0).then_some(())?;
    let power = exponent(&rest[at..], b'p');
    let digits = str::from_utf8(rest.get(at + 1..at + power).unwrap_or_default()).ok()?;
    let power_value = digits
        .parse::<i32>()
        .unwrap_or(if power > 0 { 100_000 } else { 0 });
    let value = value * f64::from(shift.saturating_add(power_value)).exp2();
    Some((value as f32, 2 + at + power))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_are_read_as_c_reads_them() {
        for (text, value, length) in [
            ("1.5", 1.5, 3),
            (" \t-.5e1x", -5.0, 7),
            ("3e-006", 3e-6, 6),
            ("1e", 1.0, 1),
            ("1.", 1.0, 2),
            ("0x1.8p1", 3.0, 7),
            ("INFinity", f32::INFINITY, 8),
            ("1,5", 1.0, 1),
            ("", 0.0, 0),
            (".", 0.0, 0),
            ("abc", 0.0, 0),
            ("1e99", f32::INFINITY, 4),
        ] {
            assert_eq!(float(text), (value, length), "{text}");
        }
        assert!(float("nan").0.is_nan());
    }

    #[test]
    fn integers_are_read_as_c_reads_them() {
        for (text, value, length) in [
            ("12", 12, 2),
            (" -7.9", -7, 3),
            ("+3x", 3, 2),
            ("", 0, 0),
            ("true", 0, 0),
            ("4294967296", 0, 10),
        ] {
            assert_eq!(integer(text), (value, length), "{text}");
        }
    }
}
