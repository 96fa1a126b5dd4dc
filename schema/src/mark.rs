//! [`Mark`]: what a string ends with.

use crate::layout::MarkPlace;

/// Characters that end a string: of one byte each, or of two in UTF-16.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mark {
    bytes: [u8; 2 * Mark::LONGEST],
    /// How many of them there are.
    length: usize,
    /// How many of them a character has: it stands at a multiple of that from the start of the string.
    width: usize,
}

impl Mark {
    /// The byte 0.
    pub const NUL: Self = Self::of(&[0], 1, 0);

    /// How many characters there are at most; what is longer is cut.
    pub const LONGEST: usize = 8;

    /// Characters of ASCII, each in so many bytes, at this place among them.
    pub(crate) const fn of(ascii: &[u8], width: usize, place: usize) -> Self {
        let mut bytes = [0; 2 * Self::LONGEST];
        let mut at = 0;
        while at < ascii.len() && at < Self::LONGEST {
            bytes[at * width + place] = ascii[at];
            at += 1;
        }
        Self {
            bytes,
            length: at * width,
            width,
        }
    }

    /// The bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes[..self.length]
    }

    /// How many bytes are before the first mark; none where there is no mark.
    #[inline]
    #[must_use]
    pub fn find(&self, bytes: &[u8]) -> Option<usize> {
        match (self.width, self.length) {
            (1, 1) => memchr::memchr(self.bytes[0], bytes),
            (1, _) => memchr::memmem::find(bytes, self.as_bytes()),
            (width, _) => {
                let mut places = (0..bytes.len()).step_by(width);
                places.find(|at| bytes[*at..].starts_with(self.as_bytes()))
            }
        }
    }

    /// Where a search goes on when so many bytes had no mark: some of them may be its beginning.
    #[must_use]
    pub(crate) fn searched(&self, length: usize) -> usize {
        let seen = (length + 1).saturating_sub(self.length);
        seen - seen % self.width
    }

    /// Why a string could not end with this mark; none where it can.
    #[inline]
    #[must_use]
    pub fn objection(&self, text: &[u8]) -> Option<String> {
        let is_even = text.len().is_multiple_of(self.width);
        match self.find(text) {
            None if is_even && !self.begins_in(text) => None,
            found => Some(self.why_not(found, is_even)),
        }
    }

    /// Why a string could not end with this mark in its place; none where it can. One that has its mark inside can be without it
    /// where the bytes end.
    #[must_use]
    pub fn objection_in(&self, place: MarkPlace, text: &[u8]) -> Option<String> {
        if place != MarkPlace::Inside {
            return self.objection(text);
        }
        let at = self.find(text)?;
        (at + self.length < text.len()).then(|| self.why_not(Some(at), true))
    }

    /// Whether the end of a string and the mark behind it have a mark earlier than there.
    fn begins_in(&self, text: &[u8]) -> bool {
        let start = self.searched(text.len());
        let mut joined = text[start..].to_vec();
        if joined.is_empty() {
            return false;
        }
        joined.extend_from_slice(self.as_bytes());
        self.find(&joined) != Some(text.len() - start)
    }

    #[cold]
    fn why_not(&self, found: Option<usize>, is_even: bool) -> String {
        let Some(at) = found else {
            return if is_even {
                "ends with the beginning of what would end it".to_owned()
            } else {
                "has an odd number of bytes, so that its end would not be found".to_owned()
            };
        };
        let what = if self.bytes.iter().all(|byte| *byte == 0) {
            "a NUL".to_owned()
        } else {
            format!("`{}`", self.as_bytes().escape_ascii())
        };
        format!("has {what} at byte {at}, where it would end")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_found_where_characters_begin() {
        let mark = Mark::of(&[0], 2, 0);
        assert_eq!(mark.find(b"a\0\0b\0\0"), Some(4));
        assert_eq!(mark.find(b"a\0b\0\0"), None);
        assert!(mark.objection(b"a\0b\0").is_none());
        assert!(
            mark.objection(b"abc")
                .is_some_and(|why| why.contains("odd"))
        );
        assert_eq!(Mark::of(b"\n", 1, 0).find(b"ab\ncd\n"), Some(2));
    }

    #[test]
    fn longer_marks_are_whole() {
        let mark = Mark::of(b"\r\n", 1, 0);
        assert_eq!(mark.find(b"a\rb\r\nc"), Some(3));
        assert!(mark.objection(b"a\r").is_none());
        assert!(mark.objection(b"a\r\n").is_some());
        let wide = Mark::of(b"\r\n", 2, 1);
        assert_eq!(wide.as_bytes(), b"\0\r\0\n");
        assert_eq!(wide.find(b"a\0\r\0\n\0"), None);
        assert_eq!(wide.find(b"\0a\0\r\0\n"), Some(2));
        let twice = Mark::of(b"--", 1, 0);
        assert!(
            twice
                .objection(b"a-")
                .is_some_and(|why| why.contains("beginning"))
        );
        assert!(twice.objection(b"a-b").is_none());
    }

    #[test]
    fn a_kept_mark_is_last_or_missing() {
        let mark = Mark::of(b"\n", 1, 0);
        assert!(mark.objection_in(MarkPlace::Inside, b"a\n").is_none());
        assert!(mark.objection_in(MarkPlace::Inside, b"a").is_none());
        assert!(mark.objection_in(MarkPlace::Inside, b"a\nb").is_some());
        assert!(mark.objection_in(MarkPlace::Inside, b"a\n\n").is_some());
    }
}
