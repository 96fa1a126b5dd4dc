//! [`Tokens`]: what JSON consists of, one after the other.

use std::borrow::Cow;

use serde::de::IgnoredAny;

use crate::{
    Error, Kind,
    decimal::brief,
    fault::{Fault, Result},
    plain::plain,
};

/// A document that is JSON, being read from its beginning to its end.
///
/// Whoever makes one has asked [`check`], or `serde_json`, whether the text is JSON at all. So tokens are only told apart
/// here, and cut out.
#[derive(Debug, Clone)]
pub struct Tokens<'x> {
    /// The document.
    pub text: &'x str,
    /// The next byte.
    pub at: usize,
    /// Where what is being read begins: faults belong here that have no place of their own.
    pub start: usize,
}

/// Values inside a value that is skipped, beyond which no tree goes.
const MAX_DEPTH: usize = 20 * crate::Limits::MAX_DEPTH as usize;

/// The kinds of values of JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// `{…}`
    Object,
    /// `[…]`
    Array,
    /// `"…"`
    Text,
    /// A number.
    Number,
    /// `true` or `false`.
    Bool,
    /// `null`
    Null,
}

/// Asks whether a text is JSON.
///
/// # Errors
/// [`Kind::Malformed`] with line and column when it is not.
pub fn check(text: &str) -> crate::Result<()> {
    match serde_json::from_str::<IgnoredAny>(text) {
        Ok(_) => Ok(()),
        Err(error) => Err(not_json(&error)),
    }
}

/// What `serde_json` says, with line and column where ours are.
#[must_use]
pub fn not_json(error: &serde_json::Error) -> Error {
    let message = error.to_string();
    let end = message.rfind(" at line ").unwrap_or(message.len());
    let (line, column) = (error.line() as u64, error.column().max(1) as u64);
    Error::new(Kind::Malformed, plain(&message[..end])).at_line(line, column)
}

impl<'x> Tokens<'x> {
    /// Starts at a byte of a text that is JSON.
    #[must_use]
    pub fn new(text: &'x str, at: usize) -> Self {
        Self {
            text,
            at,
            start: at,
        }
    }

    /// The next byte that is not white space.
    #[inline]
    pub fn peek(&mut self) -> u8 {
        let bytes = self.text.as_bytes();
        while let Some(byte) = bytes.get(self.at) {
            if !is_blank(*byte) {
                return *byte;
            }
            self.at += 1;
        }
        b' '
    }

    /// Takes a byte if it is the next one.
    #[inline]
    pub fn take(&mut self, byte: u8) -> bool {
        let there = self.peek() == byte;
        self.at += usize::from(there);
        there
    }

    /// What comes next; faults belong to it.
    #[inline]
    pub fn form(&mut self) -> Form {
        let first = self.peek();
        self.start = self.at;
        match first {
            b'{' => Form::Object,
            b'[' => Form::Array,
            b'"' => Form::Text,
            b't' | b'f' => Form::Bool,
            b'n' => Form::Null,
            _ => Form::Number,
        }
    }

    /// Passes over a value, of which brackets and strings alone are looked at.
    ///
    /// # Errors
    /// When the document ends inside it.
    pub fn skip(&mut self) -> Result<()> {
        match self.form() {
            Form::Object | Form::Array => self.skip_brackets(),
            Form::Text => self.text().map(drop),
            _ => {
                self.word();
                Ok(())
            }
        }
    }

    fn skip_brackets(&mut self) -> Result<()> {
        let mut depth = 0_usize;
        while let Some(byte) = self.text.as_bytes().get(self.at) {
            match byte {
                b'"' => {
                    self.text()?;
                    continue;
                }
                b'{' | b'[' if depth == MAX_DEPTH => {
                    let message = format!("more than {MAX_DEPTH} levels of nested values");
                    return Err(Fault::new(Kind::Limit, message).at(self.at));
                }
                b'{' | b'[' => depth += 1,
                b'}' | b']' => depth -= 1,
                _ => {}
            }
            self.at += 1;
            if depth == 0 {
                return Ok(());
            }
        }
        Err(self.unexpected("the end of what begins here"))
    }

    /// Asks for what comes next.
    ///
    /// # Errors
    /// See [`unexpected`](Self::unexpected).
    pub fn expect(&mut self, form: Form, what: &str) -> Result<()> {
        if self.form() == form {
            Ok(())
        } else {
            Err(self.unexpected(what))
        }
    }

