//! What `derive(Schema)` implements under `#[schema(xml)]`: the types that XML documents consist of.

use crate::{
    Layout,
    layout::{PrimKind, Type},
};

/// A struct that is an element or holds attributes of one, or an enum with a variant for each of several elements.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a child element",
    label = "nothing says which elements `{Self}` stands for",
    note = "derive `Schema` for it, under `#[schema(xml)]`"
)]
pub trait Elements {
    /// What it contains.
    const TYPE: Type;
}

impl<T: Elements> Elements for Box<T> {
    const TYPE: Type = T::TYPE;
}

/// The root of a document.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a document",
    label = "nothing says which format `{Self}` is",
    note = "derive `Schema` for it, under `#[schema(xml, format = \"…\", extension = \"…\", title = \"…\")]`"
)]
pub trait Document: Elements {
    /// What documents of this format look like.
    const LAYOUT: Layout;

    /// [`LAYOUT`](Self::LAYOUT), kept in one place.
    fn layout() -> &'static Layout;
}

/// A type that an attribute may have.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a type of an attribute",
    label = "an attribute is a `String`, `f32`, `i32`, `bool`, or made by `words!`"
)]
pub trait Atom: Sized {
    /// What the text means.
    const TYPE: Type;
}

impl Atom for String {
    const TYPE: Type = Type::CString;
}

impl Atom for f32 {
    const TYPE: Type = Type::Prim(PrimKind::F32);
}

impl Atom for i32 {
    const TYPE: Type = Type::Prim(PrimKind::I32);
}

impl Atom for bool {
    const TYPE: Type = Type::Bool;
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
