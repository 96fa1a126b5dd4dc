//! [`Helper`]: types of our own, for the texts that engines accept.

use crate::writer::{Attributes, Writer};

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
    pub(super) fn name(self) -> &'static str {
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

    /// Defines it.
    pub(super) fn define(self, xml: &mut Writer) {
        let attributes = Attributes::new().with("name", self.name());
        xml.open("xs:simpleType", attributes);
        xml.doc(self.doc());
        let truth = || format!("{}|{}", any_case("true"), any_case("false"));
        match self {
            // Tokens have no white space around them: it is taken off before anybody looks.
            Self::Blank => xml.restriction("xs:token", "xs:length", [0]),
            Self::Filled => xml.restriction("xs:string", "xs:minLength", [1]),
            Self::Number => number(xml),
            Self::Truth => {
                let pattern = truth() + "|0|1";
                xml.restriction("xs:string", "xs:pattern", [pattern]);
            }
            Self::TrueOrFalse => xml.restriction("xs:string", "xs:pattern", [truth()]),
            // Some programs look at the white space of an `xs:int` before it is taken off, but not
            // when there is a pattern.
            Self::Whole => xml.restriction("xs:int", "xs:pattern", [WHOLE]),
        }
        xml.close();
    }
}

fn number(xml: &mut Writer) {
    let attributes = Attributes::new().with("memberTypes", "xs:float");
    xml.open("xs:union", attributes);
    xml.open("xs:simpleType", Attributes::new());
    xml.restriction("xs:token", "xs:pattern", [C_NUMBERS]);
    xml.close();
    xml.close();
}

/// A pattern that fits a word in any case.
pub(super) fn any_case(word: &str) -> String {
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
