//! What an XML document of a format looks like, as data.
//!
//! `derive(Schema)` fills it in for structs under `#[schema(xml)]`, from the same attributes, types and doc
//! comments. Reading, writing, descriptors, XSD and reference pages follow it.

mod value;

pub use value::{Kind, Truth, Value, Word};

/// A struct that is an element.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no element",
    label = "nothing says how `{Self}` stands in a document",
    note = "derive `Schema` for it, under `#[schema(xml = \"Name\")]`"
)]
pub trait Document: Items {
    /// What the element may contain.
    fn element() -> &'static Element;
}

/// What may stand in a list of child elements: one element, or one of several.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no child element",
    label = "nothing says which elements `{Self}` stands for",
    note = "derive `Schema` for it, under `#[schema(xml)]`"
)]
pub trait Items {
    /// The elements.
    fn items() -> &'static [Item];
}

impl<T: Document> Document for Box<T> {
    fn element() -> &'static Element {
        T::element()
    }
}

impl<T: Items> Items for Box<T> {
    fn items() -> &'static [Item] {
        T::items()
    }
}

/// An element, and what it may contain.
#[derive(Debug)]
pub struct Element {
    /// Its name; empty for members that stand inside others (`inline`).
    pub name: &'static str,
    /// Name of the struct.
    pub type_name: &'static str,
    /// What it means.
    pub doc: &'static str,
    /// What it contains, in the order of the struct.
    pub members: &'static [Member],
    /// Whether of an attribute that is given twice the last one counts, and not the first.
    pub last_wins: bool,
}

/// One field of an element's struct.
#[derive(Debug)]
pub struct Member {
    /// Name of the field.
    pub field: &'static str,
    /// What it means.
    pub doc: &'static str,
    /// Since when it is not read any more, and what took its place; empty for the living.
    pub obsolete: &'static str,
    /// What it stands for.
    pub role: Role,
}

/// What a field stands for.
#[derive(Debug)]
pub enum Role {
    /// An attribute.
    Attribute(Attribute),
    /// The first child element of a name; more of them are not looked at.
    Child(fn() -> &'static [Item]),
    /// All child elements of a name, or of several.
    Children(fn() -> &'static [Item]),
    /// The first child element of this name, as XML that nobody looks into.
    Verbatim(&'static str),
    /// The text of the element.
    Text,
    /// Attributes of the element itself, in a struct of their own.
    Inline(fn() -> &'static Element),
    /// Attributes and elements that no other field knows.
    Unknown,
}

/// An attribute.
#[derive(Debug)]
pub struct Attribute {
    /// Its name.
    pub name: &'static str,
    /// What its text means.
    pub kind: Kind,
    /// The unit of the number; empty for none.
    pub unit: &'static str,
    /// The text that stands for a missing one; empty when there is none, which means 0 for a number.
    pub default: &'static str,
    /// What a missing one leads to.
    pub need: Need,
    /// Whether the element is not looked at with a word that is not known.
    pub strict: bool,
    /// Id of the format of the resource that it names, or the first part of several; empty when it names none.
    pub resource: &'static str,
}

/// How much an attribute is needed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Need {
    /// Not at all.
    Optional,
    /// Documents should have it; without it the default holds.
    Expected,
    /// The element, with all that it contains, is not looked at without it.
    Required,
    /// Nor is it when the attribute is empty.
    Filled,
}

/// One of the elements that may stand in a list.
#[derive(Debug)]
pub struct Item {
    /// The arm of the enum; empty when the list has items of one struct.
    pub arm: &'static str,
    /// The element; `None` for the arm that keeps what no other arm knows.
    pub element: Option<fn() -> &'static Element>,
}

/// Attributes and elements that are not known, as they are written.
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Unknown {
    /// Names and values of attributes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub attributes: Vec<(String, String)>,
    /// Elements, each as XML.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub elements: Vec<String>,
}

impl Unknown {
    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.attributes.is_empty() && self.elements.is_empty()
    }
}

impl Element {
    /// Attributes, those of inlined structs among them, in the order of the structs.
    pub fn attributes(&self) -> impl Iterator<Item = (&'static Member, &'static Attribute)> {
        let mut all = Vec::new();
        collect(self.members, &mut all);
        all.into_iter()
    }

    /// The attribute of this name.
    #[must_use]
    pub fn attribute(&self, name: &str) -> Option<(&'static Member, &'static Attribute)> {
        self.attributes()
            .find(|(_, attribute)| attribute.name == name)
    }

    /// The field that keeps the first child element of this name as XML.
    #[must_use]
    pub fn verbatim(&self, name: &str) -> Option<&'static Member> {
        let is_it =
            |member: &&Member| matches!(member.role, Role::Verbatim(known) if known == name);
        self.members.iter().find(is_it)
    }

    /// The field that takes child elements of this name, and which of its items they are.
    #[must_use]
    pub fn child(&self, name: &str) -> Option<(&'static Member, &'static Item)> {
        self.members.iter().find_map(|member| {
            let item = member.role.items()?.iter().find(|item| item.is(name))?;
            Some((member, item))
        })
    }

    /// The field that keeps child elements which are not known: a list with an arm for them, or the rest.
    #[must_use]
    pub fn keeper(&self) -> Option<&'static Member> {
        let keeps = |member: &&Member| {
            let items = member.role.items().unwrap_or_default();
            items.iter().any(|item| item.element.is_none())
        };
        let is_rest = |member: &&Member| matches!(member.role, Role::Unknown);
        let members = self.members.iter();
        members
            .clone()
            .find(keeps)
            .or_else(|| members.clone().find(is_rest))
    }
}

fn collect(members: &'static [Member], all: &mut Vec<(&'static Member, &'static Attribute)>) {
    for member in members {
        match &member.role {
            Role::Attribute(attribute) => all.push((member, attribute)),
            Role::Inline(element) => collect(element().members, all),
            _ => {}
        }
    }
}

impl Role {
    /// The elements of a child or of children.
    #[must_use]
    pub fn items(&self) -> Option<&'static [Item]> {
        match self {
            Self::Child(items) | Self::Children(items) => Some(items()),
            _ => None,
        }
    }
}

impl Item {
    /// Whether an element of this name is one.
    #[must_use]
    pub fn is(&self, name: &str) -> bool {
        self.element.is_some_and(|element| element().name == name)
    }
}

/// Every element that a document may contain, from the root, each once.
#[must_use]
pub fn elements(root: &'static Element) -> Vec<&'static Element> {
    let mut all = vec![root];
    let mut next = 0;
    while let Some(element) = all.get(next) {
        let members = element.members.iter();
        let inner = members.flat_map(|member| member.role.items().unwrap_or_default());
        let inner: Vec<&'static Element> = inner.filter_map(|item| Some(item.element?())).collect();
        for element in inner {
            if !all.iter().any(|known| std::ptr::eq(*known, element)) {
                all.push(element);
            }
        }
        next += 1;
    }
    all
}
