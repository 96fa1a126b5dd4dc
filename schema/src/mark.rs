//! [`Mark`]: what a string ends with.

/// A character of one byte, or of two in UTF-16, that ends a string and is no part of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mark {
    bytes: [u8; 2],
    /// How many of them there are.
    width: usize,
}

impl Mark {
    /// The byte 0.
    pub const NUL: Self = Self::byte(0);

    /// One byte.
    #[must_use]
    pub const fn byte(byte: u8) -> Self {
        Self {
            bytes: [byte, 0],
            width: 1,
        }
    }

    /// Two bytes, at a distance of a multiple of two from the start of the string.
    #[must_use]
    pub const fn pair(bytes: [u8; 2]) -> Self {
        Self { bytes, width: 2 }
    }

    /// The bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes[..self.width]
    }

    /// How many bytes are before the first mark; none where there is no mark.
    #[inline]
    #[must_use]
    pub fn find(&self, bytes: &[u8]) -> Option<usize> {
        if self.width == 1 {
            return memchr::memchr(self.bytes[0], bytes);
        }
        let mut pairs = bytes.chunks_exact(2);
        pairs.position(|pair| *pair == self.bytes).map(|at| 2 * at)
    }

    /// Why a string could not end with this mark; none where it can.
    #[inline]
    #[must_use]
    pub fn objection(&self, text: &[u8]) -> Option<String> {
        let is_even = self.width == 1 || text.len().is_multiple_of(2);
        match self.find(text) {
            None if is_even => None,
            found => Some(self.why_not(found)),
        }
    }

    #[cold]
    fn why_not(&self, found: Option<usize>) -> String {
        let Some(at) = found else {
            return "has an odd number of bytes, so that its end would not be found".to_owned();
        };
        let what = match self.bytes {
            [0, 0] => "a NUL".to_owned(),
            _ => format!("`{}`", self.as_bytes().escape_ascii()),
        };
        format!("has {what} at byte {at}, where it would end")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_found_where_characters_begin() {
        let mark = Mark::pair([0, 0]);
        assert_eq!(mark.find(b"a\0\0b\0\0"), Some(4));
        assert_eq!(mark.find(b"a\0b\0\0"), None);
        assert!(mark.objection(b"a\0b\0").is_none());
        assert!(
            mark.objection(b"abc")
                .is_some_and(|why| why.contains("odd"))
        );
        assert_eq!(Mark::byte(b'\n').find(b"ab\ncd\n"), Some(2));
    }
}
