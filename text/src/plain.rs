//! Floats whose text is digits with at most one point, as in nearly all files: written and read faster than any other.
//!
//! Both directions are exact, and leave to others what they cannot be sure of. Bytes are looked at and made eight at a time, and what nobody
//! can foresee, such as the number of digits, is computed rather than branched on: a branch that is guessed wrong costs as much as the
//! digits.

use std::hint::select_unpredictable;

/// The most bytes that the text of a float has, here and in [`zmij`].
pub(crate) const MOST: usize = 24;

/// Digits behind the point: as many as a float of [`SCALES`] has, and as many as fit 64 bits behind seven others.
const PLACES: u32 = 12;

/// Powers of ten, each a whole number that an `f64` holds.
const TENS: [u64; PLACES as usize + 1] = {
    let mut tens = [1; PLACES as usize + 1];
    let mut place = 1;
    while place < tens.len() {
        tens[place] = 10 * tens[place - 1];
        place += 1;
    }
    tens
};

/// The places behind the point that tell a float from its neighbours, by how many bits it has behind the point, from 1 on.
const SCALES: [usize; 37] = {
    let mut scales = [0; 37];
    let mut bits = 1;
    while bits <= scales.len() {
        while TENS[scales[bits - 1]] < 1 << bits {
            scales[bits - 1] += 1;
        }
        bits += 1;
    }
    scales
};

const ZEROS: u64 = u64::from_le_bytes([b'0'; 8]);

/// Writes the shortest text that reads back to the same bits, and of those the nearest, as [`zmij`] does; returns its length. None for
/// floats that are not between 2^-14 and 2^23, and for some powers of two.
///
/// This is Schubfach. With so few exponents all of its numbers are whole ones of 64 bits, so nothing is rounded.
#[inline]
pub(crate) fn put_f32(value: f32, out: &mut [u8; MOST]) -> Option<usize> {
    let bits = value.to_bits();
    let fraction = bits & 0x7f_ffff;
    // The float is `significand / one`.
    let exponent = 150_u32.wrapping_sub((bits >> 23) & 0xff);
    let places = *SCALES.get(exponent.wrapping_sub(1) as usize)?;
    let (significand, one) = (u64::from(fraction | 0x80_0000), 1_u64 << exponent);
    // All in units of one less place, of which `shorter` has no more than the float: where one of its neighbours is no further away than
    // half the distance of two floats, that is the shortest text. That distance is `ulp`.
    let ulp = TENS[places - 1];
    let product = significand * ulp;
    let (shorter, rest) = (product >> exponent, product & (one - 1));
    if fraction == 0 && rest != 0 {
        // The float below a power of two is nearer than the one above.
        return None;
    }
    let even = u64::from(significand & 1 == 0);
    let (down, up) = (2 * rest < ulp + even, 2 * rest + ulp + even > 2 * one);
    // Else the nearest with all places, and of two that are equally near the even one.
    let last = (10 * rest + one / 2) >> exponent;
    let last = select_unpredictable(4 * rest == one, 2, last);
    let last = select_unpredictable(down | up, 10 * u64::from(up), last);
    // Whole numbers are floats themselves, so the text has the same one before the point.
    let whole = significand >> exponent;
    let behind = 10 * shorter + last - whole * TENS[places];
    let start = put_whole(bits >> 31 != 0, whole, out)?;
    put_places(behind * TENS[PLACES as usize - places], start, out)
}

/// Writes the sign and what is before the point; returns where that ends.
#[inline]
fn put_whole(negative: bool, whole: u64, out: &mut [u8; MOST]) -> Option<usize> {
    out[0] = b'-';
    let at = usize::from(negative);
    if whole < 10 {
        out[at] = b'0' + whole as u8;
        return Some(at + 1);
    }
    let digits = eight_digits(whole);
    let skipped = digits.trailing_zeros() / 8;
    let text = (digits | ZEROS) >> (8 * skipped);
    *out[at..].first_chunk_mut()? = text.to_le_bytes();
    Some(at + 8 - skipped as usize)
}

/// Writes a point and twelve digits behind it; returns where they end without zeros.
#[inline]
fn put_places(behind: u64, at: usize, out: &mut [u8; MOST]) -> Option<usize> {
    let (first, last) = (eight_digits(behind / 10_000), digits(behind % 10_000));
    let count = select_unpredictable(
        last != 0,
        16 - last.leading_zeros() / 8,
        8 - first.leading_zeros() / 8,
    );
    let [point, places @ ..] = out[at..].first_chunk_mut::<{ 1 + PLACES as usize }>()?;
    *point = b'.';
    *places.first_chunk_mut()? = (first | ZEROS).to_le_bytes();
    *places.last_chunk_mut()? = ((last | ZEROS) as u32).to_le_bytes();
    Some(at + count as usize + usize::from(count != 0))
}

