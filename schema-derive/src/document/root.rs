//! What is said of a whole document, on the struct or enum of its root.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Ident, LitStr, Token, punctuated::Punctuated};

use super::input::Root;
use crate::{
    emit::layout::{list, text},
    errors::Errors,
    parse::meta::{Directive, set},
};

/// Keys of a root.
pub(super) const KEYS: [&str; 7] = [
    "format",
    "extension",
    "title",
    "unambiguous",
    "hint",
    "foreign",
    "obsolete",
];

/// The directives of one struct or enum.
#[derive(Default)]
pub(super) struct RootAttributes {
    format: Option<String>,
    title: Option<String>,
    rest: Root,
    /// The first directive that only roots have.
    key: Option<Ident>,
}

impl RootAttributes {
    pub(super) fn note(&mut self, directive: &Directive, errors: &mut Errors) {
        let key = &directive.key;
        let rest = &mut self.rest;
        match directive.name().as_str() {
            "format" => set(&mut self.format, directive.text(), key, errors),
            "title" => set(&mut self.title, directive.text(), key, errors),
            "extension" => rest.extensions.extend(errors.take(directive.text())),
            "unambiguous" => rest.unambiguous |= errors.take(directive.flag()).is_some(),
            "hint" => rest.hints.extend(errors.take(directive.text())),
            "foreign" => rest.foreign.extend(errors.take(directive.text())),
            _ => rest.obsolete.extend(errors.take(obsolete(directive))),
        }
        self.key.get_or_insert_with(|| key.clone());
    }

    /// What a root says; `None` for what is none.
    pub(super) fn finish(self, errors: &mut Errors) -> Option<Root> {
        let key = self.key?;
        let (Some(format), Some(title), false) =
            (self.format, self.title, self.rest.extensions.is_empty())
        else {
            errors.at(
                key,
                "the root of a document says `format = \"engine.kind\"`, `extension = \"kind.xml\"` and \
                 `title = \"…\"`, and what is none says nothing of it",
            );
            return None;
        };
        Some(Root {
            format,
            title,
            ..self.rest
        })
    }
}

/// `obsolete("ParticleConfig", "why")`.
fn obsolete(directive: &Directive) -> syn::Result<(String, String)> {
    let parts = directive.parse(Punctuated::<LitStr, Token![,]>::parse_terminated)?;
    let parts: Vec<String> = parts.iter().map(LitStr::value).collect();
    match <[String; 2]>::try_from(parts) {
        Ok([root, why]) => Ok((root, why)),
        Err(_) => Err(syn::Error::new(
            directive.span(),
            "write `obsolete(\"Name\", \"what took its place\")`",
        )),
    }
}

/// The layout of a root.
pub(super) fn layout(root: &Root, name: &str) -> TokenStream {
    let Root {
        format,
        title,
        extensions,
        unambiguous,
        hints,
        foreign,
        obsolete,
    } = root;
    let texts = |all: &[String]| list(all.iter().map(|one| text(one)));
    let (extensions, hints, foreign) = (texts(extensions), texts(hints), texts(foreign));
    let obsolete = list(obsolete.iter().map(|(root, why)| {
        let (root, why) = (text(root), text(why));
        quote! { l::xml::Obsolete { root: #root, why: #why } }
    }));
    let (format, title) = (text(format), text(title));
    quote! {
        ::formwork_schema::Layout {
            format: #format,
            title: #title,
            encoding: l::Encoding::Xml,
            extensions: #extensions,
            recognition: l::Recognition::Root(l::Ref::Static(&l::xml::Marks {
                unambiguous: #unambiguous,
                hints: #hints,
                foreign: #foreign,
                obsolete: #obsolete,
            })),
            root: l::StructRef::derived(#name, || &STRUCT),
            table: l::Ref::Static(&[]),
        }
    }
}
