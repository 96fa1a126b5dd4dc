//! [`Reader`]: what all deserializers of one document share, and the tokens of JSON.
//!
//! The envelope has asked `serde_json` whether the document is JSON at all, so tokens are only told
//! apart here, and cut out.

use std::borrow::Cow;

use formwork_schema::{Error, Kind, Path};
use serde::de::DeserializeOwned;

use super::{envelope::Outside, value::Value};
use crate::{
    fault::{Fault, Result},
    number::brief,
    plan::{Node, Plan},
};

/// Structs inside structs that no thread's stack minds.
const MAX_DEPTH: usize = 5 * formwork_schema::Limits::MAX_DEPTH as usize;

/// A document being read, and where in the tree.
pub(super) struct Reader<'x, 'l> {
    pub(super) plan: &'l Plan<'l>,
    pub(super) json: &'x str,
    /// The next byte.
    pub(super) at: usize,
    /// Where a fault belongs that has no place of its own.
    pub(super) blame: usize,
    pub(super) path: Path<'l>,
    /// The version that stands in the envelope.
    pub(super) version: Option<&'x str>,
    /// Which fields of the open objects were there, those of the innermost last.
    pub(super) seen: Vec<bool>,
    depth: usize,
}

/// The kinds of values of JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    Object,
    Array,
    Text,
    Number,
    Bool,
    Null,
}

impl<'x, 'l> Reader<'x, 'l> {
    pub(super) fn new(plan: &'l Plan<'l>, json: &'x str, outside: &'x Outside) -> Self {
        Self {
            plan,
            json,
            at: outside.value,
            blame: outside.value,
            path: Path::new(),
            version: outside.version.as_deref(),
            seen: Vec::new(),
            depth: 0,
        }
    }

    /// Reads the whole tree.
    pub(super) fn document<T: DeserializeOwned>(&mut self) -> Result<T> {
        let node: &'l Node<'l> = &self.plan.root;
        if self.plan.version().is_none() && self.version.is_some() {
            let message = format!("files of `{}` have no version", self.plan.format);
            return Err(Fault::malformed(message));
        }
        T::deserialize(Value {
            reader: self,
            node,
            root: true,
        })
    }

    /// The error for the caller. Nobody steps back after a fault, so the path still leads there.
    pub(super) fn place(&self, fault: Fault) -> Error {
        fault.placed(self.json, self.blame, &self.path)
    }

    /// One struct further in.
    pub(super) fn enter(&mut self) -> Result<()> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(Fault::new(
                Kind::Limit,
                format!("more than {MAX_DEPTH} structs inside each other"),
            ));
        }
        Ok(())
    }

    pub(super) fn leave(&mut self) {
        self.depth -= 1;
    }

    /// The next byte that is not white space.
    #[inline]
    pub(super) fn peek(&mut self) -> u8 {
        let bytes = self.json.as_bytes();
        while let Some(byte) = bytes.get(self.at) {
            if !byte.is_ascii_whitespace() {
                return *byte;
            }
            self.at += 1;
        }
        b' '
    }

    /// Takes a byte if it is the next one.
    #[inline]
    pub(super) fn take(&mut self, byte: u8) -> bool {
        let there = self.peek() == byte;
        self.at += usize::from(there);
        there
    }

    /// What comes next; faults are blamed on it.
    #[inline]
    pub(super) fn form(&mut self) -> Form {
        let first = self.peek();
        self.blame = self.at;
        match first {
            b'{' => Form::Object,
            b'[' => Form::Array,
            b'"' => Form::Text,
            b't' | b'f' => Form::Bool,
            b'n' => Form::Null,
            _ => Form::Number,
        }
    }

    /// Asks for what comes next.
    pub(super) fn expect(&mut self, form: Form, what: &str) -> Result<()> {
        if self.form() == form {
            Ok(())
        } else {
            Err(self.unexpected(what))
        }
    }

    /// What was expected and what is there.
    pub(super) fn unexpected(&mut self, what: &str) -> Fault {
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
    pub(super) fn word(&mut self) -> &'x str {
        self.peek();
        let rest = &self.json[self.at..];
        let end =
            |byte: u8| matches!(byte, b',' | b']' | b'}' | b':') || byte.is_ascii_whitespace();
        let length = rest.bytes().position(end).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    /// A string.
    #[inline]
    pub(super) fn text(&mut self) -> Result<Cow<'x, str>> {
        if !self.take(b'"') {
            return Err(self.unexpected("a string"));
        }
        let start = self.at;
        let bytes = self.json.as_bytes();
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
            return Ok(Cow::Borrowed(&self.json[start..self.at - 1]));
        }
        let text = serde_json::from_str(&self.json[start - 1..self.at]);
        text.map(Cow::Owned)
            .map_err(|_| Fault::malformed("expected a string of Unicode").at(start - 1))
    }

    /// The name of a member and the colon behind it.
    #[inline]
    pub(super) fn name(&mut self) -> Result<Cow<'x, str>> {
        self.form();
        let name = self.text()?;
        if self.take(b':') {
            Ok(name)
        } else {
            Err(self.unexpected("`:`"))
        }
    }
}
