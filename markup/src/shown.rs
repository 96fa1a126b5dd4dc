//! Trees as JSON, in serde's shape, made piece by piece; numbers that JSON cannot say are strings.

use std::io::{self, Write};

use formwork_schema::{
    Error, Kind as ErrorKind, Layout, Result, Value as Tree,
    layout::{
        Struct,
        xml::{Attribute, Item, Member, Role},
    },
};
use serde::{
    Serialize, Serializer,
    ser::{Error as _, SerializeMap},
};
use serde_json::Value;

use crate::{
    atoms::{Kind, utf8},
    fresh::chosen,
    unknown,
};

const UNFIT: &str = "the tree is none of this layout";

/// A tree as JSON, under the names of its fields; no `Serialize` takes one that is none of its layout.
pub struct Shown<'a> {
    layout: &'a Layout,
    items: Vec<Item<'a>>,
    tree: &'a Tree,
}

impl<'a> Shown<'a> {
    /// The tree of a document of this layout.
    #[must_use]
    pub fn new(layout: &'a Layout, tree: &'a Tree) -> Self {
        Self {
            layout,
            items: layout.roots(),
            tree,
        }
    }
}

impl Serialize for Shown<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> std::result::Result<S::Ok, S::Error> {
        One {
            layout: self.layout,
            items: &self.items,
            tree: self.tree,
        }
        .serialize(to)
    }
}

/// A tree as JSON in memory.
///
/// # Errors
/// [`Kind::Invalid`](formwork_schema::Kind::Invalid) for a tree that is none of this layout.
pub fn to_json(layout: &Layout, tree: &Tree) -> Result<Value> {
    unless_unfit(serde_json::to_value(Shown::new(layout, tree)))
}

/// The same as text, in a fraction of the memory: members stand in the order of the layout.
///
/// # Errors
/// See [`to_json`].
pub fn to_json_text(layout: &Layout, tree: &Tree) -> Result<String> {
    let shown = Shown::new(layout, tree);
    // Text that grows takes up to three times as much, and is printed in less time than it is read.
    let mut length = Length(0);
    unless_unfit(serde_json::to_writer(&mut length, &shown))?;
    let mut text = Vec::with_capacity(length.0);
    unless_unfit(serde_json::to_writer(&mut text, &shown))?;
    String::from_utf8(text).map_err(|_| Error::new(ErrorKind::Invalid, UNFIT))
}

/// Counts bytes that are written.
struct Length(usize);

impl Write for Length {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn unless_unfit<T>(json: serde_json::Result<T>) -> Result<T> {
    json.map_err(|_| Error::new(ErrorKind::Invalid, UNFIT))
}

/// One of some elements.
struct One<'a> {
    layout: &'a Layout,
    items: &'a [Item<'a>],
    tree: &'a Tree,
}

impl Serialize for One<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> std::result::Result<S::Ok, S::Error> {
        let found = chosen(self.items, self.tree);
        let (item, content) = found.ok_or_else(|| S::Error::custom(UNFIT))?;
        let content = Content {
            layout: self.layout,
            element: item.element,
            content,
        };
        match item.variant {
            Some((_, variant)) => {
                let mut object = to.serialize_map(Some(1))?;
                object.serialize_entry(&*variant.name, &content)?;
                object.end()
            }
            None => content.serialize(to),
        }
    }
}

/// What is in an element; of one that nobody knows, its XML.
struct Content<'a> {
    layout: &'a Layout,
    element: Option<&'a Struct>,
    content: &'a Tree,
}

impl Serialize for Content<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> std::result::Result<S::Ok, S::Error> {
        match (self.element, self.content) {
            (Some(of), Tree::Struct(fields)) => {
                let layout = self.layout;
                Fields { layout, of, fields }.serialize(to)
            }
            (None, xml) => text(xml, to),
            (Some(_), _) => Err(S::Error::custom(UNFIT)),
        }
    }
}

/// The fields of a struct.
struct Fields<'a> {
    layout: &'a Layout,
    of: &'a Struct,
    fields: &'a formwork_schema::value::Fields,
}

impl Serialize for Fields<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> std::result::Result<S::Ok, S::Error> {
        let mut object = to.serialize_map(None)?;
        let mut seek = self.fields.seek();
        for member in self.of.members() {
            let layout = self.layout;
            let value = seek.get(member.place);
            let value = value.map(|value| OfMember {
                layout,
                member,
                value,
            });
            object.serialize_entry(&*member.field.name, &value)?;
        }
        object.end()
    }
}

/// What a field holds.
struct OfMember<'a> {
    layout: &'a Layout,
    member: Member<'a>,
    value: &'a Tree,
}

impl Serialize for OfMember<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> std::result::Result<S::Ok, S::Error> {
        let (layout, member) = (self.layout, self.member);
        let unfit = || S::Error::custom(UNFIT);
        let items = || layout.items_of(member);
        match (member.role, self.value) {
            (Role::Attribute(attribute), value) => {
                let atom = atom(member, attribute, value);
                atom.ok_or_else(unfit)?.serialize(to)
            }
            (Role::Child, tree) => {
                let items = &items();
                One {
                    layout,
                    items,
                    tree,
                }
                .serialize(to)
            }
            (Role::Children, Tree::List(all)) => {
                let items = &items();
                to.collect_seq(all.iter().map(|tree| One {
                    layout,
                    items,
                    tree,
                }))
            }
            (Role::Verbatim(_) | Role::Text, value) => text(value, to),
            (Role::Inline, Tree::Struct(fields)) => {
                let of = layout.get(member.field.ty.struct_ref().ok_or_else(unfit)?);
                Fields { layout, of, fields }.serialize(to)
            }
            (Role::Unknown, rest) => unknown::of(rest).ok_or_else(unfit)?.serialize(to),
            (Role::Children | Role::Inline, _) => Err(unfit()),
        }
    }
}

fn text<S: Serializer>(value: &Tree, to: S) -> std::result::Result<S::Ok, S::Error> {
    let text = utf8(value).ok_or_else(|| S::Error::custom(UNFIT))?;
    to.serialize_str(text)
}

/// The value of an attribute.
fn atom(member: Member<'_>, attribute: &Attribute, value: &Tree) -> Option<Value> {
    let kind = Kind::of(member.field, attribute);
    let text = kind.written(value)?;
    let number = || serde_json::from_str::<Value>(&text).ok();
    Some(match kind {
        Kind::Float | Kind::Integer => number().unwrap_or_else(|| text.into()),
        Kind::Truth(_) => (text == "true").into(),
        Kind::Text | Kind::Words(_) => text.into(),
    })
}
