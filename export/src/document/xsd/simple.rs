//! Attributes, each with the type of its text.

use formwork_schema::layout::{
    Field, Names, PrimKind, Type,
    xml::{Attribute, Need, Truth},
};

use super::{
    helper::{Helper, any_case},
    printer::Printer,
};
use crate::{document::meaning, writer::Attributes};

impl Printer<'_> {
    pub(super) fn attribute(&mut self, field: &Field, attribute: &Attribute) {
        let mut attributes = Attributes::new().with("name", &attribute.name);
        let ty = match &field.ty {
            Type::Prim(PrimKind::F32) => Some(self.helper(Helper::Number)),
            Type::Prim(_) => Some(self.helper(Helper::Whole)),
            Type::Bool if attribute.truth == Truth::True => Some(self.helper(Helper::TrueOrFalse)),
            Type::Bool => Some(self.helper(Helper::Truth)),
            Type::Enum(_) => None,
            _ if attribute.need == Need::Filled => Some(self.helper(Helper::Filled)),
            _ => Some("xs:string"),
        };
        attributes = attributes.maybe("type", ty);
        if attribute.need == Need::Optional || !field.obsolete().is_empty() {
            attributes = attributes.filled("default", &attribute.default);
        } else {
            attributes = attributes.with("use", "required");
        }
        self.xml.open("xs:attribute", attributes);
        self.xml.doc(&meaning(field));
        if let Type::Enum(words) = &field.ty {
            self.words(words, attribute);
        }
        self.xml.close();
    }

    /// One of some words; none at all where nothing has to be said.
    fn words(&mut self, words: &Names, attribute: &Attribute) {
        let words = words.values.iter();
        let mut patterns: Vec<String> = words.map(|word| any_case(&word.name)).collect();
        if attribute.need == Need::Optional && !attribute.strict {
            patterns.push(String::new());
        }
        self.xml.open("xs:simpleType", Attributes::new());
        self.xml
            .restriction("xs:string", "xs:pattern", [patterns.join("|")]);
        self.xml.close();
    }
}
