//! [`TextFormat`]: a format that is text.

use std::{any::Any, fmt::Debug, marker::PhantomData};

use bytes::Bytes;
use formwork_schema::{
    Diagnostic, Error, Kind, Limits, Reference, Result, Rule,
    fault::Fault,
    file_rules,
    json::{self, Node},
};
use serde::{Serialize, de::DeserializeOwned};

use crate::{
    envelope::{Envelope, printed},
    format::{AnyFormat, Tree, has_ending, same_bytes},
    identity::{Confidence, Identity},
    inspect::Inspection,
    library::Library,
};

/// A format that is text: readable, writable, and with something to say about itself.
///
/// `Serialize`, `Deserialize` and `PartialEq` see the tree: what the text means. How it is written is kept
/// beside it, so that writing changes what was changed and nothing else.
pub trait TextFormat:
    Serialize + DeserializeOwned + PartialEq + Debug + Send + Sync + 'static
{
    /// What tables say of it.
    const INFO: TextInfo;

    /// What a text is, from its first bytes and its file name or path; `None` when it is of another format.
    fn recognise(head: &[u8], name: &str) -> Option<Recognised>;

    /// Reads a text as its engine does.
    ///
    /// # Errors
    /// What the engine refuses, with line, column and path.
    fn parse(bytes: &[u8], limits: &Limits) -> Result<Self>;

    /// The text: as it was read where nothing was changed.
    ///
    /// # Errors
    /// [`Kind::Invalid`] for a tree that no text means.
    fn to_bytes(&self) -> Result<Vec<u8>>;

    /// The text normalized: printed from the tree alone.
    ///
    /// # Errors
    /// See [`to_bytes`](Self::to_bytes).
    fn canonical(&self) -> Result<Vec<u8>>;

    /// The tree of a JSON value in `text`.
    ///
    /// # Errors
    /// [`Kind::Malformed`] with line, column and path for a value that is no tree of this format.
    fn from_json(value: &Node<'_>, text: &str) -> Result<Self> {
        value.read(text)
    }

    /// What a person wants to see of it first, the most asked-for first.
    fn inspect(&self) -> Inspection;

    /// The same, with what there is to say of the files that it includes.
    fn inspect_among(&self, _: &dyn Library, _: &Limits) -> Inspection {
        self.inspect()
    }

    /// Which generation of the format it is, one of [`TextInfo::versions`].
    fn version(&self) -> String;

    /// What is wrong with it, and what is good to know; in order of place.
    fn diagnostics(&self) -> Vec<Diagnostic>;

    /// The resources that it names, in order of place.
    fn references(&self) -> Vec<Reference>;
}

/// What tables say of a format that is text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextInfo {
    /// Format id, such as `horde3d.material`.
    pub id: &'static str,
    /// What it is, in a few words.
    pub title: &'static str,
    /// Names of its generations.
    pub versions: &'static [&'static str],
    /// Ends of file names, without the first dot: `material.xml`.
    pub extensions: &'static [&'static str],
    /// Which engines use it.
    pub engines: &'static str,
    /// What else to know of it.
    pub notes: &'static str,
}

/// What a text is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recognised {
    /// Which generation, one of [`TextInfo::versions`]; `None` when that is not known.
    pub version: Option<&'static str>,
    /// How sure this is.
    pub confidence: Confidence,
    /// What is unusual about it, for people; `None` for the usual.
    pub looks_like: Option<String>,
}

impl TextInfo {
    /// Whether a file name ends as those of this format do.
    pub(crate) fn has_extension(&self, name: &str) -> bool {
        has_ending(name, self.extensions)
    }
}

/// The entry of a format that is text.
pub(crate) struct Written<T>(pub(crate) PhantomData<fn() -> T>);

impl<T: TextFormat> AnyFormat for Written<T> {
    fn id(&self) -> &'static str {
        T::INFO.id
    }

    fn title(&self) -> &'static str {
        T::INFO.title
    }

    fn versions(&self) -> Vec<String> {
        T::INFO.versions.iter().map(ToString::to_string).collect()
    }

    fn extensions(&self) -> Vec<&'static str> {
        T::INFO.extensions.to_vec()
    }

    fn engines(&self) -> &'static str {
        T::INFO.engines
    }

    fn notes(&self) -> &'static str {
        T::INFO.notes
    }

    fn unknown_versions(&self) -> Option<&'static Rule> {
        Some(&file_rules::OTHER_VERSION)
    }

    fn names_others(&self) -> bool {
        true
    }

    fn recognise(&self, head: &[u8], name: &str) -> Option<Identity> {
        let found = T::recognise(head, name)?;
        let certain = found.confidence == Confidence::Certain;
        Some(Identity {
            format: Some(T::INFO.id),
            version: found.version.map(str::to_owned),
            engine: certain.then_some(T::INFO.engines),
            confidence: found.confidence,
            looks_like: found.looks_like,
            beginnings: None,
            read_by: None,
        })
    }

    fn read(&self, bytes: &Bytes, limits: &Limits) -> Result<Box<dyn Tree>> {
        afford(Work::Reading, bytes, limits)?;
        Ok(Box::new(Parsed(T::parse(bytes, limits)?)))
    }

    fn parse_envelope(&self, object: &str, limits: &Limits) -> Option<Result<Box<dyn Tree>>> {
        Some(in_envelope(object, limits, 0, |value| {
            Ok(Box::new(Parsed(T::from_json(value, object)?)))
        }))
    }
}

