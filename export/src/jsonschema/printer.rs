//! [`Printer`]: a JSON Schema of a binary layout under way.

use formwork_schema::{Layout, implied::Implied, layout::Type};
use serde_json::{Map, Value};

use super::{build::reference, simple};
use crate::names::Ids;

/// A schema under construction.
pub(super) struct Printer<'l> {
    pub(super) layout: &'l Layout,
    pub(super) implied: &'l Implied<'l>,
    pub(super) ids: &'l Ids<'l>,
    pub(super) definitions: Map<String, Value>,
}

impl Printer<'_> {
    /// A number, defined once.
    pub(super) fn number(&mut self, ty: &Type) -> Value {
        let (id, schema) = simple::number(ty);
        self.definitions.entry(id).or_insert(schema);
        reference(id)
    }
}
