//! Attributes, and the types of their texts.

use formwork_schema::layout::{
    Field, Names, PrimKind, Type,
    xml::{Attribute, Need, Truth},
};

use super::Printer;
use crate::{document::meaning, writer::Attributes};

/// A type of our own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Helper {
    Blank,
    Filled,
    Number,
    Truth,
    TrueOrFalse,
    Whole,
}

/// What C's `strtof` reads, and XML's own type of numbers does not have.
const C_NUMBERS: &str = "[+\\-]?(([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([eE][+\\-]?[0-9]+)?\
    |0[xX]([0-9a-fA-F]+(\\.[0-9a-fA-F]*)?|\\.[0-9a-fA-F]+)([pP][+\\-]?[0-9]+)?\
    |[iI][nN][fF]([iI][nN][iI][tT][yY])?|[nN][aA][nN])";

/// Digits as `xs:int` has them, with white space.
const WHOLE: &str = "\\s*[+\\-]?[0-9]+\\s*";

impl Helper {
    fn name(self) -> &'static str {
        match self {
            Self::Blank => "blank",
            Self::Filled => "filled",
            Self::Number => "number",
            Self::Truth => "truth",
            Self::TrueOrFalse => "true-or-false",
            Self::Whole => "whole",
        }
    }

    fn doc(self) -> &'static str {
        match self {
            Self::Blank => "Nothing but white space and comments.",
            Self::Filled => "Text that is not empty.",
            Self::Number => "A number, as C reads it.",
            Self::Truth => "Yes or no: true or false in any case, 1 or 0.",
            Self::TrueOrFalse => "Yes or no: true or false in any case.",
            Self::Whole => "A whole number, perhaps between white space.",
        }
    }
}

impl Printer<'_> {
    /// The name of a type of our own, which is defined in the end.
    pub(super) fn helper(&mut self, helper: Helper) -> &'static str {
        self.helpers.insert(helper);
        helper.name()
    }

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
        self.doc(&meaning(field));
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
        self.restriction("xs:string", "xs:pattern", &patterns.join("|"));
        self.xml.close();
    }

    fn restriction(&mut self, base: &str, facet: &'static str, value: &str) {
        self.xml
            .open("xs:restriction", Attributes::new().with("base", base));
        self.xml
            .leaf(facet, Attributes::new().with("value", value), "");
        self.xml.close();
    }

    /// The types of our own that were named.
    pub(super) fn helper_types(&mut self) {
        for helper in std::mem::take(&mut self.helpers) {
            let attributes = Attributes::new().with("name", helper.name());
            self.xml.open("xs:simpleType", attributes);
            self.doc(helper.doc());
            let truth = || format!("{}|{}", any_case("true"), any_case("false"));
            match helper {
                // Tokens have no white space around them: it is taken off before anybody looks.
                Helper::Blank => self.restriction("xs:token", "xs:length", "0"),
                Helper::Filled => self.restriction("xs:string", "xs:minLength", "1"),
                Helper::Number => self.number(),
                Helper::Truth => {
                    let pattern = truth() + "|0|1";
                    self.restriction("xs:string", "xs:pattern", &pattern);
                }
                Helper::TrueOrFalse => self.restriction("xs:string", "xs:pattern", &truth()),
                // Some programs look at the white space of an `xs:int` before it is taken off, but not
                // when there is a pattern.
                Helper::Whole => self.restriction("xs:int", "xs:pattern", WHOLE),
            }
            self.xml.close();
        }
    }

    fn number(&mut self) {
        let attributes = Attributes::new().with("memberTypes", "xs:float");
        self.xml.open("xs:union", attributes);
        self.xml.open("xs:simpleType", Attributes::new());
        self.restriction("xs:token", "xs:pattern", C_NUMBERS);
        self.xml.close();
        self.xml.close();
    }
}

/// A pattern that fits a word in any case.
fn any_case(word: &str) -> String {
    let letters = word.chars().map(|c| match c {
        c if c.is_ascii_alphabetic() => {
            format!("[{}{}]", c.to_ascii_lowercase(), c.to_ascii_uppercase())
        }
        // What may mean something else in a pattern.
        c if c.is_ascii_punctuation() && c != '_' => format!("\\{c}"),
        c => c.to_string(),
    });
    letters.collect()
}
