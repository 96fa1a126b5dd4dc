//! [`Reference`]: another resource that a text names.

use std::ops::Range;

/// Another resource that a text names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    /// Id of the format that it should be of, or the first part of several: `horde3d.material`, `texture`.
    pub kind: &'static str,
    /// The name as it is written.
    pub name: String,
    /// Line, from 1.
    pub line: u64,
    /// Column in characters, from 1.
    pub column: u64,
    /// Which bytes of the file are its name, where they are the name as it is.
    pub bytes: Option<Range<u64>>,
    /// What names it, in the words of the text: `Model/Mesh[2]/@material`.
    pub path: String,
}

/// Line and column, both from 1, of a place in a text; columns count characters.
#[must_use]
pub fn line_and_column(text: &str, at: usize) -> (u64, u64) {
    let before = &text.as_bytes()[..at.min(text.len())];
    let start = memchr::memrchr(b'\n', before).map_or(0, |newline| newline + 1);
    let lines = memchr::memchr_iter(b'\n', before).count() as u64;
    let is_first = |byte: &&u8| **byte & 0xc0 != 0x80;
    let characters = before[start..].iter().filter(is_first).count() as u64;
    (lines + 1, characters + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters() {
        let text = "a\nöb\r\nc";
        assert_eq!(line_and_column(text, 0), (1, 1));
        assert_eq!(line_and_column(text, 4), (2, 2));
        assert_eq!(line_and_column(text, 99), (3, 2));
    }
}
