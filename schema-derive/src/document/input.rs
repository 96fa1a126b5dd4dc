//! [`Input`]: a struct or enum without mistakes that stands for elements.

/// A struct or enum that stands for elements.
pub(super) struct Input {
    pub(super) doc: String,
    /// What it says where it is the root of documents.
    pub(super) root: Option<Root>,
    pub(super) body: Body,
}

pub(super) enum Body {
    /// One element, or attributes of one.
    Element(ElementInput),
    /// One of several elements.
    Variants(Vec<Variant>),
}

/// What is said of a whole document.
#[derive(Default)]
pub(super) struct Root {
    pub(super) format: String,
    pub(super) title: String,
    pub(super) extensions: Vec<String>,
    pub(super) unambiguous: bool,
    pub(super) hints: Vec<String>,
    pub(super) foreign: Vec<String>,
    /// Obsolete roots, and what to say of them.
    pub(super) obsolete: Vec<(String, String)>,
}

pub(super) struct ElementInput {
    /// Its name; empty for attributes of another one.
    pub(super) name: String,
    pub(super) members: Vec<Member>,
    pub(super) last_wins: bool,
}

pub(super) struct Member {
    pub(super) field: syn::Ident,
    pub(super) doc: String,
    pub(super) unit: String,
    pub(super) obsolete: String,
    pub(super) role: Role,
}

pub(super) enum Role {
    Attribute(Box<AttributeInput>),
    /// The type of the child.
    Child(syn::Type),
    /// The type of the children.
    Children(syn::Type),
    /// The name of the element.
    Verbatim(String),
    Text,
    Inline(syn::Type),
    Unknown,
}

pub(super) struct AttributeInput {
    pub(super) name: String,
    /// Without the `Option` around it.
    pub(super) ty: syn::Type,
    /// Whether there was one.
    pub(super) optional: bool,
    pub(super) truth: Option<syn::Ident>,
    pub(super) default: Option<syn::Expr>,
    pub(super) need: syn::Ident,
    pub(super) strict: bool,
    pub(super) resource: String,
}

pub(super) struct Variant {
    pub(super) name: syn::Ident,
    pub(super) doc: String,
    /// The type of its element; `None` for the variant that keeps what no other variant knows.
    pub(super) ty: Option<syn::Type>,
}
