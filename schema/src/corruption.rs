//! What a file may have gone through when it does not read: hints for errors.

/// Pairs that chance should have made before their absence is a proof, or makes one think.
const ENOUGH: u64 = 8;
const SOME: u64 = 2;

/// How many of the expected pairs a loss may leave: one in so many. They come of two carriage returns in a row.
const LEFT: u64 = 8;

/// Whether somebody took the file for text and changed its line ends; what to do then.
pub(crate) fn hint(bytes: &[u8]) -> Option<&'static str> {
    let ends = LineEnds::of(bytes);
    let expected = ends.expected(bytes.len() as u64);
    let lost = ends.pairs * LEFT <= expected;
    if lost && expected >= ENOUGH {
        return Some(
            "next to no carriage return stands before a line feed, though chance alone would put many there: \
             line ends were changed as in a text, so bytes are lost; get the file again, as binary",
        );
    }
    let doubled = ends.feeds >= ENOUGH && ends.pairs == ends.feeds && expected < ends.feeds;
    if doubled {
        return Some(
            "a carriage return stands before every line feed: line ends were changed as in a text; get \
             the file again, as binary",
        );
    }
    (lost && expected >= SOME).then_some(
        "no carriage return stands before a line feed: perhaps line ends were changed as in a text, so that \
         bytes are lost; if so, get the file again, as binary",
    )
}

/// What stands where in a file as far as line ends go.
#[derive(Default)]
struct LineEnds {
    returns: u64,
    feeds: u64,
    pairs: u64,
    /// Pairs of two bytes that are these, or one more or less: all of them but the pair itself.
    near: u64,
}

impl LineEnds {
    fn of(bytes: &[u8]) -> Self {
        let mut ends = Self::default();
        let mut last = 0;
        for &byte in bytes {
            ends.returns += u64::from(byte == b'\r');
            ends.feeds += u64::from(byte == b'\n');
            if last == b'\r' && byte == b'\n' {
                ends.pairs += 1;
            } else if last.abs_diff(b'\r') <= 1 && byte.abs_diff(b'\n') <= 1 {
                ends.near += 1;
            }
            last = byte;
        }
        ends
    }

    /// How many pairs there should be. Bytes in any order would have as many as their numbers make; those of a
    /// real file have an order, and in it some values never meet, but then neither do their neighbours.
    fn expected(&self, length: u64) -> u64 {
        let by_chance = self.returns.saturating_mul(self.feeds) / length.max(1);
        by_chance.min(self.near / 8)
    }
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
        assert_eq!(hint(&noise), None);
        assert!(hint(&without_pairs(&noise)).is_some_and(|advice| advice.contains("lost")));
        assert!(hint(&with_pairs(&noise)).is_some_and(|advice| advice.contains("every")));
        assert_eq!(hint(&[]), None);
        assert_eq!(hint(&[0; 4096]), None);
        assert_eq!(hint(b"a\nb\r\nc"), None);
    }

    #[test]
    fn two_returns_in_a_row_leave_a_pair() {
        let mut noise = noise();
        noise.extend(b"\r\r\n");
        let damaged = without_pairs(&noise);
        assert!(damaged.ends_with(b"\r\n"));
        assert!(hint(&damaged).is_some_and(|advice| advice.contains("next to no")));
    }

    #[test]
    fn of_a_short_file_it_is_a_guess() {
        let noise = noise();
        let short = without_pairs(&noise[..noise.len() / 4]);
        assert!(hint(&short).is_some_and(|advice| advice.contains("perhaps")));
        assert_eq!(hint(&without_pairs(&noise[..1000])), None);
    }

    #[test]
    fn values_that_never_meet_are_no_loss() {
        // Numbers of 16 bits: a zero stands between any two.
        let indices: Vec<u8> = (0..1 << 20)
            .flat_map(|n: u32| [(n % 32) as u8, 0])
            .collect();
        assert_eq!(hint(&indices), None);
    }
}