/// The digits of a number below 10^8, the first one in the lowest byte.
#[inline]
fn eight_digits(value: u64) -> u64 {
    digits((value / 10_000) | ((value % 10_000) << 32))
}

/// The digits of two numbers below 10^4, each in its half.
#[inline]
fn digits(fours: u64) -> u64 {
    let hundreds = ((fours * 10_486) >> 20) & 0x7f_0000_007f;
    let pairs = hundreds | ((fours - hundreds * 100) << 16);
    let tens = ((pairs * 103) >> 10) & 0x000f_000f_000f_000f;
    tens | ((pairs - tens * 10) << 8)
}

/// The float that is nearest to the digits that a text begins with, and how long they are. None where they are too many, have an exponent, or
/// zeros in front, as all that other texts have; and where the text ends soon after them.
#[inline]
pub(crate) fn read_f32(text: &[u8]) -> Option<(f32, usize)> {
    // Two ways, for signs can be foreseen more often than not, and then nothing waits for them.
    if let [b'-', text @ ..] = text {
        let (value, length) = read_unsigned(text)?;
        return Some((-value, length + 1));
    }
    read_unsigned(text)
}

#[inline(always)]
fn read_unsigned(text: &[u8]) -> Option<(f32, usize)> {
    const MOST_WHOLE: usize = 7;
    let first = digit(text, 0)?;
    let (mut whole, mut at) = (u64::from(first), 1);
    while let Some(next) = digit(text, at) {
        if at == MOST_WHOLE || first == 0 {
            return None;
        }
        whole = 10 * whole + u64::from(next);
        at += 1;
    }
    match text.get(at)? {
        b'.' => {
            let (value, length) = read_places(whole, text.get(at + 1..)?.first_chunk()?)?;
            Some((value, at + 1 + length))
        }
        b'e' | b'E' => None,
        // Seven digits are fewer than a float holds.
        _ => Some((whole as f32, at)),
    }
}

#[inline]
fn digit(text: &[u8], at: usize) -> Option<u8> {
    let digit = text.get(at)?.wrapping_sub(b'0');
    (digit < 10).then_some(digit)
}

/// The float of a whole number and what is behind its point, and how many digits that is.
///
/// Digits that an `f64` holds, divided by a power of ten that it holds, are the nearest `f64`. That is nearest to the same `f32` as the digits
/// are, unless it stands in the middle of two: every middle is an `f64`, so no other one is beyond it.
#[inline]
fn read_places(whole: u64, text: &[u8; 16]) -> Option<(f32, usize)> {
    /// Bits that an `f64` has behind those of an `f32`.
    const MORE: u32 = f64::MANTISSA_DIGITS - f32::MANTISSA_DIGITS;
    let (behind, count) = leading_digits(text)?;
    let ten = TENS[count];
    let all = whole * ten + behind;
    let value = all as f64 / ten as f64;
    let in_the_middle = value.to_bits() << (64 - MORE) == 1 << 63;
    let exponent_follows = text[count] | 0x20 == b'e';
    // A zero that has places may be one that is too small.
    let is_sure = !in_the_middle && all < 1 << f64::MANTISSA_DIGITS && all != 0;
    (is_sure && !exponent_follows).then_some((value as f32, count))
}

/// The digits that a text begins with as a number, and how many they are: at least one.
#[inline]
fn leading_digits(text: &[u8; 16]) -> Option<(u64, usize)> {
    let all = u128::from_le_bytes(*text) ^ u128::from_le_bytes([b'0'; 16]);
    let (first, last) = (all as u64, (all >> 64) as u64);
    // The top bit of each byte that is no digit, and maybe of some behind it.
    let others = |word: u64| {
        (word.wrapping_add(u64::from_le_bytes([0x76; 8])) | word) & u64::from_le_bytes([0x80; 8])
    };
    let (in_first, in_last) = (others(first), others(last));
    let count = select_unpredictable(
        in_first != 0,
        in_first.trailing_zeros() / 8,
        8 + in_last.trailing_zeros() / 8,
    );
    if !(1..=PLACES).contains(&count) {
        return None;
    }
    // Zeros in front of the digits, which are the last ones then.
    let all = all << (128 - 8 * count);
    let number = number(all as u64) * 100_000_000 + number((all >> 64) as u64);
    Some((number, count as usize))
}

