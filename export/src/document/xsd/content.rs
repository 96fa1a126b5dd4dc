//! What stands between the tags, and in the start tag.

use formwork_schema::document::{Element, Item, Member, Role};

use super::{Printer, simple::Helper};
use crate::{
    document::{is_choice, meaning},
    writer::Attributes,
};

/// What an element has between its tags.
enum Content {
    /// White space and comments.
    Nothing,
    /// Text only.
    Text,
    /// Elements; with text between them or without.
    Elements { text: bool },
}

fn content(element: &Element) -> Content {
    let mut members = element.members.iter();
    let text = members
        .clone()
        .any(|member| matches!(member.role, Role::Text));
    let is_inner =
        |member: &Member| member.role.items().is_some() || matches!(member.role, Role::Verbatim(_));
    match (members.any(is_inner), text) {
        (true, text) => Content::Elements { text },
        (false, true) => Content::Text,
        (false, false) => Content::Nothing,
    }
}

impl Printer<'_> {
    pub(super) fn complex_type(&mut self, id: &str, element: &'static Element) {
        let content = content(element);
        let mut attributes = Attributes::new().with("name", id);
        if matches!(content, Content::Elements { text: true }) {
            attributes = attributes.with("mixed", true);
        }
        self.xml.open("xs:complexType", attributes);
        self.doc(element.doc);
        let base = match content {
            Content::Elements { .. } => {
                self.children(element);
                self.attributes(element);
                self.xml.close();
                return;
            }
            Content::Text => "xs:string",
            Content::Nothing => self.helper(Helper::Blank),
        };
        self.xml.open("xs:simpleContent", Attributes::new());
        self.xml
            .open("xs:extension", Attributes::new().with("base", base));
        self.attributes(element);
        (0..3).for_each(|_| self.xml.close());
    }

    /// Child elements, in any order.
    fn children(&mut self, element: &'static Element) {
        let attributes = Attributes::new()
            .with("minOccurs", 0)
            .with("maxOccurs", "unbounded");
        self.xml.open("xs:choice", attributes);
        for member in element.members {
            match &member.role {
                Role::Child(items) | Role::Children(items) => self.list(member, items()),
                Role::Verbatim(name) => self.verbatim(name, member),
                _ => {}
            }
        }
        self.xml.close();
    }

    fn list(&mut self, member: &Member, items: &'static [Item]) {
        match (self.parts.choice(items), items) {
            (Some(group), _) => {
                let attributes = Attributes::new().with("ref", group);
                self.documented("xs:group", attributes, member);
            }
            (None, [item]) if !is_choice(items) => {
                let Some(element) = item.element else { return };
                let attributes = Attributes::new()
                    .with("name", element().name)
                    .with("type", self.parts.id(element()));
                self.documented("xs:element", attributes, member);
            }
            (None, items) => items.iter().for_each(|item| self.item(item)),
        }
    }

    /// An element that nobody looks into.
    fn verbatim(&mut self, name: &str, member: &Member) {
        let attributes = Attributes::new().with("name", name);
        self.xml.open("xs:element", attributes);
        self.doc(&meaning(member));
        let attributes = Attributes::new().with("mixed", true);
        self.xml.open("xs:complexType", attributes);
        self.xml.open("xs:sequence", Attributes::new());
        let attributes = Attributes::new()
            .with("minOccurs", 0)
            .with("maxOccurs", "unbounded")
            .with("processContents", "skip");
        self.xml.leaf("xs:any", attributes, "");
        self.xml.close();
        let attributes = Attributes::new().with("processContents", "skip");
        self.xml.leaf("xs:anyAttribute", attributes, "");
        self.xml.close();
        self.xml.close();
    }

    fn documented(&mut self, element: &'static str, attributes: Attributes, member: &Member) {
        self.xml.open(element, attributes);
        self.doc(&meaning(member));
        self.xml.close();
    }

    /// Attributes, in the order of the struct.
    pub(super) fn attributes(&mut self, element: &'static Element) {
        for member in element.members {
            match &member.role {
                Role::Attribute(attribute) => self.attribute(member, attribute),
                Role::Inline(shared) => {
                    let id = self.parts.id(shared());
                    let attributes = Attributes::new().with("ref", id);
                    self.xml.leaf("xs:attributeGroup", attributes, "");
                }
                _ => {}
            }
        }
    }
}
