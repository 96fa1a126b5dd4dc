//! Comments of the FX section, which the engine blanks before it reads a word.

/// An FX section without comments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Blanked {
    /// As long as what the engine sees of the section, which ends at a NUL byte.
    pub(super) text: Vec<u8>,
    /// Where the comment begins that the section ends in.
    pub(super) last: Option<Ending>,
}

/// A comment that the section ends in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ending {
    /// `//` here: the section ends before the line does.
    Line(usize),
    /// `/*` here, and no `*/`: the engine refuses it.
    Open(usize),
    /// `/*` here, and `*/` as the last bytes: the engine reads on behind the section.
    Closed(usize),
}

/// Blanks the comments as the engine does: also in texts, and after `*/` one byte is not looked at.
pub(super) fn blank(section: &[u8]) -> Blanked {
    let end = section.iter().position(|byte| *byte == 0);
    let seen = section.get(..end.unwrap_or(section.len()));
    let mut text = seen.unwrap_or_default().to_vec();
    let mut at = 0;
    let mut last = None;
    while at < text.len() {
        let rest = text.get(at..).unwrap_or_default();
        let (length, ending) = if rest.starts_with(b"//") {
            line(rest, at)
        } else if rest.starts_with(b"/*") {
            block(rest, at)
        } else {
            (0, None)
        };
        for byte in text.iter_mut().skip(at).take(length) {
            *byte = b' ';
        }
        last = ending;
        at += length + 1;
    }
    Blanked { text, last }
}

fn line(rest: &[u8], at: usize) -> (usize, Option<Ending>) {
    let end = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
    match end {
        Some(end) => (end, None),
        None => (rest.len(), Some(Ending::Line(at))),
    }
}

fn block(rest: &[u8], at: usize) -> (usize, Option<Ending>) {
    let inside = rest.get(2..).unwrap_or_default();
    match inside.windows(2).position(|two| two == b"*/") {
        None => (rest.len(), Some(Ending::Open(at))),
        Some(end) if end + 4 == rest.len() => (rest.len(), Some(Ending::Closed(at))),
        Some(end) => (end + 4, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blanked(text: &str) -> (String, Option<Ending>) {
        let Blanked { text, last } = blank(text.as_bytes());
        (String::from_utf8(text).expect("text"), last)
    }

    #[test]
    fn comments_are_blanks() {
        assert_eq!(blanked("a//b\nc"), ("a   \nc".into(), None));
        assert_eq!(blanked("a/*b\nc*/d"), ("a       d".into(), None));
        assert_eq!(
            blanked("\"a//b\""),
            ("\"a    ".into(), Some(Ending::Line(2)))
        );
        assert_eq!(blanked("a/b*c"), ("a/b*c".into(), None));
    }

    #[test]
    fn a_byte_behind_a_comment_is_not_looked_at() {
        assert_eq!(blanked("/**//*b*/").0, "    /*b*/");
        assert_eq!(blanked("/**/ /*b*/c").0, "          c");
    }

    #[test]
    fn endings_are_known() {
        assert_eq!(blanked("//").1, Some(Ending::Line(0)));
        assert_eq!(blanked("/*/").1, Some(Ending::Open(0)));
        assert_eq!(blanked("x/**/").1, Some(Ending::Closed(1)));
        assert_eq!(blanked("/**/\n").1, None);
        assert_eq!(blanked("a\0/*"), ("a".into(), None));
    }
}