    /// What was expected and what is there.
    pub fn unexpected(&mut self, what: &str) -> Fault {
        let found: Cow<'_, str> = match self.form() {
            Form::Object => "an object".into(),
            Form::Array => "an array".into(),
            Form::Text => match self.text() {
                Ok(text) => format!("\"{}\"", brief(&text)).into(),
                Err(fault) => return fault,
            },
            Form::Number | Form::Bool | Form::Null => format!("`{}`", brief(self.word())).into(),
        };
        Fault::malformed(format!("expected {what}, found {found}"))
    }

    /// A number, `true`, `false` or `null`.
    #[inline]
    pub fn word(&mut self) -> &'x str {
        self.peek();
        let rest = &self.text[self.at..];
        let end = |byte: u8| matches!(byte, b',' | b']' | b'}' | b':') || is_blank(byte);
        let length = rest.bytes().position(end).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    /// A string.
    ///
    /// # Errors
    /// When there is none, or it is no Unicode.
    #[inline]
    pub fn text(&mut self) -> Result<Cow<'x, str>> {
        if !self.take(b'"') {
            return Err(self.unexpected("a string"));
        }
        let start = self.at;
        let bytes = self.text.as_bytes();
        let mut escapes = false;
        loop {
            match memchr::memchr2(b'"', b'\\', &bytes[self.at..]) {
                None => return Err(Fault::malformed("a string does not end").at(start)),
                Some(more) if bytes[self.at + more] == b'"' => {
                    self.at += more + 1;
                    break;
                }
                Some(more) => {
                    escapes = true;
                    self.at = (self.at + more + 2).min(bytes.len());
                }
            }
        }
        if !escapes {
            let text = &self.text[start..self.at - 1];
            return match text.bytes().position(|byte| byte < b' ') {
                None => Ok(Cow::Borrowed(text)),
                Some(place) => {
                    let message = "a control character in a string; write it as an escape";
                    Err(Fault::malformed(message).at(start + place))
                }
            };
        }
        let text = serde_json::from_str(&self.text[start - 1..self.at]);
        text.map(Cow::Owned)
            .map_err(|_| Fault::malformed("expected a string of Unicode").at(start - 1))
    }

    /// The name of a member and the colon after it.
    ///
    /// # Errors
    /// When there is none.
    #[inline]
    pub fn name(&mut self) -> Result<Cow<'x, str>> {
        self.form();
        let name = self.text()?;
        if self.take(b':') {
            Ok(name)
        } else {
            Err(self.unexpected("`:`"))
        }
    }
}

/// White space as JSON has it.
#[inline]
fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

/// Whether a word is a number of JSON.
#[must_use]
pub fn is_number(word: &str) -> bool {
    fn digits(text: &[u8]) -> usize {
        text.iter().take_while(|byte| byte.is_ascii_digit()).count()
    }
    let text = word.as_bytes();
    let mut rest = text.strip_prefix(b"-").unwrap_or(text);
    let whole = digits(rest);
    if whole == 0 || (whole > 1 && rest[0] == b'0') {
        return false;
    }
    rest = &rest[whole..];
    if let Some(places) = rest.strip_prefix(b".") {
        let count = digits(places);
        if count == 0 {
            return false;
        }
        rest = &places[count..];
    }
    if let Some(exponent) = rest.strip_prefix(b"e").or(rest.strip_prefix(b"E")) {
        let exponent = exponent
            .strip_prefix(b"+")
            .or(exponent.strip_prefix(b"-"))
            .unwrap_or(exponent);
        return !exponent.is_empty() && digits(exponent) == exponent.len();
    }
    rest.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_json() {
        let numbers = [
            "0", "-0", "-0.0", "12", "1.5", "1e5", "1E+5", "0.5e-05", "10",
        ];
        let others = [
            "", "-", "01", "+1", "1.", ".5", "1e", "1e+", "1.e5", "0x1", "NaN", "1 ", "--1",
            "1.5.5",
        ];
        for word in numbers.into_iter().chain(others) {
            let is_json =
                serde_json::from_str::<serde_json::Number>(word).is_ok() && !word.ends_with(' ');
            assert_eq!(is_number(word), is_json, "{word}");
        }
    }
}
