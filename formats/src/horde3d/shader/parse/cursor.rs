//! A place in the FX section, and what is asked there.

use std::ops::Range;

use formwork_schema::{Error, Kind, Result, Rule, escape::escape};

use super::super::{
    lexer::{self, Word},
    slots::Slot,
};
use crate::horde3d::shader::rules;
use crate::horde3d::{
    RawText,
    place::{self, Named, Note},
};

/// A place in the FX section, one word ahead.
pub(super) struct Cursor<'a> {
    text: &'a [u8],
    section: &'a [u8],
    start: usize,
    /// The word ahead.
    pub(super) word: Word<'a>,
    path: Vec<String>,
    /// Where values stand.
    pub(super) slots: Vec<(Slot, Range<usize>)>,
    /// What is worth a diagnostic.
    pub(super) notes: Vec<Note>,
    /// The textures named.
    pub(super) textures: Vec<Named>,
}

impl<'a> Cursor<'a> {
    /// At the beginning of a section without comments, which starts at `start` in the text.
    pub(super) fn new(
        text: &'a [u8],
        section: &'a [u8],
        start: usize,
        slots: Vec<(Slot, Range<usize>)>,
    ) -> Result<Self> {
        let mut cursor = Self {
            text,
            section,
            start,
            word: Word {
                text: b"",
                range: 0..0,
                quoted: false,
                open: false,
            },
            path: vec!["FX".into()],
            slots,
            notes: Vec::new(),
            textures: Vec::new(),
        };
        cursor.advance()?;
        Ok(cursor)
    }

    /// Whether the engine sees nothing more.
    pub(super) fn is_at_end(&self) -> bool {
        self.word.text.is_empty()
    }

