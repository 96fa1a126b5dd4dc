//! Bytes as text that always comes back to the same bytes.
//!
//! File strings are bytes. Most are ASCII and look like themselves. What XML and JSON cannot
//! carry, what changes the direction of text on a screen, and what is not UTF-8, becomes `\xNN` per byte. A backslash stays a backslash unless it would
//! be read as such an escape; then it is `\x5c`.

use std::{
    borrow::Cow,
    fmt::{self, Write},
    io,
};

/// The text for some bytes; borrowed when nothing needs an escape.
#[must_use]
pub fn escape(bytes: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = std::str::from_utf8(bytes)
        && !text.chars().any(is_forbidden)
        && !text.contains("\\x")
    {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(bytes.len() + 8);
    let mut done = 0;
    for chunk in bytes.utf8_chunks() {
        for (at, c) in chunk.valid().char_indices() {
            let start = done + at;
            if is_forbidden(c) || (c == '\\' && escape_at(&bytes[start..]).is_some()) {
                hex(&mut out, &bytes[start..start + c.len_utf8()]);
            } else {
                out.push(c);
            }
        }
        hex(&mut out, chunk.invalid());
        done += chunk.valid().len() + chunk.invalid().len();
    }
    Cow::Owned(out)
}

/// The bytes of a text; borrowed when it has no escape.
#[must_use]
pub fn unescape(text: &str) -> Cow<'_, [u8]> {
    let bytes = text.as_bytes();
    if !text.contains("\\x") {
        return Cow::Borrowed(bytes);
    }
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        if let Some(byte) = escape_at(&bytes[at..]) {
            out.push(byte);
            at += 4;
        } else {
            out.push(bytes[at]);
            at += 1;
        }
    }
    Cow::Owned(out)
}

/// What no XML document can hold, and what an editor would lose.
pub(crate) fn is_forbidden(c: char) -> bool {
    c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') || is_directional(c)
}

/// Text from outside (names in files, paths, messages of the system) as a part of one line: control characters, line breaks
/// and what changes the direction of text print as Rust escapes them.
///
/// Messages for people print through this type only.
///
/// ```
/// # use formwork_schema::escape::Printable;
/// assert_eq!(Printable("a\x1b[31m\nb").to_string(), r"a\u{1b}[31m\nb");
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Printable<T>(pub T);

impl<'a> Printable<&'a str> {
    /// The characters that are printed.
    pub fn chars(self) -> impl Iterator<Item = char> + 'a {
        self.0.chars().flat_map(|c| {
            let escaped = is_unprintable(c).then(|| c.escape_default());
            let plain = escaped.is_none().then_some(c);
            escaped.into_iter().flatten().chain(plain)
        })
    }
}

impl<T: fmt::Display> fmt::Display for Printable<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(PrintableWriter(f), "{}", self.0)
    }
}

struct PrintableWriter<'f, 'o>(&'f mut fmt::Formatter<'o>);

impl fmt::Write for PrintableWriter<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if !text.contains(is_unprintable) {
            return self.0.write_str(text);
        }
        Printable(text)
            .chars()
            .try_for_each(|c| self.0.write_char(c))
    }
}

/// Whether a character controls a terminal, ends a line, or changes the direction of text.
fn is_unprintable(c: char) -> bool {
    c.is_control() || is_directional(c) || matches!(c, '\u{2028}' | '\u{2029}')
}

/// JSON in which strings stand as they are stored: characters that order a terminal about, or show text in another order, are
/// escaped as JSON has it.
#[must_use]
pub fn json_in_order(json: &str) -> Cow<'_, str> {
    // What comes before a blank has an escape in any JSON.
    let is_wrong = |c: char| (c.is_control() && c > ' ') || is_directional(c);
    if !json.chars().any(is_wrong) {
        return Cow::Borrowed(json);
    }
    let mut out = String::with_capacity(json.len() + 8);
    for c in json.chars() {
        match is_wrong(c) {
            // Writing to a string cannot fail.
            true => drop(write!(out, "\\u{:04x}", u32::from(c))),
            false => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// Writes JSON so, wherever the pieces end between characters.
pub struct JsonInOrder<W>(pub W);

impl<W: io::Write> io::Write for JsonInOrder<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let json = str::from_utf8(bytes).map_err(io::Error::other)?;
        self.0.write_all(json_in_order(json).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Whether a character shows text in another order than it is stored in: a name may hide its extension behind it.
#[must_use]
pub fn is_directional(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

pub(crate) fn escape_at(bytes: &[u8]) -> Option<u8> {
    let [b'\\', b'x', high, low, ..] = bytes else {
        return None;
    };
    let digit = |byte: u8| (byte as char).to_digit(16);
    Some((digit(*high)? * 16 + digit(*low)?) as u8)
}

fn hex(out: &mut String, bytes: &[u8]) {
    for byte in bytes {
        // Writing to a string cannot fail.
        let _ = write!(out, "\\x{byte:02x}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_text_is_itself() {
        for text in ["", "Bip01 L Thigh", "Wave Éé", "models\\box", "手", "a\\"] {
            assert_eq!(escape(text.as_bytes()), text);
            assert_eq!(&*unescape(text), text.as_bytes());
        }
    }

    #[test]
    fn odd_bytes_are_escaped() {
        assert_eq!(escape(b"a\xffb\n"), "a\\xffb\\x0a");
        assert_eq!(escape(b"\\x41"), "\\x5cx41");
        assert_eq!(escape("\u{ffff}".as_bytes()), "\\xef\\xbf\\xbf");
    }

    #[test]
    fn printable_text_is_one_line_that_no_terminal_takes_for_orders() {
        let all: String = ('\0'..='\u{2fff}').collect();
        let shown = Printable(format_args!("{all}{}", '\r')).to_string();
        assert!(!shown.contains(is_unprintable));
        assert!(shown.starts_with("\\u{0}") && shown.ends_with("\\r"));
        assert_eq!(Printable("a\\b É手").to_string(), "a\\b É手");
    }

    #[test]
    fn every_short_string_over_the_hard_bytes_comes_back() {
        let hard = [b'\\', b'x', b'4', b'g', 0x01, 0xc3, 0xa9, 0xff];
        let mut strings: Vec<Vec<u8>> = vec![vec![]];
        for _ in 0..5 {
            let longer = strings
                .iter()
                .flat_map(|s| hard.iter().map(|b| [s.as_slice(), &[*b]].concat()));
            strings = longer.collect();
            for string in &strings {
                assert_eq!(&*unescape(&escape(string)), string.as_slice());
            }
        }
    }
}
