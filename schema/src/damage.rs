//! What a file may have gone through when it does not read: hints for errors.

/// Pairs that chance should have made before their absence says anything.
const ENOUGH: usize = 8;

/// Whether somebody took the file for text and changed its line ends; what to do then.
pub(crate) fn advice(bytes: &[u8]) -> Option<&'static str> {
    let (mut returns, mut feeds, mut pairs) = (0_usize, 0_usize, 0_usize);
    let mut last = 0;
    for &byte in bytes {
        match byte {
            b'\r' => returns += 1,
            b'\n' => {
                feeds += 1;
                pairs += usize::from(last == b'\r');
            }
            _ => {}
        }
        last = byte;
    }
    let expected = returns.saturating_mul(feeds) / bytes.len().max(1);
    if pairs == 0 && expected >= ENOUGH {
        return Some(
            "no carriage return stands before a line feed, though chance alone would put many there: \
             line ends were changed as in a text, so bytes are lost; get the file again, as binary",
        );
    }
    let doubled = feeds >= ENOUGH && pairs == feeds && expected < feeds;
    doubled.then_some(
        "a carriage return stands before every line feed: line ends were changed as in a text; get \
         the file again, as binary",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bytes of every value, in no order that matters.
    fn noise() -> Vec<u8> {
        let mut state = 1_u32;
        let bytes = std::iter::repeat_with(|| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        });
        bytes.take(1 << 20).collect()
    }

    fn without_pairs(bytes: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        for (place, byte) in bytes.iter().enumerate() {
            if *byte != b'\r' || bytes.get(place + 1) != Some(&b'\n') {
                out.push(*byte);
            }
        }
        out
    }

    fn with_pairs(bytes: &[u8]) -> Vec<u8> {
        let pair = |byte: &u8| match byte {
            b'\n' => vec![b'\r', b'\n'],
            other => vec![*other],
        };
        bytes.iter().flat_map(pair).collect()
    }

    #[test]
    fn changed_line_ends_are_noticed_and_others_not() {
        let noise = noise();
        assert_eq!(advice(&noise), None);
        assert!(advice(&without_pairs(&noise)).is_some_and(|advice| advice.contains("lost")));
        assert!(advice(&with_pairs(&noise)).is_some());
        assert_eq!(advice(&[]), None);
        assert_eq!(advice(&[0; 4096]), None);
        assert_eq!(advice(b"a\nb\r\nc"), None);
    }
}
