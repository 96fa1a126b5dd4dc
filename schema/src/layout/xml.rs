//! What a layout says of XML documents, beside what it says of all files.
//!
//! A document is an element; a struct says what is in one. Of the usual types, `CString` is text, `i32` and `f32` are numbers
//! as C reads them, `Bool` is yes or no, and `Enum` one of some words.

use super::{Layout, List, Str, Struct, Type};

/// How the files of a layout say what they say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Encoding {
    /// In bytes, one field after another.
    #[default]
    Binary,
    /// In an XML document.
    Xml,
}

/// How documents are told from others, beside by their [extensions](Layout::extensions) and the names of their roots.
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

/// A field, and what it is in an element.
#[derive(Debug, Clone, Copy)]
pub struct Member<'l> {
    /// Its place among the fields of its struct.
    pub place: usize,
    /// The field.
    pub field: &'l super::Field,
    /// What it stands for.
    pub role: &'l Role,
}

/// One of the elements that may stand somewhere.
#[derive(Debug, Clone, Copy)]
pub struct Item<'l> {
    /// The place of its variant, and the variant; none where there is only one kind.
    pub variant: Option<(usize, &'l super::Variant)>,
    /// The element; `None` for the variant that keeps what no other variant knows.
    pub element: Option<&'l Struct>,
}

impl Item<'_> {
    /// Whether an element of this name is one.
    #[must_use]
    pub fn is(&self, name: &str) -> bool {
        self.element.is_some_and(|of| of.element_name() == name)
    }
}

impl Struct {
    /// The name of the element; empty for what is none.
    #[must_use]
    pub fn element_name(&self) -> &str {
        self.element.as_ref().map_or("", |element| &*element.name)
    }

    /// Its fields, and what they are in an element.
    pub fn members(&self) -> impl DoubleEndedIterator<Item = Member<'_>> + Clone {
        let fields = self.fields().iter().enumerate();
        fields.filter_map(|(place, field)| {
            let role = &field.xml.as_ref()?.role;
            Some(Member { place, field, role })
        })
    }

    /// Whether the text of the element is read.
    #[must_use]
    pub fn reads_text(&self) -> bool {
        self.members()
            .any(|member| matches!(member.role, Role::Text))
    }
}

impl super::Field {
    /// Since when it is not read any more, and what took its place; empty for the living.
    #[must_use]
    pub fn obsolete(&self) -> &str {
        self.xml.as_ref().map_or("", |part| &*part.obsolete)
    }
}

impl Layout {
    /// The elements that a field of this type stands for: one, or one for each variant; none for what is not a struct.
    #[must_use]
    pub fn items(&self, ty: &Type) -> Vec<Item<'_>> {
        let target = ty.struct_ref().map(|target| self.get(target));
        target.map_or_else(Vec::new, |target| self.items_in(target))
    }

    /// The elements that a struct stands for: itself, or one for each variant.
    #[must_use]
    pub fn items_in<'l>(&'l self, of: &'l Struct) -> Vec<Item<'l>> {
        if of.variants().is_empty() {
            let element = Some(of);
            return vec![Item {
                variant: None,
                element,
            }];
        }
        let variants = of.variants().iter().enumerate();
        let variants = variants.map(|(place, variant)| {
            let inner = variant
                .fields
                .first()
                .and_then(|field| field.ty.struct_ref());
            Item {
                variant: Some((place, variant)),
                element: inner.map(|inner| self.get(inner)),
            }
        });
        variants.collect()
    }

    /// The elements that the root of a document may be.
    #[must_use]
    pub fn roots(&self) -> Vec<Item<'_>> {
        self.items(&Type::Struct(self.root.clone()))
    }

    /// The elements that a field stands for; none for fields that stand for no elements with a struct.
    #[must_use]
    pub fn items_of(&self, member: Member<'_>) -> Vec<Item<'_>> {
        match member.role {
            Role::Child | Role::Children => self.items(&member.field.ty),
            _ => Vec::new(),
        }
    }

    /// Attributes of an element, those of inlined structs among them, in the order of the structs. Inlined structs do not
    /// contain themselves: neither compiles nor loads what does.
    #[must_use]
    pub fn attributes<'l>(&'l self, of: &'l Struct) -> Vec<(&'l super::Field, &'l Attribute)> {
        let mut all = Vec::new();
        self.collect(of, &mut all);
        all
    }

    fn collect<'l>(&'l self, of: &'l Struct, all: &mut Vec<(&'l super::Field, &'l Attribute)>) {
        for member in of.members() {
            match (member.role, member.field.ty.struct_ref()) {
                (Role::Attribute(attribute), _) => all.push((member.field, attribute)),
                (Role::Inline, Some(inner)) => self.collect(self.get(inner), all),
                _ => {}
            }
        }
    }

    /// The attribute of this name.
    #[must_use]
    pub fn attribute<'l>(
        &'l self,
        of: &'l Struct,
        name: &str,
    ) -> Option<(&'l super::Field, &'l Attribute)> {
        of.members()
            .find_map(|member| match (member.role, member.field.ty.struct_ref()) {
                (Role::Attribute(known), _) if known.name == *name => Some((member.field, known)),
                (Role::Inline, Some(inner)) => self.attribute(self.get(inner), name),
                _ => None,
            })
    }
}
