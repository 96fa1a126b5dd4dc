//! Formats of bytes whose layouts were read from descriptors: they have no Rust types, and need none.

mod indices;

use std::any::Any;

use bytes::Bytes;
use formwork_schema::{
    Diagnostic, Diagnostics, Layout, Limits, Result, Value,
    read::{Document, ReadOptions, Trailing},
    value,
};

use crate::{
    facts::{ENGINES, facts},
    format::{AnyFormat, Tree, same_bytes},
    inspect::Inspection,
    layouts::versions,
};

/// The entry of a layout.
pub(crate) struct Loaded(pub(crate) &'static Layout);

impl AnyFormat for Loaded {
    fn id(&self) -> &'static str {
        &self.0.format
    }

    fn title(&self) -> &'static str {
        self.0.title()
    }

    fn versions(&self) -> Vec<String> {
        versions(self.0)
    }

    fn extensions(&self) -> Vec<&'static str> {
        self.0
            .extensions
            .iter()
            .map(|extension| &**extension)
            .collect()
    }

    fn engines(&self) -> &'static str {
        ENGINES
    }

    fn notes(&self) -> &'static str {
        ""
    }

    fn layout(&self) -> Option<&'static Layout> {
        Some(self.0)
    }

    fn read(&self, bytes: &Bytes, limits: &Limits) -> Result<Box<dyn Tree>> {
        let options = ReadOptions {
            trailing: Trailing::Keep,
            limits: *limits,
        };
        let version = self.0.version_of(bytes).map(|version| version.text);
        Ok(Box::new(Untyped {
            layout: self.0,
            version,
            document: value::read(self.0, bytes, &options)?,
        }))
    }
}

/// A file of such a format.
struct Untyped {
    layout: &'static Layout,
    version: Option<String>,
    document: Document<Value>,
}

impl Tree for Untyped {
    fn version(&self) -> Option<String> {
        self.version.clone()
    }

    fn trailing(&self) -> &[u8] {
        &self.document.trailing
    }

    fn inspect(&self) -> Inspection {
        facts(self.layout, &self.document.tree)
    }

    fn diagnose(&self) -> Vec<Diagnostic> {
        let mut seen = Diagnostics::new();
        indices::diagnose(self.layout, &self.document.tree, &mut seen);
        seen.into_vec()
    }

    fn prove(&self, bytes: &Bytes, _: &Limits, step: &mut dyn FnMut(&'static str)) -> Result<()> {
        step("rewrite");
        if value::is_written_as(self.layout, &self.document, bytes) {
            return Ok(());
        }
        same_bytes(bytes, &self.to_bytes()?)
    }

    fn to_bytes(&self) -> Result<Vec<u8>> {
        value::write(self.layout, &self.document)
    }

    fn as_any(&self) -> &dyn Any {
        &self.document
    }
}
