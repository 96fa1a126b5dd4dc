//! [`Printer`]: an XSD of a binary layout under way.

use std::collections::BTreeSet;

use formwork_schema::{Layout, implied::Implied, layout::Type, place};

use super::helper::{Helper, standard};
use crate::{names::Ids, writer::Writer};

/// A schema under construction.
pub(super) struct Printer<'a> {
    pub(super) xml: Writer,
    pub(super) layout: &'a Layout,
    pub(super) implied: &'a Implied<'a>,
    pub(super) ids: &'a Ids<'a>,
    /// Types of our own that were named and are to be defined.
    pub(super) helpers: BTreeSet<Helper>,
}

impl Printer<'_> {
    /// Name of the type of a piece of text.
    pub(super) fn simple(&mut self, ty: &Type) -> String {
        match ty.peeled() {
            Type::Flags(_)
            | Type::Enum(_)
            | Type::Bits(_)
            | Type::Version(_)
            | Type::Dialect(_) => self.ids.of_table(ty).to_owned(),
            Type::Struct(target) => self.ids.of_struct(&target.name).to_owned(),
            Type::Array(item, length) if !place::is_hex(ty) => {
                let (word, length) = word_of(item, (*length).into());
                let helper = Helper::Array(self.simple(word), length);
                let name = helper.name();
                self.helpers.insert(helper);
                name
            }
            other => match Helper::of(other) {
                Some(helper) => {
                    let name = helper.name();
                    self.helpers.insert(helper);
                    name
                }
                None => standard(other).to_owned(),
            },
        }
    }
}

/// The words that an array consists of, and how many.
pub(super) fn word_of(one: &Type, length: u64) -> (&Type, u64) {
    match one.peeled() {
        Type::Array(item, inner) if !place::is_hex(one) => {
            word_of(item, length.saturating_mul((*inner).into()))
        }
        word => (word, length),
    }
}
