//! `formwork encode`: XML or JSON back as a file.

use bytes::Bytes;
use formwork_formats::{AnyFormat, FORMATS, document_by_root, format, open_as};
use formwork_schema::{Error, Kind, Result};
use formwork_text::{json, xml};

use crate::{
    args::{Args, Encode, Form},
    findings, forms, input, output,
    report::{self, Failure, Outcome},
};

pub(crate) fn run(args: &Args, of: &Encode) -> std::result::Result<Outcome, Failure> {
    let bytes = input::read(args, &of.file)?;
    let unusable = |error| Failure::new(&of.file, error);
    let limits = &input::limits(args);
    let (format, encoded) = match document_by_root(&bytes) {
        // A document is its own XML form.
        Some(format) => {
            let tree = open_as(format, bytes, limits).tree();
            tree.and_then(|tree| Ok((format, tree.to_bytes()?)))
        }
        None => encode(&bytes),
    }
    .map_err(unusable)?;
    let encoded = Bytes::from(encoded);
    let tree = open_as(format, encoded.clone(), limits).tree();
    let findings = findings::of_whole(&*tree.map_err(unusable)?);
    let format = format.id();
    let to = of.output.as_deref();
    let request = output::Request {
        to,
        content: output::Content::Format(format),
        inputs: &[&of.file],
        own: None,
        force: of.replace.force,
    };
    let written = request.check()?.write(true, |out| {
        out.write_all(&encoded)
            .map_err(|error| unusable(error.into()))
    })?;
    if args.json && !output::is_standard(to) {
        report::written(&of.file, to, format, written, Some(&findings));
    } else {
        findings::warn(to.unwrap_or(&of.file), &findings);
    }
    Ok(Outcome::Ok)
}

/// A file and its format.
type Encoded = (&'static dyn AnyFormat, Vec<u8>);

fn encode(bytes: &[u8]) -> Result<Encoded> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let message = "no text in UTF-8; `encode` takes what `decode` writes";
        Error::new(Kind::Malformed, message).at(error.valid_up_to() as u64)
    })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim_ascii().is_empty() {
        return Err(Error::new(Kind::Malformed, "the text is empty"));
    }
    let (form, id) = if text.trim_start().starts_with('<') {
        (Form::Xml, xml::root(text)?)
    } else {
        (Form::Json, json::envelope(text)?.format)
    };
    let Some(format) = format(&id) else {
        return Err(unknown(&id));
    };
    if let (Form::Json, Some(tree)) = (form, format.parse_envelope(text)) {
        return Ok((format, tree?.canonical()?));
    }
    let layout = format.layout().ok_or_else(|| unknown(&id))?;
    Ok((format, forms::encode(layout, text, form)?))
}

fn unknown(id: &str) -> Error {
    let message = format!("`{id}` is no format that formwork writes");
    let written = FORMATS.iter().filter(|format| format.picture().is_none());
    let known: Vec<&str> = written.map(|format| format.id()).collect();
    Error::new(Kind::Unsupported, message).help(format!("known are {}", known.join(", ")))
}
