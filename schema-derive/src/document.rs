//! `derive(Schema)` under `#[schema(xml)]`: elements of XML documents.

mod emit;
mod input;
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