    /// Takes the word ahead.
    pub(super) fn advance(&mut self) -> Result<Word<'a>> {
        let next = lexer::word(self.section, self.word.range.end).map_err(|at| {
            let message = "a text in quotes that nothing ends: the engine crashes";
            self.fault(at, message).help("end it with `\"`")
        })?;
        Ok(std::mem::replace(&mut self.word, next))
    }

    /// Whether a word is ahead, whatever its case.
    pub(super) fn is(&self, word: &str) -> bool {
        self.word.text.eq_ignore_ascii_case(word.as_bytes()) && !self.is_at_end()
    }

    /// Takes a word if it is ahead.
    pub(super) fn eat(&mut self, word: &str) -> Result<bool> {
        let is_ahead = self.is(word);
        if is_ahead {
            self.advance()?;
        }
        Ok(is_ahead)
    }

    /// Takes a word that must be ahead.
    pub(super) fn expect(&mut self, word: &str) -> Result<()> {
        if self.eat(word)? {
            return Ok(());
        }
        Err(self.unexpected(&format!("`{word}`")))
    }

    /// Takes an identifier.
    pub(super) fn identifier(&mut self, what: &str) -> Result<(String, Range<usize>)> {
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        if self.is_at_end() || !self.word.text.iter().all(is_part) {
            let error = self.unexpected(&format!("{what} of letters, digits and `_`"));
            return Err(match self.is("<") {
                true => error.help("an annotation follows the name, whatever the manual says"),
                false => error,
            });
        }
        let word = self.take_whole()?;
        let name = String::from_utf8_lossy(word.text).into_owned();
        Ok((name, self.inner(&word)))
    }

    /// Takes a number of these characters; where something else stands, the engine goes on with 0 and looks at it
    /// again.
    pub(super) fn number(&mut self, characters: &str) -> Result<(&'a [u8], Range<usize>)> {
        let is_part = |byte: &u8| byte.is_ascii_digit() || characters.as_bytes().contains(byte);
        if self.word.text.iter().all(is_part) && !self.word.range.is_empty() {
            let word = self.take_whole()?;
            if word.text.is_empty() {
                self.note(
                    word.range.start,
                    &rules::MISSING_VALUE,
                    "a text where a number should be: 0",
                );
            }
            return Ok((word.text, self.inner(&word)));
        }
        if ![";", ",", "}"].into_iter().any(|word| self.is(word)) {
            let error = self.unexpected("a number");
            let is_suffixed = self.word.text.ends_with(b"f");
            return Err(if is_suffixed {
                error.help("numbers have no `f` after them")
            } else {
                error
            });
        }
        let at = self.word.range.start;
        self.note(
            at,
            &rules::MISSING_VALUE,
            "no number here: the engine takes 0",
        );
        Ok((b"", self.absolute(at..at)))
    }

    /// Takes an annotation if one is ahead: all up to the next `>`.
    pub(super) fn annotation(&mut self) -> Result<Option<(RawText, Range<usize>)>> {
        let from = self.word.range.end;
        if !self.is("<") {
            return Ok(None);
        }
        let open = self.word.range.start;
        self.advance()?;
        while !self.is(">") {
            self.advance()?;
            if self.is_at_end() {
                let message = "an annotation that `>` does not end";
                return Err(self
                    .fault(open, message)
                    .help("an empty text in it ends the section for the engine"));
            }
        }
        let range = self.absolute(from..self.word.range.start);
        self.advance()?;
        let text = self.text.get(range.clone()).unwrap_or_default();
        Ok(Some((RawText::from(text), range)))
    }

    /// Takes a word, with a diagnostic when it is longer than the engine keeps, or a text that ends with its line.
    pub(super) fn take_whole(&mut self) -> Result<Word<'a>> {
        let word = self.advance()?;
        let at = word.range.start;
        if word.is_cut() {
            let message = format!("longer than {} bytes: the engine cuts it", lexer::MAX_WORD);
            self.note(at, &rules::WORD_CUT, &message);
        }
        if word.open {
            let message = "no closing quote: the engine takes the text up to the end of the line";
            self.note(at, &rules::TEXT_NOT_CLOSED, message);
        }
        Ok(word)
    }

    /// Goes into a part of the tree.
    pub(super) fn enter(&mut self, step: impl Into<String>) {
        self.path.push(step.into());
    }

    /// Leaves the part of the tree entered last.
    pub(super) fn leave(&mut self) {
        self.path.pop();
    }

    /// Where in the tree.
    pub(super) fn path(&self) -> String {
        self.path.join("/")
    }

    /// Remembers where a value stands; of a repeated one, the last.
    pub(super) fn slot(&mut self, slot: Slot, range: Range<usize>) {
        self.slots.push((slot, range));
    }

    /// A diagnostic at a place of the section.
    pub(super) fn note(&mut self, at: usize, rule: &'static Rule, message: &str) {
        let path = self.path();
        self.notes
            .push(Note::new(self.start + at, rule, path, message));
    }

    /// Remembers a texture that stands at a place of the text.
    pub(super) fn texture(&mut self, at: usize, name: &RawText) {
        let path = self.path();
        let name = name.to_text().into_owned();
        self.textures.push(Note::new(at, "texture", path, name));
    }

    /// The range in the text of what a word says, without quotes.
    pub(super) fn inner(&self, word: &Word<'_>) -> Range<usize> {
        let Range { start, end } = word.range;
        self.absolute(if word.quoted {
            start + 1..end - 1
        } else {
            start..end
        })
    }

    /// A range of the section as one of the text.
    pub(super) fn absolute(&self, range: Range<usize>) -> Range<usize> {
        self.start + range.start..self.start + range.end
    }

    /// A refusal at the word ahead.
    pub(super) fn unexpected(&self, expected: &str) -> Error {
        let found = if self.word.range.is_empty() {
            "the end of the section".into()
        } else if self.word.text.is_empty() {
            "an empty text, which ends the section for the engine".into()
        } else {
            format!("`{}`", escape(self.word.text))
        };
        self.fault(
            self.word.range.start,
            &format!("{expected} expected, not {found}"),
        )
    }

    /// A refusal at a place of the section.
    pub(super) fn fault(&self, at: usize, message: &str) -> Error {
        place::malformed(self.text, self.start + at, &self.path(), message)
    }

    /// A refusal of an older generation at the word ahead.
    pub(super) fn outdated(&self, message: &str) -> Error {
        let at = self.start + self.word.range.start;
        place::refused(Kind::Unsupported, self.text, at, &self.path(), message)
    }
}
