//! The text forms of a tree, along its layout.

use std::io::Write;

use bytes::Bytes;
use formwork_formats::same_bytes;
use formwork_schema::{
    Error, Kind, Layout, Limits, Result, Value,
    read::{Document, ReadOptions, Trailing},
    value,
};
use formwork_text::{afforded, json, xml};

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
    out: &mut dyn Write,
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
/// See [`xml::encode_within`] and [`json::encode_within`].
pub fn encode(layout: &Layout, text: &str, form: Form, limits: &Limits) -> Result<Vec<u8>> {
    match form {
        Form::Xml => xml::encode_within(layout, text, limits),
        Form::Json => json::encode_within(layout, text, limits),
    }
}

/// Asks that the bytes of a file come back through a text form, and returns the tree that does. The text of its bulk and of its long lists is
/// read as it is printed; the length of what is left is counted first, and held against the memory that is left beside the file.
///
/// # Errors
/// See [`print`](fn@print) and [`encode`]; too little memory; [`Kind::Disagreement`] where other bytes come back.
pub fn through(
    layout: &Layout,
    document: Document<Value>,
    form: Form,
    (file, limits): (&Bytes, &Limits),
) -> Result<Document<Value>> {
    let afford = |times: u64, text: u64| {
        let others = (file.len() as u64).saturating_mul(times);
        limits.afford("printing it as text", others.saturating_add(text))
    };
    let back = match form {
        Form::Xml => xml::back,
        Form::Json => json::back,
    };
    let again = match back(layout, document, &|text| afford(OTHERS, text))? {
        Some(again) => again,
        None => {
            let options = ReadOptions {
                trailing: Trailing::Keep,
                limits: *limits,
            };
            let document = value::read(layout, file, &options)?;
            through_whole(layout, &document, form, &|text| afford(WHOLE_OTHERS, text))?
        }
    };
    let is_same = value::is_written_as(layout, &again, file)
        && value::is_read_from(layout, &again, (file, limits));
    if !is_same {
        same_bytes(file, &value::write(layout, &again)?)?;
    }
    Ok(again)
}

/// The tree that comes back through a text that is printed as a whole.
fn through_whole(
    layout: &Layout,
    document: &Document<Value>,
    form: Form,
    afford: &dyn Fn(u64) -> Result<()>,
) -> Result<Document<Value>> {
    let text = afforded(|out| print(layout, document, form, out), afford)?;
    let text = String::from_utf8(text)
        .map_err(|_| Error::new(Kind::Disagreement, "the text is not UTF-8"))?;
    match form {
        Form::Xml => xml::parse(layout, &text),
        Form::Json => json::parse(layout, &text),
    }
}

/// What is in memory beside the rest of a text, as multiples of the file.
const OTHERS: u64 = 2;

/// What is in memory beside a whole text, as multiples of the file: it, and what is read of the text while that grows.
const WHOLE_OTHERS: u64 = 4;
