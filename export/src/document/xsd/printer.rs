//! [`Printer`]: an XSD of a document under way.

use std::collections::BTreeSet;

use super::helper::Helper;
use crate::{document::Parts, writer::Writer};

/// A schema under construction.
pub(super) struct Printer<'a> {
    pub(super) xml: Writer,
    pub(super) parts: &'a Parts<'a>,
    /// Types of our own that were named and are to be defined.
    pub(super) helpers: BTreeSet<Helper>,
}

impl Printer<'_> {
    /// The name of a type of our own, which is defined in the end.
    pub(super) fn helper(&mut self, helper: Helper) -> &'static str {
        self.helpers.insert(helper);
        helper.name()
    }
}
