//! [`Fresh`]: an element as a tree says it, before anybody has written it.

use std::{borrow::Cow, ptr};

use formwork_schema::{
    Error, Kind as ErrorKind, Layout, Result, Value,
    layout::{
        Struct,
        xml::{Attribute, Item, Need, Role},
    },
    value::Fields,
};

use crate::{
    atoms::{Kind, string, utf8},
    unknown,
};

/// An element as a tree says it, without what is in its child elements. What means the same is written the same.
pub(crate) struct Fresh<'l, 'v> {
    pub(crate) element: &'l str,
    /// Those that have to be written: without one, the element would mean something else.
    pub(crate) attributes: Vec<FreshAttribute<'l>>,
    /// Child elements by field, in the order of the struct.
    pub(crate) lists: Vec<(&'l str, Vec<FreshItem<'l, 'v>>)>,
    pub(crate) text: Option<String>,
}

/// An attribute.
#[derive(PartialEq)]
pub(crate) struct FreshAttribute<'l> {
    pub(crate) name: Cow<'l, str>,
    pub(crate) text: String,
}

/// A child element.
pub(crate) enum FreshItem<'l, 'v> {
    Element(Element<'l, 'v>),
    /// XML that nobody looks into.
    Verbatim(Cow<'v, str>),
}

/// An element that the layout knows, and what a tree says of it.
#[derive(Clone, Copy)]
pub(crate) struct Element<'l, 'v> {
    layout: &'l Layout,
    of: &'l Struct,
    fields: &'v Fields,
}

/// What a tree says.
pub(crate) fn fresh<'l, 'v>(layout: &'l Layout, tree: &'v Value) -> Result<Fresh<'l, 'v>> {
    match item(layout, &layout.roots(), tree)? {
        FreshItem::Element(root) => root.fresh(),
        FreshItem::Verbatim(_) => Err(Error::new(
            ErrorKind::Invalid,
            "the root is not a known element",
        )),
    }
}

impl<'l, 'v> Element<'l, 'v> {
    /// Its name.
    pub(crate) fn name(self) -> &'l str {
        self.of.element_name()
    }

    /// What the tree says of it.
    pub(crate) fn fresh(self) -> Result<Fresh<'l, 'v>> {
        let mut fresh = Fresh {
            element: self.name(),
            attributes: Vec::new(),
            lists: Vec::new(),
            text: None,
        };
        fresh.fill(self.layout, self.of, self.fields)?;
        Ok(fresh)
    }
}

impl FreshItem<'_, '_> {
    /// Whether another one is written the same.
    pub(crate) fn is_like(&self, other: &FreshItem<'_, '_>) -> Result<bool> {
        match (self, other) {
            (Self::Element(a), FreshItem::Element(b)) => Ok((ptr::eq(a.of, b.of)
                && a.fields == b.fields)
                || a.fresh()?.is_like(&b.fresh()?)?),
            (Self::Verbatim(a), FreshItem::Verbatim(b)) => Ok(a == b),
            _ => Ok(false),
        }
    }
}

/// How many elements, from the first on, are written like those of another list.
pub(crate) fn alike<'a, 'l: 'a, 'v: 'a, 'w: 'a>(
    pairs: impl Iterator<Item = (&'a FreshItem<'l, 'v>, &'a FreshItem<'l, 'w>)>,
) -> Result<usize> {
    let mut count = 0;
    for (a, b) in pairs {
        if !a.is_like(b)? {
            break;
        }
        count += 1;
    }
    Ok(count)
}

