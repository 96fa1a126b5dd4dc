//! From a document to a tree.

use formwork_schema::{
    Error, Kind, Result,
    document::{Element, Item, Items, Member, Role},
};
use serde::de::DeserializeOwned;

use crate::{
    atoms,
    de::{Fault, ItemDe},
    markup::{AttributeNode, Markup, Node},
};

/// The tree of a document.
///
/// # Errors
/// [`Kind::Malformed`] when the root is none of the elements that the tree may be, or lacks what the engine
/// requires.
pub fn read<T: Items + DeserializeOwned>(markup: &Markup) -> Result<T> {
    let root = markup.root();
    let item = root_item(T::items(), root).ok_or_else(|| refusal(T::items(), root))?;
    T::deserialize(ItemDe { node: root, item })
        .map_err(|Fault(message)| Error::new(Kind::Malformed, message).of(root.path()))
}

/// Which of the elements that a document may be it is, as far as an engine looks at it.
pub(crate) fn root_item(items: &'static [Item], root: Node<'_>) -> Option<&'static Item> {
    let found = items.iter().find(|item| item.is(root.name()))?;
    accepts(found.element?(), root).then_some(found)
}

fn refusal(items: &'static [Item], root: Node<'_>) -> Error {
    let found = items.iter().find(|item| item.is(root.name()));
    let Some(element) = found.and_then(|item| item.element) else {
        let names: Vec<_> = items.iter().filter_map(|item| item.element).collect();
        let names: Vec<_> = names
            .iter()
            .map(|element| format!("`{}`", element().name))
            .collect();
        return root.malformed(format!("the root is none of {}", names.join(", ")));
    };
    let lacking = lacking(element(), root).unwrap_or_default();
    root.malformed(format!(
        "the root has no usable `{lacking}`, so nothing is loaded"
    ))
}

/// Whether an engine looks at an element: it has what is required.
#[must_use]
pub fn accepts(element: &'static Element, node: Node<'_>) -> bool {
    lacking(element, node).is_none()
}

/// The first required attribute that is missing, or says nothing that is known.
pub(crate) fn lacking(element: &'static Element, node: Node<'_>) -> Option<&'static str> {
    element.attributes().find_map(|(_, attribute)| {
        let text = effective(element, node, attribute.name).map(AttributeNode::value);
        let accepted = atoms::accepts(attribute, text.as_deref());
        (!accepted).then_some(attribute.name)
    })
}

/// Of attributes of one name, the one that counts.
pub(crate) fn effective<'m>(
    element: &'static Element,
    node: Node<'m>,
    name: &str,
) -> Option<AttributeNode<'m>> {
    let is_own = || {
        let mut members = element.members.iter();
        members.any(|member| matches!(&member.role, Role::Attribute(own) if own.name == name))
    };
    let mut all = node
        .attributes()
        .filter(|attribute| attribute.name() == name);
    if element.last_wins && is_own() {
        all.next_back()
    } else {
        all.next()
    }
}

/// A child element, and what the schema knows of it.
#[derive(Clone, Copy)]
pub(crate) struct Child<'m> {
    pub(crate) node: Node<'m>,
    /// The field that keeps it; `None` where none does.
    pub(crate) member: Option<&'static Member>,
    /// What it may contain; `None` for elements that the engine does not look at.
    pub(crate) element: Option<fn() -> &'static Element>,
}

/// The child elements of an element, each with the field that it belongs to.
pub(crate) fn children<'m>(
    element: &'static Element,
    node: Node<'m>,
) -> impl Iterator<Item = Child<'m>> + use<'m> {
    let keeper = element.keeper();
    // Of some fields only the first child counts.
    let mut seen = Vec::new();
    node.children().map(move |child| {
        let unknown = Child {
            node: child,
            member: keeper,
            element: None,
        };
        let mut is_first = |member: &'static Member| {
            let first = !seen.contains(&member.field);
            if first {
                seen.push(member.field);
            }
            first
        };
        if let Some(member) = element.verbatim(child.name()) {
            let member = if is_first(member) {
                Some(member)
            } else {
                keeper
            };
            return Child { member, ..unknown };
        }
        let Some((member, item)) = element.child(child.name()) else {
            return unknown;
        };
        if matches!(member.role, Role::Child(_)) && !is_first(member) {
            return unknown;
        }
        if !item
            .element
            .is_some_and(|element| accepts(element(), child))
        {
            return unknown;
        }
        Child {
            node: child,
            member: Some(member),
            element: item.element,
        }
    })
}
