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
    pub(crate) attributes: Vec<FreshAttribute>,
    /// Child elements by field, in the order of the struct.
    pub(crate) lists: Vec<(&'static str, Vec<FreshItem>)>,
    pub(crate) text: Option<String>,
}

/// An attribute.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct FreshAttribute {
    pub(crate) name: Cow<'static, str>,
    pub(crate) text: String,
    /// Whether it has to be written: a missing one would mean something else.
    pub(crate) said: bool,
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
        .serialize(ItemSer::new(items))
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

    /// Adds an attribute that the schema knows.
    pub(crate) fn say(&mut self, attribute: &'static Attribute, text: String, given: bool) {
        let implied = !given
            && attribute.need == Need::Optional
            && same(attribute.kind, &text, attribute.default);
        self.push(Cow::Borrowed(attribute.name), text, !implied);
    }

    pub(crate) fn push(&mut self, name: Cow<'static, str>, text: String, said: bool) {
        self.attributes.push(FreshAttribute { name, text, said });
    }

    /// The attributes that have to be written.
    pub(crate) fn said(&self) -> impl Iterator<Item = &FreshAttribute> {
        self.attributes.iter().filter(|attribute| attribute.said)
    }

    /// The text of an attribute that has to be written.
    pub(crate) fn attribute(&self, name: &str) -> Option<&str> {
        let mut all = self.said();
        all.find(|known| known.name == name)
            .map(|known| known.text.as_str())
    }

    /// The text of an attribute.
    pub(crate) fn any(&self, name: &str) -> Option<&str> {
        let mut all = self.attributes.iter();
        all.find(|known| known.name == name)
            .map(|known| known.text.as_str())
    }

    pub(crate) fn list(&self, field: &str) -> &[FreshItem] {
        let mut all = self.lists.iter();
        all.find(|(known, _)| *known == field)
            .map_or(&[], |(_, list)| list)
    }
}
