//! How documents are told from others, and what fields are in their elements.

use crate::shared::{List, Str};

/// How the files of a layout say what they say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Encoding {
    /// In bytes, one field after another.
    #[default]
    Binary,
    /// In an XML document.
    Xml,
}

/// How documents are told from others, beside by their [extensions](crate::Layout::extensions) and the names of their roots.
#[derive(Debug, Clone, PartialEq)]
pub struct Marks {
    /// Whether a root tells whatever the name of the file is.
    pub unambiguous: bool,
    /// What tells a document whose root is known: attributes that others do not have, as they are written.
    pub hints: List<Str>,
    /// Beginnings of elements that only documents of other programs have, which share root and file name.
    pub foreign: List<Str>,
    /// Obsolete roots, which are refused.
    pub obsolete: List<Obsolete>,
}

/// An obsolete root.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Obsolete {
    /// Its name.
    pub root: Str,
    /// What to say of it.
    pub why: Str,
}

/// An element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Element {
    /// Its name.
    pub name: Str,
    /// Whether of an attribute that is given twice the last one counts, and not the first.
    pub last_wins: bool,
}

/// What a field is in an element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// What it stands for.
    pub role: Role,
    /// Since when it is not read any more, and what took its place; empty for the living.
    pub obsolete: Str,
}

/// What a field stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Role {
    /// An attribute.
    Attribute(Attribute),
    /// The first child element of a name; more of them are not looked at. In a variant: the element.
    Child,
    /// All child elements of a name, or of several.
    Children,
    /// The first child element of this name, as XML that nobody looks into.
    Verbatim(Str),
    /// The text of the element.
    Text,
    /// Attributes of the element itself, in a struct of their own.
    Inline,
    /// Attributes and elements that no other field knows. In a variant: an element that no other variant knows.
    Unknown,
}

/// An attribute.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attribute {
    /// Its name.
    pub name: Str,
    /// The text that stands for a missing one; empty when there is none, which means 0 for a number.
    pub default: Str,
    /// Whether a missing one is nothing, and not what the default says.
    pub optional: bool,
    /// What a missing one leads to.
    pub need: Need,
    /// Whether the element is not looked at with a word that is not known.
    pub strict: bool,
    /// Which words mean yes, where the type is `Bool`.
    pub truth: Truth,
    /// Id of the format of the resource that it names, or the first part of several; empty when it names none.
    pub resource: Str,
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

/// Which words mean yes, and which no; case does not matter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Truth {
    /// `true` and `1` mean yes, everything else no.
    TrueOrOne,
    /// `true` means yes, everything else no; also `1`.
    True,
    /// `false` and `0` mean no, everything else yes.
    NotFalseOrZero,
}

impl Truth {
    /// All of them, with the texts that mean yes.
    pub const ALL: [(&'static str, Self); 3] = [
        ("true or 1", Self::TrueOrOne),
        ("true", Self::True),
        ("not false or 0", Self::NotFalseOrZero),
    ];

    /// The texts that mean yes.
    #[must_use]
    pub fn name(self) -> &'static str {
        let found = Self::ALL.iter().find(|(_, truth)| *truth == self);
        found.map_or("", |(name, _)| name)
    }

    /// What a text means.
    #[must_use]
    pub fn read(self, text: &str) -> bool {
        let is = |word: &str| text.eq_ignore_ascii_case(word);
        match self {
            Self::TrueOrOne => is("true") || text == "1",
            Self::True => is("true"),
            Self::NotFalseOrZero => !is("false") && text != "0",
        }
    }

    /// Whether a text is one of the words that somebody would write.
    #[must_use]
    pub fn is_usual(self, text: &str) -> bool {
        let is = |word: &str| text.eq_ignore_ascii_case(word);
        is("true") || is("false") || (self != Self::True && matches!(text, "0" | "1"))
    }
}

impl Need {
    /// All of them but the first, with their names.
    pub const ALL: [(&'static str, Self); 3] = [
        ("expected", Self::Expected),
        ("required", Self::Required),
        ("filled", Self::Filled),
    ];

    /// Its name; none for what is not needed.
    #[must_use]
    pub fn name(self) -> Option<&'static str> {
        let found = Self::ALL.iter().find(|(_, need)| *need == self);
        found.map(|(name, _)| *name)
    }
}