/// Which of some elements a value is, and its content.
pub(crate) fn chosen<'l, 'v>(
    items: &[Item<'l>],
    value: &'v Value,
) -> Option<(Item<'l>, &'v Value)> {
    match value {
        Value::Variant { variant, content } => {
            let is_it = |item: &&Item<'_>| item.variant.is_some_and(|(place, _)| place == *variant);
            Some((*items.iter().find(is_it)?, content.as_deref()?))
        }
        other => Some((*items.first().filter(|item| item.variant.is_none())?, other)),
    }
}

fn unfit(name: &str) -> Error {
    let message = format!("`{name}` holds something else than its layout says");
    Error::new(ErrorKind::Invalid, message)
}

fn item<'l, 'v>(
    layout: &'l Layout,
    items: &[Item<'l>],
    value: &'v Value,
) -> Result<FreshItem<'l, 'v>> {
    let (item, content) = chosen(items, value).ok_or_else(|| unfit("an element"))?;
    match (item.element, content) {
        (Some(of), Value::Struct(fields)) => Ok(FreshItem::Element(Element { layout, of, fields })),
        (None, xml) => verbatim(xml).ok_or_else(|| unfit("an element")),
        (Some(of), _) => Err(unfit(&of.name)),
    }
}

fn verbatim<'v>(xml: &'v Value) -> Option<FreshItem<'static, 'v>> {
    utf8(xml).map(|xml| FreshItem::Verbatim(xml.into()))
}

impl<'l, 'v> Fresh<'l, 'v> {
    /// Whether another one is written the same, with all that is in it.
    pub(crate) fn is_like(&self, other: &Fresh<'_, '_>) -> Result<bool> {
        let is_head = self.element == other.element && self.text == other.text;
        let are_as_many = self.lists.len() == other.lists.len();
        if !is_head || self.attributes != other.attributes || !are_as_many {
            return Ok(false);
        }
        for ((field, own), (known, other)) in self.lists.iter().zip(&other.lists) {
            let are_as_many = field == known && own.len() == other.len();
            if !are_as_many || alike(own.iter().zip(other))? < own.len() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Takes what the fields of a struct say.
    fn fill(&mut self, layout: &'l Layout, of: &'l Struct, fields: &'v Fields) -> Result<()> {
        let mut seek = fields.seek();
        for member in of.members() {
            let Some(value) = seek.get(member.place) else {
                continue;
            };
            let unfit = || unfit(&member.field.name);
            let list = match (member.role, value) {
                (Role::Attribute(attribute), value) => {
                    let kind = Kind::of(member.field, attribute);
                    let text = kind.written(value).ok_or_else(unfit)?;
                    self.say(attribute, kind, text);
                    continue;
                }
                (Role::Inline, Value::Struct(inner)) => {
                    let of = member.field.ty.struct_ref().ok_or_else(unfit)?;
                    self.fill(layout, layout.get(of), inner)?;
                    continue;
                }
                (Role::Text, text) => {
                    self.text = Some(string(text).ok_or_else(unfit)?);
                    continue;
                }
                (Role::Child, one) => vec![item(layout, &layout.items_of(member), one)?],
                (Role::Children, Value::List(all)) => {
                    let items = layout.items_of(member);
                    let all = all.iter().map(|one| item(layout, &items, one));
                    all.collect::<Result<_>>()?
                }
                (Role::Verbatim(_), xml) => vec![verbatim(xml).ok_or_else(unfit)?],
                (Role::Unknown, rest) => {
                    let rest = unknown::of(rest).ok_or_else(unfit)?;
                    for (name, text) in rest.attributes {
                        self.push(name.into(), text);
                    }
                    let elements = rest.elements.into_iter();
                    elements
                        .map(|xml| FreshItem::Verbatim(xml.into()))
                        .collect()
                }
                (Role::Inline | Role::Children, _) => return Err(unfit()),
            };
            self.lists.push((&*member.field.name, list));
        }
        Ok(())
    }

    /// Adds an attribute that the layout knows, unless a missing one says the same.
    fn say(&mut self, attribute: &'l Attribute, kind: Kind<'l>, text: String) {
        let implied = !attribute.optional
            && attribute.need == Need::Optional
            && kind.same(&text, &attribute.default);
        if !implied {
            self.push(Cow::Borrowed(&attribute.name), text);
        }
    }

    fn push(&mut self, name: Cow<'l, str>, text: String) {
        self.attributes.push(FreshAttribute { name, text });
    }

    /// The text of an attribute that has to be written.
    pub(crate) fn attribute(&self, name: &str) -> Option<&str> {
        let mut all = self.attributes.iter();
        all.find(|known| known.name == name)
            .map(|known| known.text.as_str())
    }

    /// The child elements of a field.
    pub(crate) fn list(&self, field: &str) -> &[FreshItem<'l, 'v>] {
        let mut all = self.lists.iter();
        all.find(|(known, _)| *known == field)
            .map_or(&[], |(_, list)| list)
    }
}
