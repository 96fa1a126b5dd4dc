//! What a layout says of XML documents, beside what it says of all files.
//!
//! A document is an element; a struct says what is in one. Of the usual types, `CString` is text, `i32` and `f32` are numbers
//! as C reads them, `Bool` is yes or no, and `Enum` one of some words.

mod parts;

pub use self::parts::{Attribute, Element, Encoding, Marks, Need, Obsolete, Part, Role, Truth};
use super::{Field, Layout, Struct, Type, Variant};

/// A field, and what it is in an element.
#[derive(Debug, Clone, Copy)]
pub struct Member<'l> {
    /// Its place among the fields of its struct.
    pub place: usize,
    /// The field.
    pub field: &'l Field,
    /// What it stands for.
    pub role: &'l Role,
}

/// One of the elements that may stand somewhere.
#[derive(Debug, Clone, Copy)]
pub struct Item<'l> {
    /// The place of its variant, and the variant; none where there is only one kind.
    pub variant: Option<(usize, &'l Variant)>,
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

impl Field {
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
    pub fn attributes<'l>(&'l self, of: &'l Struct) -> Vec<(&'l Field, &'l Attribute)> {
        let mut all = Vec::new();
        self.collect(of, &mut all);
        all
    }

    fn collect<'l>(&'l self, of: &'l Struct, all: &mut Vec<(&'l Field, &'l Attribute)>) {
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
    ) -> Option<(&'l Field, &'l Attribute)> {
        of.members()
            .find_map(|member| match (member.role, member.field.ty.struct_ref()) {
                (Role::Attribute(known), _) if known.name == *name => Some((member.field, known)),
                (Role::Inline, Some(inner)) => self.attribute(self.get(inner), name),
                _ => None,
            })
    }
}
