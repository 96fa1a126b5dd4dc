//! What stands between the tags, and in the start tag.

use formwork_schema::layout::{
    Field, Struct,
    xml::{Member, Role},
};

use super::{helper::Helper, printer::Printer};
use crate::{document::meaning, writer::Attributes};

/// What an element has between its tags.
enum Content {
    /// White space and comments.
    Nothing,
    /// Text only.
    Text,
    /// Elements; with text between them or without.
    Elements { text: bool },
}

fn content(of: &Struct) -> Content {
    let is_inner = |member: Member<'_>| {
        use Role::{Child, Children, Verbatim};
        matches!(member.role, Child | Children | Verbatim(_))
    };
    match (of.members().any(is_inner), of.reads_text()) {
        (true, text) => Content::Elements { text },
        (false, true) => Content::Text,
        (false, false) => Content::Nothing,
    }
}

impl Printer<'_> {
    pub(super) fn complex_type(&mut self, id: &str, of: &Struct) {
        let content = content(of);
        let mut attributes = Attributes::new().with("name", id);
        if matches!(content, Content::Elements { text: true }) {
            attributes = attributes.with("mixed", true);
        }
        self.xml.open("xs:complexType", attributes);
        self.xml.doc(&of.doc);
        let base = match content {
            Content::Elements { .. } => {
                self.children(of);
                self.attributes(of);
                self.xml.close();
                return;
            }
            Content::Text => "xs:string",
            Content::Nothing => self.helper(Helper::Blank),
        };
        self.xml.open("xs:simpleContent", Attributes::new());
        self.xml
            .open("xs:extension", Attributes::new().with("base", base));
        self.attributes(of);
        (0..3).for_each(|_| self.xml.close());
    }

    /// Child elements, in any order.
    fn children(&mut self, of: &Struct) {
        let attributes = Attributes::new()
            .with("minOccurs", 0)
            .with("maxOccurs", "unbounded");
        self.xml.open("xs:choice", attributes);
        for Member { field, role, .. } in of.members() {
            match role {
                Role::Child | Role::Children => self.list(field),
                Role::Verbatim(name) => self.verbatim(name, field),
                _ => {}
            }
        }
        self.xml.close();
    }

    fn list(&mut self, field: &Field) {
        let Some((id, of)) = self.parts.target(&field.ty) else {
            return;
        };
        let (element, attributes) = match &of.element {
            Some(element) => {
                let named = Attributes::new().with("name", &element.name);
                ("xs:element", named.with("type", id))
            }
            None => ("xs:group", Attributes::new().with("ref", id)),
        };
        self.xml.open(element, attributes);
        self.xml.doc(&meaning(field));
        self.xml.close();
    }

    /// An element that nobody looks into.
    fn verbatim(&mut self, name: &str, field: &Field) {
        let attributes = Attributes::new().with("name", name);
        self.xml.open("xs:element", attributes);
        self.xml.doc(&meaning(field));
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

    /// Attributes, in the order of the struct.
    pub(super) fn attributes(&mut self, of: &Struct) {
        for Member { field, role, .. } in of.members() {
            match role {
                Role::Attribute(attribute) => self.attribute(field, attribute),
                Role::Inline => {
                    let id = self.parts.target(&field.ty).map(|(id, _)| id);
                    let attributes = Attributes::new().maybe("ref", id);
                    self.xml.leaf("xs:attributeGroup", attributes, "");
                }
                _ => {}
            }
        }
    }
}