/// The number that eight digits are, the first one in the lowest byte.
#[inline]
fn number(digits: u64) -> u64 {
    let pairs = digits.wrapping_mul(10).wrapping_add(digits >> 8) & 0x00ff_00ff_00ff_00ff;
    let fours = pairs.wrapping_mul(100).wrapping_add(pairs >> 16) & 0x0000_ffff_0000_ffff;
    fours.wrapping_mul(10_000).wrapping_add(fours >> 32) & 0xffff_ffff
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes a float as others do, and asks that it is written so here; whether it is written here at all.
    fn is_written(value: f32) -> bool {
        let mut out = [0; MOST];
        let Some(length) = put_f32(value, &mut out) else {
            return false;
        };
        let mut buffer = zmij::Buffer::new();
        let text = buffer.format_finite(value);
        let text = text.strip_suffix(".0").unwrap_or(text);
        assert_eq!(std::str::from_utf8(&out[..length]), Ok(text));
        is_read(text);
        true
    }

    /// Reads a text as Rust does, and asks that it is read so here; whether it is read here at all.
    fn is_read(text: &str) -> bool {
        let behind = [text, "\"                "].concat();
        let Some((value, length)) = read_f32(behind.as_bytes()) else {
            return false;
        };
        assert_eq!(length, text.len(), "{text}");
        assert_eq!(
            text.parse().map(f32::to_bits),
            Ok(value.to_bits()),
            "{text}"
        );
        true
    }

    fn floats(step: usize) -> impl Iterator<Item = f32> {
        let range = 2_f32.powi(-14).to_bits()..2_f32.powi(23).to_bits();
        range.step_by(step).map(f32::from_bits)
    }

    #[test]
    fn floats_are_written_as_others_write_them() {
        for value in floats(997).filter(|value| value.to_bits() & 0x7f_ffff != 0) {
            assert!(is_written(value) && is_written(-value), "{value}");
        }
        for value in [0.0, 1e-5, 1e7, 9e6, f32::MAX, f32::MIN_POSITIVE, 1e-45] {
            assert!(!is_written(value) && !is_written(-value), "{value}");
        }
        for value in [1.0, 0.5, 0.25, 2.0, 1024.0, 4_194_304.0] {
            assert!(is_written(value), "{value}");
        }
        assert!(
            !is_written(2_f32.powi(-13)) && !is_written(f32::NAN) && !is_written(f32::INFINITY)
        );
    }

    #[test]
    #[ignore = "takes a minute in release: every float that is written here"]
    fn every_float_is_written_as_others_write_it() {
        assert!(floats(1).filter(|value| is_written(*value)).count() > 310_000_000);
    }

    #[test]
    fn middles_of_two_floats_are_left_to_others() {
        let (mut read, mut left) = (0, 0);
        // Those whose middles have so few places that only the guard keeps them from being read here.
        for value in floats(1009).filter(|value| *value >= 2048.0) {
            let next = f32::from_bits(value.to_bits() + 1);
            let middle = f64::midpoint(value.into(), next.into());
            for (text, is_middle) in [
                (format!("{middle}"), true),
                (format!("{:.12}", middle + 1e-11), false),
                (format!("{:.12}", middle - 1e-11), false),
                (format!("{:.9}", middle), false),
                (format!("{value:.10}"), false),
            ] {
                let is_read = is_read(&text);
                assert!(!(is_read && is_middle), "{text}");
                *(if is_read { &mut read } else { &mut left }) += 1;
            }
        }
        assert!(read > 20_000 && left > 20_000, "{read}, {left}");
    }

    #[test]
    fn digits_of_all_lengths_are_read_as_others_read_them() {
        let mut seed = 1_u64;
        let mut read = 0;
        for places in 0..16 {
            for _ in 0..20_000 {
                seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
                let digits = (seed >> 11) % 10_u64.pow(1 + (seed % 16) as u32);
                let text = format!("{:0>1$}", digits, places + 1);
                let (whole, behind) = text.split_at(text.len() - places);
                let text = match behind {
                    "" => whole.to_owned(),
                    behind => format!("-{whole}.{behind}"),
                };
                read += usize::from(is_read(&text));
            }
        }
        assert!(read > 100_000, "{read}");
    }

    #[test]
    fn other_texts_are_left_to_others() {
        for text in [
            "",
            "-",
            "+1",
            ".5",
            "1.",
            "01",
            "00.5",
            "1e5",
            "1.5e5",
            "1.5E5",
            "nan",
            "0.0",
            "-0.00",
            "12345678",
            "1.1234567890123",
            "1.x",
            "--1",
        ] {
            assert!(!is_read(text), "{text}");
        }
        for text in [
            "0",
            "-0",
            "1",
            "9999999",
            "0.1",
            "-1.5",
            "9999999.99999999",
            "0.000000000001",
        ] {
            assert!(is_read(text), "{text}");
        }
        // Whether more digits follow, the end of the text does not tell.
        assert_eq!(read_f32(b"1.5"), None);
        assert_eq!(read_f32(b"1"), None);
    }
}