/// What is done with a text.
#[derive(Clone, Copy)]
pub(crate) enum Work {
    /// Its tree is built.
    Reading,
    /// It is compared with others, which come back from it and from JSON.
    Checking,
    /// It is printed as JSON.
    Printing,
}

/// Asks whether there is memory for work on a text: so many bytes for each of it, and for each statement and section. The numbers are
/// measured; a test holds them.
pub(crate) fn afford(work: Work, text: &[u8], limits: &Limits) -> Result<()> {
    let (what, byte, mark) = match work {
        Work::Reading => ("reading it", 4, 400),
        Work::Checking => ("checking it", 16, 1400),
        Work::Printing => ("printing it as JSON", 16, 2200),
    };
    let marks = text.iter().filter(|byte| matches!(byte, b';' | b'['));
    let marks = (marks.count() as u64).saturating_mul(mark);
    let length = (text.len() as u64).saturating_mul(byte);
    limits.afford(what, length.saturating_add(marks))
}

/// Bytes of memory for each byte of JSON: strings in it, twice.
const JSON: u64 = 10;

/// Bytes of memory for each value in JSON, with its name.
const JSON_VALUE: u64 = 160;

/// Asks whether there is memory for what JSON says, with so many bytes for each of its objects besides.
fn afford_json(text: &str, object: u64, limits: &Limits) -> Result<()> {
    let count = |wanted: &[u8]| text.bytes().filter(|byte| wanted.contains(byte)).count() as u64;
    let values = count(b",[{").saturating_mul(JSON_VALUE);
    let objects = count(b"{").saturating_mul(object);
    let text = (text.len() as u64).saturating_mul(JSON);
    limits.afford(
        "reading it from JSON",
        text.saturating_add(values).saturating_add(objects),
    )
}

/// Reads the tree in an object of [`Asset::envelope`](crate::Asset::envelope). `per_object` are bytes of memory for each object in it, besides
/// those of JSON.
pub(crate) fn in_envelope(
    text: &str,
    limits: &Limits,
    per_object: u64,
    read: impl FnOnce(&Node<'_>) -> Result<Box<dyn Tree>>,
) -> Result<Box<dyn Tree>> {
    afford_json(text, per_object, limits)?;
    let object = Node::parse(text)?;
    let json::JsonValue::Object(members) = &object.value else {
        let fault = object.unexpected("what `decode` writes");
        return Err(fault.placed_along(text));
    };
    let known = ["formwork", "format", "version", "value"];
    if let Some(other) = members.iter().find(|one| !known.contains(&&*one.name)) {
        let fault = Fault::malformed("no member of what `decode` writes");
        let fault = fault.at(other.at).in_member(&other.name);
        return Err(fault.placed_along(text));
    }
    let Some(value) = object.get("value") else {
        let fault = Fault::malformed("missing the member `value`");
        return Err(fault.placed_along(text));
    };
    let tree = read(value)?;
    let said = object.get("version");
    match (said, said.map(|said| &said.value), tree.version()) {
        (Some(said), Some(json::JsonValue::Text(version)), Some(meant)) if *version != meant => {
            let message = format!("the text says `{version}`, and what it holds is `{meant}`");
            let fault = Fault::malformed(message).at(said.at).in_member("version");
            Err(fault
                .placed_along(text)
                .help(format!("write `{meant}`, or nothing")))
        }
        _ => Ok(tree),
    }
}

/// A text that was read.
struct Parsed<T>(T);

impl<T: TextFormat> Tree for Parsed<T> {
    fn version(&self) -> Option<String> {
        Some(self.0.version())
    }

    fn inspect(&self) -> Inspection {
        self.0.inspect()
    }

    fn inspect_among(&self, library: &dyn Library, limits: &Limits) -> Inspection {
        self.0.inspect_among(library, limits)
    }

    fn diagnose(&self) -> Vec<Diagnostic> {
        self.0.diagnostics()
    }

    fn references(&self) -> Option<Vec<Reference>> {
        Some(self.0.references())
    }

    fn prove(
        &self,
        bytes: &Bytes,
        limits: &Limits,
        step: &mut dyn FnMut(&'static str),
    ) -> Result<()> {
        afford(Work::Checking, bytes, limits)?;
        step("rewrite");
        same_bytes(bytes, &self.0.to_bytes()?)?;
        step("canonical");
        let canonical = self.0.canonical()?;
        same(&self.0, &canonical, &T::parse(&canonical, limits)?)?;
        step("json");
        let json = printed(&self.0)?;
        let json = String::from_utf8_lossy(&json);
        let again = T::from_json(&Node::parse(&json)?, &json)?;
        same(&self.0, &canonical, &again)
    }

    fn to_bytes(&self) -> Result<Vec<u8>> {
        self.0.to_bytes()
    }

    fn canonical(&self) -> Result<Vec<u8>> {
        self.0.canonical()
    }

    fn envelope(&self, to: Envelope<'_>) -> Option<Result<()>> {
        Some(to.take(T::INFO.id, self.version(), &self.0))
    }

    fn as_any(&self) -> &dyn Any {
        &self.0
    }
}

/// Whether a tree that came back is written and means the same.
fn same<T: TextFormat>(before: &T, canonical: &[u8], after: &T) -> Result<()> {
    same_bytes(canonical, &after.canonical()?)?;
    same_json(before, after)
}

/// Trees are compared as JSON: numbers that are none equal nothing, not even themselves.
fn same_json<T: TextFormat>(before: &T, after: &T) -> Result<()> {
    if before == after || printed(before)? == printed(after)? {
        return Ok(());
    }
    let error = Error::new(Kind::Disagreement, "the tree that came back is another one");
    Err(error.help("please report this file"))
}
