//! [`Finding`]: something that a reader accepts, and a person should know of.

use std::fmt;

/// Something legal, or accepted all the same, that a person should know of.
///
/// Prints as `unknown-attribute: line 4, column 12, Model/Mesh[2]: …`, and of files without lines as
/// `flag-bits: tracks[2].channels: …`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// Stable name for programs, in `kebab-case`.
    pub code: &'static str,
    /// Line, from 1; 0 in files that have no lines.
    pub line: u64,
    /// Column in characters, from 1; 0 in files that have no lines.
    pub column: u64,
    /// Where in the tree, in the words of the text or layout: `Model/Mesh[2]`, `tracks[2].channels`.
    pub path: String,
    /// What there is to know.
    pub message: String,
}

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
    /// What names it, in the words of the text: `Model/Mesh[2]/@material`.
    pub path: String,
}

impl Finding {
    /// All but its code: `line 4, column 12, Model/Mesh[2]: …`.
    #[must_use]
    pub fn place_and_message(&self) -> String {
        let Self {
            line,
            column,
            path,
            message,
            ..
        } = self;
        let place = format!("line {line}, column {column}");
        match (*line > 0, path.is_empty()) {
            (true, true) => format!("{place}: {message}"),
            (true, false) => format!("{place}, {path}: {message}"),
            (false, true) => message.clone(),
            (false, false) => format!("{path}: {message}"),
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code, self.place_and_message())
    }
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
    fn a_place_is_told_where_there_is_one() {
        let told = |line, path: &str| {
            let finding = Finding {
                code: "odd",
                line,
                column: line,
                path: path.into(),
                message: "why".into(),
            };
            finding.to_string()
        };
        assert_eq!(told(2, "a/b"), "odd: line 2, column 2, a/b: why");
        assert_eq!(told(2, ""), "odd: line 2, column 2: why");
        assert_eq!(told(0, "a[1]"), "odd: a[1]: why");
        assert_eq!(told(0, ""), "odd: why");
    }

    #[test]
    fn columns_count_characters() {
        let text = "a\nöb\r\nc";
        assert_eq!(line_and_column(text, 0), (1, 1));
        assert_eq!(line_and_column(text, 4), (2, 2));
        assert_eq!(line_and_column(text, 99), (3, 2));
    }
}
