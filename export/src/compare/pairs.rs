//! [`Pairs`]: structs that stand at the same place.

use std::collections::{HashMap, HashSet, VecDeque};

use formwork_schema::layout::{Endian, Struct};

use super::scope::Scope;

/// Pairs of structs that stand at the same place.
#[derive(Default)]
pub(super) struct Pairs<'l> {
    pub(super) queue: VecDeque<Pair<'l>>,
    pub(super) seen: HashSet<String>,
    pub(super) uses: HashMap<String, usize>,
}

/// A struct of each layout, used at one place.
pub(super) struct Pair<'l> {
    pub(super) old: &'l Struct,
    pub(super) new: &'l Struct,
    /// What both are called in names of fields.
    pub(super) label: String,
    /// What the parameters stand for.
    pub(super) scopes: [Scope; 2],
    pub(super) endian: [Endian; 2],
}
