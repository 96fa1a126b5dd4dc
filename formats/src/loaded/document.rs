//! Documents whose layouts were read from descriptors.

use formwork_markup::Markup;
use formwork_schema::{Finding, Layout, Result, Value};

use super::facts::{ENGINES, facts};
use crate::{document::Known, inspect::Inspection};

/// A kind of documents of which nothing is known beside its layout.
pub(crate) struct Plain(pub(crate) &'static Layout);

impl Known for Plain {
    fn layout(&self) -> &'static Layout {
        self.0
    }

    fn versions(&self) -> &'static [&'static str] {
        &[]
    }

    fn engines(&self) -> &'static str {
        ENGINES
    }

    fn notes(&self) -> &'static str {
        ""
    }

    fn version(&self, _: &Value) -> Result<Option<String>> {
        Ok(None)
    }

    fn review(&self, _: &Value, _: &Markup, _: &mut Vec<Finding>) -> Result<()> {
        Ok(())
    }

    fn inspect(&self, tree: &Value) -> Result<Inspection> {
        Ok(facts(self.0, tree))
    }

    fn agree(&self, _: &Value) -> Result<()> {
        Ok(())
    }
}
