//! Words of the FX section, as the engine takes them.

use std::ops::Range;

/// Bytes of a word that count; the engine cuts what is longer.
pub(super) const MAX_WORD: usize = 127;

const BLANKS: &[u8] = b" \t\n\r";
const DELIMITERS: &[u8] = b" \t\n\r{}()<>=,;";

/// A word: a delimiter, the inside of a text in quotes, or what stands between those.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Word<'a> {
    /// What the engine compares; empty at the end, and for an empty text, which the engine takes for the end.
    pub(super) text: &'a [u8],
    /// Where it stands, quotes included.
    pub(super) range: Range<usize>,
    /// Whether it stands in quotes.
    pub(super) quoted: bool,
    /// Whether it ends with the line and not with a quote.
    pub(super) open: bool,
}

impl Word<'_> {
    /// Whether the engine cut it.
    pub(super) fn is_cut(&self) -> bool {
        let quotes = if self.quoted { 2 } else { 0 };
        self.range.len() > MAX_WORD + quotes
    }
}

/// The word at or behind a place.
///
/// # Errors
/// Where a quote is that nothing ends: the engine crashes.
pub(super) fn word(section: &[u8], from: usize) -> Result<Word<'_>, usize> {
    let rest = section.get(from..).unwrap_or_default();
    let blanks = rest.iter().take_while(|byte| BLANKS.contains(byte)).count();
    let start = from + blanks;
    let rest = rest.get(blanks..).unwrap_or_default();
    if let [b'"', inside @ ..] = rest {
        return quoted(inside, start);
    }
    let end = rest.iter().position(|byte| DELIMITERS.contains(byte));
    let length = match end {
        Some(0) => 1,
        Some(length) => length,
        None => rest.len(),
    };
    let text = rest.get(..length).unwrap_or_default();
    Ok(Word {
        text: cut(text),
        range: start..start + length,
        quoted: false,
        open: false,
    })
}

fn quoted(inside: &[u8], start: usize) -> Result<Word<'_>, usize> {
    let is_end = |byte: &u8| matches!(byte, b'"' | b'\n' | b'\r');
    let length = inside.iter().position(is_end).ok_or(start)?;
    Ok(Word {
        text: cut(inside.get(..length).unwrap_or_default()),
        range: start..start + length + 2,
        quoted: true,
        open: inside.get(length) != Some(&b'"'),
    })
}

fn cut(text: &[u8]) -> &[u8] {
    text.get(..MAX_WORD).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(section: &str) -> Vec<&str> {
        let mut words = Vec::new();
        let mut at = 0;
        loop {
            let word = word(section.as_bytes(), at).expect("a word");
            if word.range.is_empty() {
                return words;
            }
            at = word.range.end;
            words.push(std::str::from_utf8(word.text).expect("text"));
        }
    }

    #[test]
    fn delimiters_are_words() {
        assert_eq!(
            words("a=b;{c,d}<e>(f)"),
            "a = b ; { c , d } < e > ( f )"
                .split(' ')
                .collect::<Vec<_>>()
        );
        assert_eq!(words(" a-b.c/d\"e\r\nf "), ["a-b.c/d\"e", "f"]);
    }

    #[test]
    fn texts_are_one_word() {
        assert_eq!(words("\"a b;\"c \"\" d"), ["a b;", "c", "", "d"]);
        assert_eq!(words("\"a b \nc"), ["a b ", "c"]);
        assert!(word(b"\"a\n", 0).expect("a word").open);
        assert_eq!(word(b"  \"a", 0), Err(2));
    }

    #[test]
    fn long_words_are_cut() {
        let long = "x".repeat(128);
        let cut = word(long.as_bytes(), 0).expect("a word");
        assert!(cut.is_cut() && cut.text.len() == 127 && cut.range.len() == 128);
        assert!(!word(&long.as_bytes()[1..], 0).expect("a word").is_cut());
        let quoted = format!("\"{long}\"");
        assert!(word(quoted.as_bytes(), 0).expect("a word").is_cut());
        let quoted = format!("\"{}\"", &long[1..]);
        assert!(!word(quoted.as_bytes(), 0).expect("a word").is_cut());
    }
}
