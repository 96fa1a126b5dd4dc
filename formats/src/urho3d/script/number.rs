//! Numbers of variable length and strings, as AngelScript saves them.

/// Takes a number from the front; `None` when it is cut off or takes more than four bytes, as no count
/// does.
///
/// The first byte has a sign, then as many ones as bytes follow, at most six, then a zero and the
/// highest bits.
pub(super) fn number(bytes: &mut &[u8]) -> Option<i64> {
    let (first, rest) = bytes.split_first()?;
    let (negative, first) = (first & 0x80 != 0, first & 0x7f);
    let more = (first << 1).leading_ones() as usize;
    if more > 3 {
        return None;
    }
    let (tail, rest) = rest.split_at_checked(more)?;
    *bytes = rest;
    let high = i64::from(first & (0x3f >> more));
    let value = tail
        .iter()
        .fold(high, |value, byte| value << 8 | i64::from(*byte));
    Some(if negative { -value } else { value })
}

/// Takes a string from the front; `None` when it only repeats another, or is none.
pub(super) fn string<'a>(bytes: &mut &'a [u8]) -> Option<&'a [u8]> {
    let head = u64::try_from(number(bytes)?).ok()?;
    if head % 2 != 0 {
        return None;
    }
    let (text, rest) = bytes.split_at_checked(usize::try_from(head / 2).ok()?)?;
    *bytes = rest;
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_a_length_of_their_own() {
        let read = |mut bytes: &[u8]| (number(&mut bytes), bytes.len());
        assert_eq!(read(b"\x05\x01"), (Some(5), 1));
        assert_eq!(read(b"\x85"), (Some(-5), 0));
        assert_eq!(read(b"\x40\x4b"), (Some(75), 0));
        assert_eq!(read(b"\x5f\xff"), (Some(0x1fff), 0));
        assert_eq!(read(b"\x61\x00\x02"), (Some(0x1_0002), 0));
        assert_eq!(read(b"\x70\x01\x00\x00"), (Some(0x1_0000), 0));
        assert_eq!(read(b"\x40").0, None);
        assert_eq!(read(b"\x7f\0\0\0\0\0\0\0\0").0, None);
        assert_eq!(read(b"").0, None);
    }

    #[test]
    fn strings_are_new_or_repeat_another() {
        let read = |mut bytes: &'static [u8]| string(&mut bytes);
        assert_eq!(read(b"\x06yaw\0"), Some(&b"yaw"[..]));
        assert_eq!(read(b"\0"), Some(&b""[..]));
        assert_eq!(read(b"\x03yaw"), None);
        assert_eq!(read(b"\x06ya"), None);
    }
}
