//! A file is sections: `[[name]]`, and what follows up to the next `[[`.

use std::ops::Range;

use formwork_schema::Result;

use crate::horde3d::place::malformed;

/// A section of a file, as ranges of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Part {
    /// Where its `[[` is.
    pub(super) at: usize,
    /// Its name.
    pub(super) name: Range<usize>,
    /// What follows.
    pub(super) content: Range<usize>,
}

/// The sections of a file, split as the engine splits them: comments do not matter, and a `[` as the last byte
/// is in none.
///
/// # Errors
/// A name that does not end with `]]`.
pub(super) fn split(text: &[u8]) -> Result<Vec<Part>> {
    let mut parts = Vec::new();
    let mut from = 0;
    while let Some(at) = brackets(text, from) {
        let part = part(text, at)?;
        from = part.content.end;
        parts.push(part);
    }
    Ok(parts)
}

fn part(text: &[u8], at: usize) -> Result<Part> {
    let start = at + 2;
    let rest = text.get(start..).unwrap_or_default();
    let is_end = |byte: &u8| matches!(byte, b']' | b'\n' | b'\r');
    let length = rest.iter().position(is_end).unwrap_or(rest.len());
    let end = start + length;
    // The first byte after the name is never looked at again: it may as well be the end of a line.
    if text.get(end + 1) != Some(&b']') {
        let message = "the name of a section does not end with `]]`";
        return Err(malformed(text, at, "", message)
            .help("every `[[` begins a section, also in comments and in code"));
    }
    let begin = end + 2;
    let content = begin..brackets(text, begin).unwrap_or_else(|| without_bracket(text, begin));
    let name = start..end;
    Ok(Part { at, name, content })
}

/// The engine stops at a `[` that is the last byte.
fn without_bracket(text: &[u8], begin: usize) -> usize {
    match text.get(begin..).and_then(<[u8]>::last) {
        Some(b'[') => text.len() - 1,
        _ => text.len(),
    }
}

fn brackets(text: &[u8], from: usize) -> Option<usize> {
    let rest = text.get(from..)?;
    let found = rest.windows(2).position(|two| two == b"[[")?;
    Some(from + found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<(&str, &str)> {
        let parts = split(text.as_bytes()).expect("splits");
        let shown = |part: Part| (&text[part.name], &text[part.content]);
        parts.into_iter().map(shown).collect()
    }

    #[test]
    fn sections_run_to_the_next_brackets() {
        assert_eq!(
            shown("a [b] [[A]]1[2]3[[B ]]\n"),
            [("A", "1[2]3"), ("B ", "\n")]
        );
        assert_eq!(shown("[[A]]// [[B]] x"), [("A", "// "), ("B", " x")]);
        assert_eq!(shown("[[[A]][[]]"), [("[A", ""), ("", "")]);
        assert_eq!(shown("[[A]]x["), [("A", "x")]);
        assert_eq!(shown("["), []);
    }

    #[test]
    fn a_name_may_end_with_a_line() {
        assert_eq!(shown("[[A\n]x"), [("A", "x")]);
    }

    #[test]
    fn names_that_do_not_end_are_refused() {
        for text in ["[[A", "[[A]", "[[A]x]", "[[A\nB]]", "[["] {
            let error = split(text.as_bytes()).expect_err(text);
            assert_eq!(error.line(), Some((1, 1)), "{text}: {error}");
        }
    }
}
