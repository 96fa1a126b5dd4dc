//! The list of formats that are text, and generic jobs over one of them.

mod prove;

use std::fmt::Debug;

use formwork_schema::{
    Error, Finding, Kind, Limits, Reference, Result, document::Item, json::Node,
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

use crate::{
    DocumentFile, DocumentFormat,
    horde3d::{self, graph::Library},
    identify::Confidence,
    inspect::{Inspect, Inspection},
};

pub use prove::prove;

/// A format that is text: readable, writable, and with something to say about itself.
///
/// `Serialize`, `Deserialize` and `PartialEq` see the tree: what the text means. How it is written is kept
/// beside it, so that writing changes what was changed and nothing else.
pub trait TextFormat:
    Inspect + Serialize + DeserializeOwned + PartialEq + Debug + Send + Sync + 'static
{
    /// What tables say of it.
    const INFO: TextInfo;

    /// What a text is, from its first bytes and its file name or path; `None` when it is of another format.
    fn recognise(head: &[u8], name: &str) -> Option<Recognised>;

    /// Whether a text is an XML document with a root of this format, or with one that it had in former days.
    fn has_root(_: &[u8]) -> bool {
        false
    }

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

    /// The text in our own hand, from the tree alone.
    ///
    /// # Errors
    /// See [`to_bytes`](Self::to_bytes).
    fn canonical(&self) -> Result<Vec<u8>>;

    /// The tree as JSON, under the names of its fields.
    ///
    /// # Errors
    /// See [`to_bytes`](Self::to_bytes).
    fn to_json(&self) -> Result<Value> {
        serde_json::to_value(self).map_err(|error| Error::new(Kind::Invalid, error.to_string()))
    }

    /// The tree of a JSON value in `text`.
    ///
    /// # Errors
    /// [`Kind::Malformed`] with line, column and path for a value that is no tree of this format.
    fn from_json(value: &Node<'_>, text: &str) -> Result<Self> {
        value.read(text)
    }

    /// What a person wants to see first, with what there is to say of the files that it includes.
    fn inspect_among(&self, _: &dyn Library, _: &Limits) -> Inspection {
        self.inspect()
    }

    /// Which generation of the format it is, one of [`TextInfo::versions`].
    fn version(&self) -> String;

    /// What is accepted, and a person should know of; in order of place.
    fn findings(&self) -> Vec<Finding>;

    /// The resources that it names, in order of place.
    fn references(&self) -> Vec<Reference>;

    /// What its root may be, where it is an XML document: descriptors, XSDs and reference pages follow it.
    fn items() -> &'static [Item] {
        &[]
    }

    /// Does something with the type of its tree, where it is an XML document.
    fn as_document<J: DocumentJob>(_: J) -> Option<J::Output> {
        None
    }
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
    #[must_use]
    pub fn has_extension(&self, name: &str) -> bool {
        let name = name.to_ascii_lowercase();
        let ends = |extension: &&str| {
            name.strip_suffix(*extension)
                .is_some_and(|stem| stem.ends_with('.'))
        };
        self.extensions.iter().any(ends)
    }
}

/// Something to do with the tree of a document whose type is known only when the program runs.
pub trait DocumentJob {
    /// What comes of it.
    type Output;

    /// Does it.
    fn run<T: DocumentFormat>(self) -> Self::Output;
}

/// Something to do with a format whose type is known only when the program runs.
pub trait TextJob {
    /// What comes of it.
    type Output;

    /// Does it.
    fn run<T: TextFormat>(self) -> Self::Output;
}

/// What the registry knows of a format that is text.
#[derive(Debug, Clone, Copy)]
pub struct Text {
    /// What tables say of it.
    pub info: TextInfo,
    /// [`TextFormat::recognise`].
    pub recognise: fn(&[u8], &str) -> Option<Recognised>,
    /// [`TextFormat::has_root`].
    pub has_root: fn(&[u8]) -> bool,
    /// [`TextFormat::items`].
    pub items: fn() -> &'static [Item],
}

macro_rules! texts {
    ($($Format:ty),* $(,)?) => {
        /// Every format that is text, in alphabetical order of its id.
        pub static TEXTS: &[Text] = &[$(Text {
            info: <$Format>::INFO,
            recognise: <$Format>::recognise,
            has_root: <$Format>::has_root,
            items: <$Format>::items,
        }),*];

        /// Runs a job on the text format with this id; `None` when there is none.
        pub fn dispatch_text<J: TextJob>(id: &str, job: J) -> Option<J::Output> {
            $(
                if id == <$Format>::INFO.id {
                    return Some(job.run::<$Format>());
                }
            )*
            None
        }
    };
}

// One line per format.
texts! {
    horde3d::Code,
    DocumentFile<horde3d::ComputeBuffer>,
    DocumentFile<horde3d::Material>,
    DocumentFile<horde3d::ParticleEffect>,
    DocumentFile<horde3d::Pipeline>,
    DocumentFile<horde3d::Scene>,
    horde3d::Shader,
}

/// Runs a job on the tree of the document format with this id; `None` for formats that are no XML.
pub fn dispatch_document<J: DocumentJob>(id: &str, job: J) -> Option<J::Output> {
    struct OfTree<J>(J);

    impl<J: DocumentJob> TextJob for OfTree<J> {
        type Output = Option<J::Output>;

        fn run<T: TextFormat>(self) -> Self::Output {
            T::as_document(self.0)
        }
    }

    dispatch_text(id, OfTree(job)).flatten()
}

/// The elements that a document of the format with this id may be; `None` for formats that are no XML.
#[must_use]
pub fn document_items(id: &str) -> Option<&'static [Item]> {
    let items = (text(id)?.items)();
    (!items.is_empty()).then_some(items)
}

/// The format of an XML document by its root alone, for whoever knows that it is one of ours: nobody else could tell a scene
/// of Horde3D from any other XML that begins with `<Group`.
#[must_use]
pub fn document_by_root(bytes: &[u8]) -> Option<&'static str> {
    let text = TEXTS.iter().find(|text| (text.has_root)(bytes))?;
    Some(text.info.id)
}

/// What the registry knows of the text format with this id.
#[must_use]
pub fn text(id: &str) -> Option<&'static Text> {
    TEXTS.iter().find(|text| text.info.id == id)
}
