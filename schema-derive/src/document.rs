//! `derive(Schema)` under `#[schema(xml)]`: elements of XML documents.

mod emit;
mod parse;

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
enum Input {
    /// One element, or attributes of one.
    Element(ElementInput),
    /// One of several elements.
    Choice(Vec<Arm>),
}

struct ElementInput {
    /// Its name; empty for attributes of another one.
    name: String,
    doc: String,
    members: Vec<Member>,
    last_wins: bool,
}

struct Member {
    field: syn::Ident,
    doc: String,
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
    truth: Option<syn::Ident>,
    unit: String,
    default: Option<syn::Expr>,
    need: syn::Ident,
    strict: bool,
    resource: String,
}

struct Arm {
    name: syn::Ident,
    /// The type of its element; `None` for the arm that keeps what no other arm knows.
    ty: Option<syn::Type>,
}
