//! [`DocumentFormat`]: what only Rust knows of a kind of documents.

use std::{borrow::Cow, fmt, marker::PhantomData};

use formwork_markup::{Markup, from_value, is_value, to_json, to_value, told};
use formwork_schema::{Diagnostic, Error, Kind, Layout, Result, Value, document::Document};
use serde::{Serialize, de::DeserializeOwned};

use crate::{
    facts::{ENGINES, facts},
    inspect::Inspection,
};

/// At least so many elements are proved at once.
pub(super) const FEW: usize = 64;

/// A format that is XML: a tree with a layout, and what its engine asks beyond it.
pub trait DocumentFormat:
    Document + Serialize + DeserializeOwned + PartialEq + fmt::Debug + Send + Sync + 'static
{
    /// Names of its generations. A document is of the last one of these that anything in it is of.
    const VERSIONS: &'static [&'static str] = &["current"];

    /// Which engines use it, for tables.
    const ENGINES: &'static str;

    /// What else to know of it, for tables.
    const NOTES: &'static str;

    /// Which generation the document is of, one of [`VERSIONS`](Self::VERSIONS).
    fn version(&self) -> &'static str {
        Self::VERSIONS.first().copied().unwrap_or_default()
    }

    /// What the layout cannot say: adds diagnostics. `tree` makes the tree, which takes as much memory as the document; most ask the markup.
    ///
    /// # Errors
    /// What the engine refuses.
    fn review(
        tree: impl FnOnce() -> Result<Self>,
        markup: &Markup,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Result<()>;

    /// What a person wants to see first.
    fn look(&self, inspection: &mut Inspection);

    /// It as JSON, under the names of its fields.
    ///
    /// # Errors
    /// [`Kind::Invalid`] for a tree that no document has.
    fn to_json(&self) -> Result<serde_json::Value> {
        to_json(Self::layout(), &self.to_tree()?)
    }

    /// It from JSON, be there a document that means it or not. What is left out, or `null`, has its default.
    ///
    /// # Errors
    /// [`Kind::Malformed`] with line, column and path of what does not fit.
    fn from_json(text: &str) -> Result<Self> {
        Self::from_tree(&told(Self::layout(), text)?)
    }

    /// The kind, for whoever does not know its types. This and the two below are compiled again by everyone who reads such a document,
    /// unless [`compiled_here`] makes them.
    #[doc(hidden)]
    fn kind() -> &'static dyn Known {
        &PhantomData::<fn() -> Self>
    }

    /// The types of a tree.
    ///
    /// # Errors
    /// See [`from_value`].
    #[doc(hidden)]
    fn from_tree(tree: &Value) -> Result<Self> {
        from_value(tree)
    }

    /// The tree of the types.
    ///
    /// # Errors
    /// See [`to_value`].
    #[doc(hidden)]
    fn to_tree(&self) -> Result<Value> {
        to_value(self)
    }
}

/// Inside an implementation of [`DocumentFormat`]: what reads and writes its types is compiled there.
macro_rules! compiled_here {
    () => {
        #[inline(never)]
        fn kind() -> &'static dyn $crate::document::Known {
            &std::marker::PhantomData::<fn() -> Self>
        }

        #[inline(never)]
        fn from_tree(tree: &formwork_schema::Value) -> formwork_schema::Result<Self> {
            formwork_markup::from_value(tree)
        }

        #[inline(never)]
        fn to_tree(&self) -> formwork_schema::Result<formwork_schema::Value> {
            formwork_markup::to_value(self)
        }
    };
}

pub(crate) use compiled_here;

/// Makes the tree of a document.
pub(crate) type Whole<'w, 'v> = &'w dyn Fn() -> Result<Cow<'v, Value>>;

/// A kind of documents: their layout, and what only Rust knows of them. Nothing of those whose layouts were read.
pub trait Known: Send + Sync {
    fn layout(&self) -> &'static Layout;

    fn versions(&self) -> &'static [&'static str] {
        &[]
    }

    fn engines(&self) -> &'static str {
        ENGINES
    }

    fn notes(&self) -> &'static str {
        ""
    }

    /// The place of the version of a tree, or of a part of one.
    fn generation(&self, _: &Value) -> Result<usize> {
        Ok(0)
    }

    /// See [`DocumentFormat::review`].
    fn review(&self, _: Whole<'_, '_>, _: &Markup, _: &mut Vec<Diagnostic>) -> Result<()> {
        Ok(())
    }

    fn inspect(&self, tree: &Value) -> Result<Inspection> {
        Ok(facts(self.layout(), tree))
    }

    /// Asks that the types mean the same tree.
    fn agree(&self, _: &Value) -> Result<()> {
        Ok(())
    }
}

impl Known for &'static Layout {
    fn layout(&self) -> &'static Layout {
        self
    }
}

impl<T: DocumentFormat> Known for PhantomData<fn() -> T> {
    fn layout(&self) -> &'static Layout {
        T::layout()
    }

    fn versions(&self) -> &'static [&'static str] {
        T::VERSIONS
    }

    fn engines(&self) -> &'static str {
        T::ENGINES
    }

    fn notes(&self) -> &'static str {
        T::NOTES
    }

    fn generation(&self, tree: &Value) -> Result<usize> {
        let version = T::from_tree(tree)?.version();
        let place = T::VERSIONS.iter().position(|known| *known == version);
        Ok(place.unwrap_or_default())
    }

    fn review(
        &self,
        tree: Whole<'_, '_>,
        markup: &Markup,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Result<()> {
        T::review(|| T::from_tree(&*tree()?), markup, diagnostics)
    }

    fn inspect(&self, tree: &Value) -> Result<Inspection> {
        let mut inspection = Inspection::default();
        T::from_tree(tree)?.look(&mut inspection);
        Ok(inspection)
    }

    fn agree(&self, tree: &Value) -> Result<()> {
        if is_value(&T::from_tree(tree)?, tree)? {
            return Ok(());
        }
        let error = Error::new(Kind::Disagreement, "the types of the tree mean another one");
        Err(error.help("please report this file"))
    }
}
