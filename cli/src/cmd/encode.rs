//! `formwork encode`: XML or JSON back as a file.

use bytes::Bytes;
use formwork_formats::{FORMATS, TEXTS, document_by_root, info};
use formwork_schema::{Error, Kind, Layout, Result, Value, read::Document, value};
use formwork_text::{json, xml};

use crate::{
    args::{Args, Encode, Form},
    findings, input, output,
    report::{self, Failure, Outcome},
    texts::{self, TextFile},
};

pub(crate) fn run(args: &Args, of: &Encode) -> std::result::Result<Outcome, Failure> {
    let bytes = input::read(args, &of.file)?;
    let unusable = |error| Failure::new(&of.file, error);
    let (format, encoded) = match document_by_root(&bytes) {
        Some(format) => document(args, format, &bytes),
        None => encode(&bytes),
    }
    .map_err(unusable)?;
    let encoded = Bytes::from(encoded);
    let findings = findings::of_format(&format, &encoded, &input::limits(args));
    let findings = findings.map_err(unusable)?;
    let to = of.output.as_deref();
    let request = output::Request {
        to,
        content: output::Content::Format(&format),
        inputs: &[&of.file],
        own: None,
        force: of.replace.force,
    };
    let written = request.check()?.write(true, |out| {
        out.write_all(&encoded)
            .map_err(|error| unusable(error.into()))
    })?;
    if args.json && !output::is_standard(to) {
        report::written(&of.file, to, &format, written, Some(&findings));
    } else {
        findings::warn(to.unwrap_or(&of.file), &findings);
    }
    Ok(Outcome::Ok)
}

/// A file and the id of its format.
type Encoded = (String, Vec<u8>);

/// A document is its own XML form.
fn document(args: &Args, format: &str, bytes: &[u8]) -> Result<Encoded> {
    let limits = &input::limits(args);
    let file = TextFile {
        format,
        bytes,
        limits,
    };
    Ok((format.into(), file.accepted()?))
}

fn encode(bytes: &[u8]) -> Result<Encoded> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let message = "no text in UTF-8; `encode` takes what `decode` writes";
        Error::new(Kind::Malformed, message).at(error.valid_up_to() as u64)
    })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim_ascii().is_empty() {
        return Err(Error::new(Kind::Malformed, "the text is empty"));
    }
    let (form, format) = if text.trim_start().starts_with('<') {
        (Form::Xml, xml::root(text)?)
    } else {
        (Form::Json, json::envelope(text)?.format)
    };
    if let (Form::Json, Some(encoded)) = (form, texts::encode(&format, text)) {
        return Ok((format, encoded?));
    }
    let Some(info) = info(&format) else {
        let message = format!("`{format}` is no format that formwork writes");
        let texts = TEXTS.iter().map(|text| text.info.id);
        let known: Vec<&str> = FORMATS.iter().map(|info| info.id()).chain(texts).collect();
        let error = Error::new(Kind::Unsupported, message);
        return Err(error.help(format!("known are {}", known.join(", "))));
    };
    let layout = (info.layout)();
    let encoded = value::write(layout, &parse(layout, text, form)?)?;
    Ok((format, encoded))
}

/// Parses a document from a text form.
pub(super) fn parse(layout: &Layout, text: &str, form: Form) -> Result<Document<Value>> {
    match form {
        Form::Xml => xml::parse(layout, text),
        Form::Json => json::parse(layout, text),
    }
}
