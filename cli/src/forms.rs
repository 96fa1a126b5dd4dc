//! The text forms of a tree, along its layout.

use std::io::Write;

use formwork_schema::{Error, Kind, Layout, Result, Value, read::Document};
use formwork_text::{json, xml};

use crate::args::Form;

/// Prints a tree.
pub(crate) fn print(
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
pub(crate) fn encode(layout: &Layout, text: &str, form: Form) -> Result<Vec<u8>> {
    match form {
        Form::Xml => xml::encode(layout, text),
        Form::Json => json::encode(layout, text),
    }
}

/// The bytes that come back through a text form.
pub(crate) fn through(layout: &Layout, document: &Document<Value>, form: Form) -> Result<Vec<u8>> {
    let mut text = Vec::new();
    print(layout, document, form, &mut text)?;
    let text = String::from_utf8(text)
        .map_err(|_| Error::new(Kind::Disagreement, "the text is not UTF-8"))?;
    encode(layout, &text, form)
}
