//! Generic questions, asked of any file of any format.

use bytes::Bytes;
use formwork_formats::{FormatVisitor, GameFormat, dispatch};
use formwork_schema::{
    Error, Kind, Limits, Result, Value, agree,
    events::is_finite,
    read::{self, Document, ReadOptions, Trailing},
    value, write,
};
use formwork_text::{json, xml};

/// What an answer is about.
#[derive(Debug, Clone, Copy)]
pub struct File<'a> {
    /// Id of the format.
    pub format: &'a str,
    /// The content.
    pub bytes: &'a [u8],
}

/// Keeps what is after the end.
#[must_use]
pub fn keeping() -> ReadOptions {
    ReadOptions {
        trailing: Trailing::Keep,
        limits: Limits::default(),
    }
}

/// A question: a job over the document that a file holds.
pub trait Question {
    /// What it is answered with.
    type Answer;

    /// Answers it.
    fn ask<T: GameFormat>(&self, document: &Document<T>, bytes: &[u8]) -> Result<Self::Answer>;
}

struct Ask<'a, Q>(&'a Q, File<'a>);

impl<Q: Question> FormatVisitor for Ask<'_, Q> {
    type Output = Result<Q::Answer>;

    fn run<T: GameFormat>(self) -> Self::Output {
        let Self(question, file) = self;
        let document = read::document::<T>(&Bytes::copy_from_slice(file.bytes), &keeping())?;
        question.ask(&document, file.bytes)
    }
}

/// Reads a file and asks a question about it.
///
/// # Errors
/// Those of reading and of the question.
///
/// # Panics
/// When there is no such format.
pub fn ask<Q: Question>(question: &Q, file: File<'_>) -> Result<Q::Answer> {
    dispatch(file.format, Ask(question, file))
        .unwrap_or_else(|| panic!("no format {}", file.format))
}

/// The bytes that writing gives.
pub struct Rewritten;

impl Question for Rewritten {
    type Answer = Vec<u8>;

    fn ask<T: GameFormat>(&self, document: &Document<T>, _: &[u8]) -> Result<Vec<u8>> {
        write::document(document)
    }
}

/// Whether both readers agree.
pub struct Agrees;

impl Question for Agrees {
    type Answer = ();

    fn ask<T: GameFormat>(&self, document: &Document<T>, bytes: &[u8]) -> Result<()> {
        agree::agree(T::layout(), bytes, &document.tree, &Limits::default()).map(|_| ())
    }
}

/// The tree as XML.
pub struct AsXml;

impl Question for AsXml {
    type Answer = String;

    fn ask<T: GameFormat>(&self, _: &Document<T>, bytes: &[u8]) -> Result<String> {
        let Document { tree, trailing } = opened::<T>(bytes)?;
        let mut out = Vec::new();
        xml::print(T::layout(), &tree, &trailing, &mut out)?;
        Ok(String::from_utf8(out).expect("XML is UTF-8"))
    }
}

/// The tree as JSON.
pub struct AsJson;

impl Question for AsJson {
    type Answer = String;

    fn ask<T: GameFormat>(&self, _: &Document<T>, bytes: &[u8]) -> Result<String> {
        let Document { tree, trailing } = opened::<T>(bytes)?;
        let mut out = Vec::new();
        json::print(T::layout(), &tree, &trailing, &mut out)?;
        Ok(String::from_utf8(out).expect("JSON is UTF-8"))
    }
}

/// The bytes that come back through XML.
pub struct ThroughXml;

impl Question for ThroughXml {
    type Answer = Vec<u8>;

    fn ask<T: GameFormat>(&self, document: &Document<T>, bytes: &[u8]) -> Result<Vec<u8>> {
        let text = AsXml.ask(document, bytes)?;
        value::write(T::layout(), &xml::parse(T::layout(), &text)?)
    }
}

/// The bytes that come back through JSON.
pub struct ThroughJson;

impl Question for ThroughJson {
    type Answer = Vec<u8>;

    fn ask<T: GameFormat>(&self, document: &Document<T>, bytes: &[u8]) -> Result<Vec<u8>> {
        let text = AsJson.ask(document, bytes)?;
        value::write(T::layout(), &json::parse(T::layout(), &text)?)
    }
}

/// The bytes that come back through the tree that needs no Rust type.
pub struct ThroughValue;

impl Question for ThroughValue {
    type Answer = Vec<u8>;

    fn ask<T: GameFormat>(&self, _: &Document<T>, bytes: &[u8]) -> Result<Vec<u8>> {
        value::write(T::layout(), &opened::<T>(bytes)?)
    }
}

/// The bytes that come back through serde, which knows nothing of layouts: as JSON of serde's own.
pub struct ThroughSerde;

impl Question for ThroughSerde {
    type Answer = Vec<u8>;

    fn ask<T: GameFormat>(&self, document: &Document<T>, bytes: &[u8]) -> Result<Vec<u8>> {
        // serde_json has no text for the others.
        if !is_finite(T::layout(), &document.tree) {
            return Ok(bytes.to_vec());
        }
        let invalid = |error: serde_json::Error| Error::new(Kind::Invalid, error.to_string());
        let json = serde_json::to_string(&document.tree).map_err(invalid)?;
        let tree: T = serde_json::from_str(&json).map_err(invalid)?;
        let trailing = document.trailing.clone();
        write::document(&Document { tree, trailing })
    }
}

/// A file as the layout says.
fn opened<T: GameFormat>(bytes: &[u8]) -> Result<Document<Value>> {
    value::read(T::layout(), &Bytes::copy_from_slice(bytes), &keeping())
}
