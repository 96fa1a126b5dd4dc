//! What a layout consists of, as a whole.

use std::collections::BTreeMap;

use crate::value::Value;

use super::{Endian, Field, Layout, Link, Names, Struct, StructRef, Type, Versions};

impl Layout {
    /// The struct behind a reference.
    ///
    /// # Panics
    /// When the reference belongs to another layout's table. Descriptors are checked for that
    /// when they are read, so no reference inside one layout can do so.
    #[must_use]
    pub fn get<'a>(&'a self, struct_ref: &StructRef) -> &'a Struct {
        match struct_ref.link {
            Link::Static(get) => get(),
            Link::Table(place) => &self.table[place],
        }
    }

    /// The dialect that a tree was made with, by its place; 0 for formats that are never ambiguous.
    pub(crate) fn chosen(&self, tree: &Value) -> usize {
        let is_choice = |field: &Field| matches!(field.ty, Type::Dialect(_));
        let place = self.root().fields().iter().position(is_choice);
        match (self.dialect(), place.and_then(|place| tree.field(place))) {
            (Some(names), Some(Value::Word(word))) => {
                let place = names.values.iter().position(|name| name.name == **word);
                place.unwrap_or(0)
            }
            _ => 0,
        }
    }

    /// The root struct.
    #[must_use]
    pub fn root(&self) -> &Struct {
        self.get(&self.root)
    }

    /// Every struct that the root reaches, in the order in which fields first mention them. Of two with
    /// one name the first; [`ambiguous_names`](Self::ambiguous_names) tells of them.
    #[must_use]
    pub fn structs(&self) -> Vec<&Struct> {
        let mut order = vec![self.root()];
        let mut seen: BTreeMap<&str, ()> = BTreeMap::from([(&*self.root.name, ())]);
        let mut next = 0;
        while next < order.len() {
            for field in order[next].field_lists().flatten() {
                if let Some(target) = field.ty.struct_ref()
                    && seen.insert(&target.name, ()).is_none()
                {
                    order.push(self.get(target));
                }
            }
            next += 1;
        }
        order
    }

    /// Names that stand for several structs. There must be none: whoever finds a struct by its name, as
    /// descriptors do, would take one for the other.
    #[must_use]
    pub fn ambiguous_names(&self) -> Vec<&str> {
        let structs = self.structs();
        let fields = structs.iter().flat_map(|held| held.field_lists().flatten());
        let references = fields.filter_map(|field| field.ty.struct_ref());
        let is_other = |reference: &&StructRef| {
            let known = structs.iter().find(|held| held.name == reference.name);
            known.is_some_and(|known| **known != *self.get(reference))
        };
        let mut names: Vec<&str> = references.filter(is_other).map(|one| &*one.name).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// The magics of the format: those of the root's version field. None where it is a plain number or missing.
    #[must_use]
    pub fn versions(&self) -> Option<&Versions> {
        self.versions_field().map(|(versions, _)| versions)
    }

    /// The byte order of the number after a magic.
    #[must_use]
    pub fn version_endian(&self) -> Endian {
        let own = self
            .versions_field()
            .and_then(|(_, field)| field.endian.as_ref()?.known());
        let around = || self.root().endian.as_ref()?.known();
        own.or_else(around).unwrap_or_default()
    }

    fn versions_field(&self) -> Option<(&Versions, &Field)> {
        let mut fields = self.root().fields().iter();
        fields.find_map(|field| match &field.ty {
            Type::Version(versions) => Some((&**versions, field)),
            _ => None,
        })
    }

    /// The dialects of an ambiguous format, in the order in which they are tried.
    #[must_use]
    pub fn dialect(&self) -> Option<&Names> {
        self.root()
            .fields()
            .iter()
            .find_map(|field| match &field.ty {
                Type::Dialect(names) => Some(&**names),
                _ => None,
            })
    }

    /// What the format is: its title, or the first sentence of what the root is.
    #[must_use]
    pub fn title(&self) -> &str {
        if !self.title.is_empty() {
            return &self.title;
        }
        let doc: &str = &self.root().doc;
        let line = doc.split("\n\n").next().unwrap_or("");
        line.split_once(". ")
            .map_or(line, |(first, _)| first)
            .trim_end_matches('.')
    }
}
