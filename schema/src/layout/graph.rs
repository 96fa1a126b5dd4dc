//! What a layout consists of, as a whole.

use std::collections::BTreeMap;

use super::{
    Columns, Endian, Field, IndexOf, Layout, Link, Names, Struct, StructRef, Style, Type, Versions,
};
use crate::sorted;

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
        let mut seen: BTreeMap<&str, ()> = BTreeMap::new();
        seen.insert(&self.root.name, ());
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
        sorted::ascending(&mut names);
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

    /// Every field that is an index, with the list that it is one of.
    pub fn indices(&self) -> Vec<(&Struct, &Field, &IndexOf)> {
        let structs = self.structs().into_iter();
        let fields =
            structs.flat_map(|one| one.field_lists().flatten().map(move |field| (one, field)));
        fields
            .filter_map(|(one, field)| Some((one, field, field.index_of.as_deref()?)))
            .collect()
    }

    /// The list that a number is an index into, where texts say the name of an item in place of the number.
    #[must_use]
    pub fn link<'f>(&self, field: &'f Field) -> Option<&'f IndexOf> {
        let of = field.index_of.as_deref()?;
        let is_single = matches!(field.ty.peeled(), Type::Prim(kind) if kind.is_whole());
        let mut fields = self.root().fields().iter();
        let list = fields.find(|field| field.name == of.list)?;
        let target = self.get(list.ty.struct_ref()?);
        let mut fields = target.fields().iter();
        let is_name = |field: &Field| field.name == *"name" && field.ty.is_text();
        (is_single && fields.any(is_name)).then_some(of)
    }

    /// The structs whose instances carry their number in texts: the items of numbered lists.
    #[must_use]
    pub fn numbered_items(&self) -> Vec<&str> {
        let fields = self.root().fields().iter();
        let numbered = fields.filter(|field| self.is_numbered(field));
        numbered
            .filter_map(|field| Some(&*field.ty.struct_ref()?.name))
            .collect()
    }

    /// The fields of the root whose items are numbered, because indices count them.
    #[must_use]
    pub fn is_numbered(&self, field: &Field) -> bool {
        let has_number = |target: &Struct| {
            let mut fields = target.field_lists().flatten();
            !target.fields().is_empty() && !fields.any(|field| field.name == *"index")
        };
        let target = match &field.ty {
            Type::List(item) | Type::Packed(item) => match item.peeled() {
                Type::Struct(target) => Some(self.get(target)),
                _ => None,
            },
            _ => None,
        };
        target.is_some_and(|target| has_number(target) && target.style == Style::Record)
            && self
                .indices()
                .iter()
                .any(|(_, _, of)| of.list == field.name)
    }
}

impl Struct {
    /// The one list that is all of this struct, whose items another list names.
    #[must_use]
    pub fn columns(&self) -> Option<(&Field, &Columns)> {
        match self.fields() {
            [field] => Some((field, field.columns.as_deref()?)),
            _ => None,
        }
    }
}

impl PartialEq for Layout {
    fn eq(&self, other: &Self) -> bool {
        self.format == other.format
            && self.title == other.title
            && self.encoding == other.encoding
            && self.extensions == other.extensions
            && self.recognition == other.recognition
            && self.root == other.root
            && self.structs() == other.structs()
    }
}
