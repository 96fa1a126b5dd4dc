//! Texts that stand for files: what `decode` writes, and people edit.

use bytes::Bytes;
use formwork_formats::{AnyFormat, Confidence, Identity, all, format, open_as};
use formwork_schema::{Error, Kind, Limits, Result, json::Node, line_and_column};
use formwork_text::{json, xml};

use crate::forms::{self, Form};

/// How much of a text says which file it stands for.
const HEAD: usize = 4096;

/// What the beginning of a text says of the file that it stands for.
pub struct Text {
    /// The format of that file.
    pub format: &'static dyn AnyFormat,
    /// Its version, where the text says it.
    pub version: Option<String>,
    /// How it is written.
    pub form: Form,
}

impl Text {
    /// What a file is when it is a text of ours; `None` for all others.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Option<Self> {
        let head = &bytes[..bytes.len().min(HEAD)];
        Self::of_part(head).or_else(|| Self::of_part(bytes).filter(|_| bytes.len() > HEAD))
    }

    fn of_part(head: &[u8]) -> Option<Self> {
        let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
        let first = head.trim_ascii_start().first()?;
        if !matches!(first, b'<' | b'{') {
            return None;
        }
        // The end of the head may cut a character in two.
        let valid = std::str::from_utf8(head).map_or_else(|error| error.valid_up_to(), str::len);
        let text = std::str::from_utf8(&head[..valid]).ok()?;
        if *first == b'<' {
            Self::of_xml(text)
        } else {
            Self::of_json(text)
        }
    }

    fn of_xml(text: &str) -> Option<Self> {
        let format = format(&xml::root(text).ok()?)?;
        let version = xml::version(format.layout()?, text);
        let form = Form::Xml;
        Some(Self {
            format,
            version,
            form,
        })
    }

    fn of_json(text: &str) -> Option<Self> {
        let head = json::head(text)?;
        let format = format(&head.format).filter(|format| format.picture().is_none())?;
        let (version, form) = (head.version, Form::Json);
        Some(Self {
            format,
            version,
            form,
        })
    }

    /// What the file is that it stands for.
    #[must_use]
    pub fn identity(self) -> Identity {
        let layout = self.format.layout();
        let is_known =
            |version: &&str| layout.is_none_or(|layout| layout.version_number(version).is_some());
        let version = self.version.as_deref().filter(is_known);
        Identity {
            format: Some(self.format.id()),
            engine: version.map(|version| self.format.engine(version)),
            version: self.version,
            confidence: Confidence::Certain,
            looks_like: None,
            beginnings: None,
            read_by: None,
        }
    }
}

/// The file that a text stands for, and its format.
pub type Encoded = (&'static dyn AnyFormat, Bytes);

/// The file that a text stands for; of an XML document, the document itself, unless its engine refuses it.
///
/// # Errors
/// Whatever is wrong with the text, with line and column.
pub fn encode(bytes: &Bytes, limits: &Limits) -> Result<Encoded> {
    // A document is its own XML form.
    if let Some(format) = formwork_formats::document_by_root(bytes) {
        let tree = open_as(format, bytes.clone(), limits).tree()?;
        return Ok((format, tree.to_bytes()?.into()));
    }
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let message = "not a text in UTF-8; `encode` takes what `decode` writes";
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
    let unknown = || unknown(text, form, &id);
    let format = format(&id).ok_or_else(unknown)?;
    if let (Form::Json, Some(tree)) = (form, format.parse_envelope(text, limits)) {
        let canonical = tree?.canonical().map_err(|error| within(text, error));
        return Ok((format, canonical?.into()));
    }
    let layout = format.layout().ok_or_else(unknown)?;
    Ok((format, forms::encode(layout, text, form, limits)?.into()))
}

/// An error with a line: that of the value, where only the tree is known to be wrong.
fn within(text: &str, error: Error) -> Error {
    if error.line().is_some() {
        return error;
    }
    let value = Node::parse(text).ok();
    let value = value.as_ref().and_then(|object| object.get("value"));
    let at = value.map_or(0, |value| value.nearest(error.path()).at);
    let (line, column) = line_and_column(text, at);
    error.at_line(line, column)
}

/// A text of a format that is not known, or has no such form; the line is that of its name.
fn unknown(text: &str, form: Form, id: &str) -> Error {
    let message = format!("`{id}` is not a format that has {}", form.name());
    let written = all().iter().filter(|format| match form {
        Form::Xml => format.layout().is_some(),
        Form::Json => format.picture().is_none(),
    });
    let known: Vec<&str> = written.map(|format| format.id()).collect();
    let name = match form {
        Form::Xml => format!("<{id}"),
        Form::Json => format!("\"{id}\""),
    };
    let at = text.find(&name).map_or(0, |at| at + 1);
    let (line, column) = line_and_column(text, at);
    let error = Error::new(Kind::Unsupported, message).at_line(line, column);
    error.help(format!("known are {}", known.join(", ")))
}
