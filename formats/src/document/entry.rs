//! [`Documents`]: a kind of documents in the registry.

use bytes::Bytes;
use formwork_schema::{Layout, Limits, Result};

use super::{
    file::File,
    kind::Known,
    recognise::{has_root, recognise},
    weight,
};
use crate::{
    format::{AnyFormat, Tree},
    identity::Identity,
    texts::in_envelope,
};

/// Trees of a document in memory at once while it is read from JSON: what the text says, what that means, and both as elements.
const JSON_TREES: u64 = 2;

/// The entry of a kind of documents.
pub(crate) struct Documents(pub(crate) &'static dyn Known);

impl AnyFormat for Documents {
    fn id(&self) -> &'static str {
        &self.0.layout().format
    }

    fn title(&self) -> &'static str {
        self.0.layout().title()
    }

    fn versions(&self) -> Vec<String> {
        self.0.versions().iter().map(ToString::to_string).collect()
    }

    fn extensions(&self) -> Vec<&'static str> {
        let extensions = self.0.layout().extensions.iter();
        extensions.map(|extension| &**extension).collect()
    }

    fn engines(&self) -> &'static str {
        self.0.engines()
    }

    fn notes(&self) -> &'static str {
        self.0.notes()
    }

    fn document(&self) -> Option<&'static Layout> {
        Some(self.0.layout())
    }

    fn names_others(&self) -> bool {
        true
    }

    fn recognise(&self, head: &[u8], name: &str) -> Option<Identity> {
        recognise(self.0.layout(), self.0.engines(), head, name)
    }

    fn has_root(&self, bytes: &[u8]) -> bool {
        has_root(self.0.layout(), bytes)
    }

    fn read(&self, bytes: &Bytes, limits: &Limits) -> Result<Box<dyn Tree>> {
        Ok(Box::new(File::parse(self.0, bytes, limits)?))
    }

    fn parse_envelope(&self, object: &str, limits: &Limits) -> Option<Result<Box<dyn Tree>>> {
        let object_of = weight::element_of_json(self.0.layout()).saturating_mul(JSON_TREES);
        Some(in_envelope(object, limits, object_of, |value| {
            Ok(Box::new(File::from_json(self.0, value, object)?))
        }))
    }
}
