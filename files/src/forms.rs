//! The text forms of a tree, along its layout.

use std::io::{self, Write};

use formwork_schema::{Error, Kind, Layout, Limits, Result, Value, read::Document, value};
use formwork_text::{json, xml};

/// A text form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Attributes and elements.
    Xml,
    /// Objects and arrays.
    Json,
}

impl Form {
    /// Its name in sentences.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Xml => "XML",
            Self::Json => "JSON",
        }
    }

    /// Its name for programs.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Xml => "xml",
            Self::Json => "json",
        }
    }
}

/// Prints a tree.
///
/// # Errors
/// See [`xml::print`] and [`json::print`](fn@json::print).
pub fn print(
    layout: &Layout,
    document: &Document<Value>,
    form: Form,
    out: &mut (impl Write + ?Sized),
) -> Result<()> {
    let Document { tree, trailing } = document;
    match form {
        Form::Xml => xml::print(layout, tree, trailing, out),
        Form::Json => json::print(layout, tree, trailing, out),
    }
}

/// The bytes that a text means.
///
/// # Errors
/// See [`xml::encode`] and [`json::encode`].
pub fn encode(layout: &Layout, text: &str, form: Form) -> Result<Vec<u8>> {
    match form {
        Form::Xml => xml::encode(layout, text),
        Form::Json => json::encode(layout, text),
    }
}

/// The bytes that come back through a text form. Its length is counted first, and held against the memory that is left beside the file,
/// which has so many bytes.
///
/// # Errors
/// See [`print`](fn@print) and [`encode`]; too little memory.
pub fn through(
    layout: &Layout,
    document: &Document<Value>,
    form: Form,
    (length, limits): (usize, &Limits),
) -> Result<Vec<u8>> {
    let mut counted = Counted(0);
    print(layout, document, form, &mut counted)?;
    let others = (length as u64).saturating_mul(OTHERS);
    limits.afford("printing it as text", others.saturating_add(counted.0))?;
    let mut text = Vec::with_capacity(usize::try_from(counted.0).unwrap_or_default());
    print(layout, document, form, &mut text)?;
    let text = String::from_utf8(text)
        .map_err(|_| Error::new(Kind::Disagreement, "the text is not UTF-8"))?;
    let again = match form {
        Form::Xml => xml::parse(layout, &text),
        Form::Json => json::parse(layout, &text),
    }?;
    drop(text);
    value::write(layout, &again)
}

/// What is in memory beside a text, as multiples of the file: it, and what is read of the text while that grows.
const OTHERS: u64 = 4;

/// Counts bytes.
struct Counted(u64);

impl Write for Counted {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        self.0 += piece.len() as u64;
        Ok(piece.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
