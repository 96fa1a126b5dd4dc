//! [`Fresh`]: an element as a tree says it, before anybody has written it.

use std::borrow::Cow;

use formwork_schema::{
    Error, Kind as ErrorKind, Layout, Result, Value,
    layout::{
        Struct,
        xml::{Attribute, Item, Need, Role},
    },
    value::Fields,
};

use crate::{
    atoms::{Kind, string},
    unknown,
};

/// An element as a tree says it. Two of one tree are equal; what means the same is written the same.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Fresh<'l> {
    pub(crate) element: &'l str,
    /// Those that have to be written: without one, the element would mean something else.
    pub(crate) attributes: Vec<FreshAttribute<'l>>,
    /// Child elements by field, in the order of the struct.
    pub(crate) lists: Vec<(&'l str, Vec<FreshItem<'l>>)>,
    pub(crate) text: Option<String>,
}

/// An attribute.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct FreshAttribute<'l> {
    pub(crate) name: Cow<'l, str>,
    pub(crate) text: String,
}

/// A child element.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum FreshItem<'l> {
    Element(Fresh<'l>),
    /// XML that nobody looks into.
    Verbatim(String),
}

/// What a tree says.
pub(crate) fn fresh<'l>(layout: &'l Layout, tree: &Value) -> Result<Fresh<'l>> {
    match item(layout, &layout.roots(), tree)? {
        FreshItem::Element(fresh) => Ok(fresh),
        FreshItem::Verbatim(_) => Err(Error::new(
            ErrorKind::Invalid,
            "the root is not a known element",
        )),
    }
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

fn item<'l>(layout: &'l Layout, items: &[Item<'l>], value: &Value) -> Result<FreshItem<'l>> {
    let (item, content) = chosen(items, value).ok_or_else(|| unfit("an element"))?;
    match (item.element, content) {
        (Some(of), Value::Struct(fields)) => {
            let mut fresh = Fresh {
                element: of.element_name(),
                attributes: Vec::new(),
                lists: Vec::new(),
                text: None,
            };
            fresh.fill(layout, of, fields)?;
            Ok(FreshItem::Element(fresh))
        }
        (None, xml) => verbatim(xml).ok_or_else(|| unfit("an element")),
        (Some(of), _) => Err(unfit(&of.name)),
    }
}

fn verbatim<'l>(xml: &Value) -> Option<FreshItem<'l>> {
    string(xml).map(FreshItem::Verbatim)
}

impl<'l> Fresh<'l> {
    /// Takes what the fields of a struct say.
    fn fill(&mut self, layout: &'l Layout, of: &'l Struct, fields: &Fields) -> Result<()> {
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
                    rest.elements.into_iter().map(FreshItem::Verbatim).collect()
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
    pub(crate) fn list(&self, field: &str) -> &[FreshItem<'l>] {
        let mut all = self.lists.iter();
        all.find(|(known, _)| *known == field)
            .map_or(&[], |(_, list)| list)
    }
}
