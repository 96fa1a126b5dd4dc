//! `derive(Schema)` under `#[schema(xml)]`: elements of XML documents.

mod emit;
mod parse;
mod root;

use proc_macro2::TokenStream;
use syn::{Attribute, DeriveInput, Meta};

use crate::errors::Errors;

/// Whether a struct or enum stands for elements, and not for bytes.
pub(crate) fn is_document(item: &DeriveInput) -> bool {
    let says_xml = |attr: &Attribute| {
        let Meta::List(list) = &attr.meta else {
            return false;
        };
        let mut tokens = list.tokens.clone().into_iter();
        attr.path().is_ident("schema") && tokens.any(|token| token.to_string() == "xml")
    };
    item.attrs.iter().any(says_xml)
}

/// What the derive writes: the mistakes and stubs, or the real thing.
pub(crate) fn derive(item: &DeriveInput) -> TokenStream {
    let mut errors = Errors::new();
    let input = parse::parse(item, &mut errors);
    emit::emit(item, input.as_ref(), errors.finish())
}

/// A struct or enum that stands for elements.
struct Input {
    doc: String,
    /// What it says where it is the root of documents.
    root: Option<Root>,
    body: Body,
}

enum Body {
    /// One element, or attributes of one.
    Element(ElementInput),
    /// One of several elements.
    Variants(Vec<Variant>),
}

/// What is said of a whole document.
#[derive(Default)]
struct Root {
    format: String,
    title: String,
    extensions: Vec<String>,
    unambiguous: bool,
    hints: Vec<String>,
    foreign: Vec<String>,
    /// Obsolete roots, and what to say of them.
    obsolete: Vec<(String, String)>,
}

struct ElementInput {
    /// Its name; empty for attributes of another one.
    name: String,
    members: Vec<Member>,
    last_wins: bool,
}

struct Member {
    field: syn::Ident,
    doc: String,
    unit: String,
    obsolete: String,
    role: Role,
}

enum Role {
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

struct AttributeInput {
    name: String,
    /// Without the `Option` around it.
    ty: syn::Type,
    /// Whether there was one.
    optional: bool,
    truth: Option<syn::Ident>,
    default: Option<syn::Expr>,
    need: syn::Ident,
    strict: bool,
    resource: String,
}

struct Variant {
    name: syn::Ident,
    doc: String,
    /// The type of its element; `None` for the variant that keeps what no other variant knows.
    ty: Option<syn::Type>,
}
