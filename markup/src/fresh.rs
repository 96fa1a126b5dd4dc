//! [`Fresh`]: an element as a tree says it, before anybody has written it.

use std::borrow::Cow;

use formwork_schema::{
    Error, Kind, Result,
    document::{Attribute, Element, Items, Need},
};
use serde::Serialize;

use crate::{atoms::same, ser::ItemSer};

/// An element as a tree says it. Two of one tree are equal; what means the same is written the same.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Fresh {
    pub(crate) element: &'static str,
    /// Names and texts; those that mean their default are left out.
    pub(crate) attributes: Vec<(Cow<'static, str>, String)>,
    /// Child elements by field, in the order of the struct.
    pub(crate) lists: Vec<(&'static str, Vec<FreshItem>)>,
    pub(crate) text: Option<String>,
}

/// A child element.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum FreshItem {
    Element(Fresh),
    /// XML that nobody looks into.
    Verbatim(String),
}

/// What a tree says.
pub(crate) fn fresh<T: Items + Serialize>(tree: &T) -> Result<Fresh> {
    let items = T::items();
    let item = tree
        .serialize(ItemSer { items })
        .map_err(|fault| Error::new(Kind::Invalid, fault.to_string()))?;
    match item {
        FreshItem::Element(fresh) => Ok(fresh),
        FreshItem::Verbatim(_) => Err(Error::new(Kind::Invalid, "the root is no known element")),
    }
}

impl Fresh {
    pub(crate) fn of(element: &'static Element) -> Self {
        Self {
            element: element.name,
            attributes: Vec::new(),
            lists: Vec::new(),
            text: None,
        }
    }

    /// Adds an attribute, unless a missing one means the same.
    pub(crate) fn say(&mut self, attribute: &'static Attribute, text: String, given: bool) {
        let implied = !given
            && attribute.need == Need::Optional
            && same(attribute.kind, &text, attribute.default);
        if !implied {
            self.attributes.push((Cow::Borrowed(attribute.name), text));
        }
    }

    pub(crate) fn attribute(&self, name: &str) -> Option<&str> {
        let mut all = self.attributes.iter();
        all.find(|(known, _)| known == name)
            .map(|(_, text)| text.as_str())
    }

    pub(crate) fn list(&self, field: &str) -> &[FreshItem] {
        let mut all = self.lists.iter();
        all.find(|(known, _)| *known == field)
            .map_or(&[], |(_, list)| list)
    }
}
