//! [`DocumentFile`]: a document with a tree of Rust types.

use bytes::Bytes;
use formwork_markup::{Markup, references};
use formwork_schema::{Diagnostic, Limits, Reference, Result};

use super::{
    file::{File, updated},
    kind::DocumentFormat,
};

/// A document as a file: what it means, and how it is written.
pub struct DocumentFile<T> {
    /// What it means.
    pub tree: T,
    /// How it is written; `None` for one that nobody has written yet.
    markup: Option<Markup>,
    /// What was found on reading.
    diagnostics: Vec<Diagnostic>,
}

impl<T: DocumentFormat> DocumentFile<T> {
    /// A document that nobody has written yet.
    pub fn new(tree: T) -> Self {
        Self {
            tree,
            markup: None,
            diagnostics: Vec::new(),
        }
    }

    /// Reads a document as its engine does.
    ///
    /// # Errors
    /// What the engine refuses, with line, column and path.
    pub fn parse(bytes: &[u8], limits: &Limits) -> Result<Self> {
        let file = File::parse(T::kind(), &Bytes::copy_from_slice(bytes), limits)?;
        Ok(Self {
            tree: T::from_tree(file.tree())?,
            markup: file.markup,
            diagnostics: file.diagnostics,
        })
    }

    /// How it is written; `None` for one that nobody has written yet.
    #[must_use]
    pub fn markup(&self) -> Option<&Markup> {
        self.markup.as_ref()
    }

    /// The document: as it was read where nothing was changed.
    ///
    /// # Errors
    /// [`Kind::Invalid`](formwork_schema::Kind::Invalid) for a tree that no document means.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        updated(T::kind(), self.markup(), &self.tree.to_tree()?)
    }

    /// The document normalized: printed from the tree alone.
    ///
    /// # Errors
    /// See [`to_bytes`](Self::to_bytes).
    pub fn canonical(&self) -> Result<Vec<u8>> {
        updated(T::kind(), None, &self.tree.to_tree()?)
    }

    /// What is accepted, and a person should know of; in order of place.
    #[must_use]
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// The resources that it names, in order of place.
    #[must_use]
    pub fn references(&self) -> Vec<Reference> {
        let markup = self.markup.iter();
        markup
            .flat_map(|markup| references(markup, T::layout()))
            .collect()
    }
}
