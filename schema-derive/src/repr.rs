//! `derive(Schema)` under `#[brw(repr = u8)]`: an enumeration whose numbers all have a name.

use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::{Attribute, Data, DeriveInput, Expr, ExprPath, Fields, Ident, ext::IdentExt};

use crate::{
    emit::layout::{list, text},
    errors::Errors,
    parse::{
        attrs,
        meta::{Directive, Space, directives},
    },
};

/// The numbers that may be stored, and their kinds.
const NUMBERS: [(&str, &str); 8] = [
    ("u8", "U8"),
    ("u16", "U16"),
    ("u32", "U32"),
    ("u64", "U64"),
    ("i8", "I8"),
    ("i16", "I16"),
    ("i32", "I32"),
    ("i64", "I64"),
];

/// Whether an enum is a number with names.
pub(crate) fn is_repr(item: &DeriveInput) -> bool {
    let is_brw = |attr: &&Attribute| {
        ["br", "bw", "brw"]
            .iter()
            .any(|name| attr.path().is_ident(name))
    };
    let says = |attr: &Attribute| {
        let mut tokens = attr.meta.require_list().ok()?.tokens.clone().into_iter();
        tokens
            .any(|token| token.to_string() == "repr")
            .then_some(())
    };
    matches!(item.data, Data::Enum(_))
        && item
            .attrs
            .iter()
            .filter(is_brw)
            .any(|attr| says(attr).is_some())
}

/// What the derive writes: the mistakes, or the real thing.
pub(crate) fn derive(item: &DeriveInput) -> TokenStream {
    let mut errors = Errors::new();
    let doc = attrs::doc(&item.attrs, &mut errors);
    if doc.is_empty() {
        let message = format!("say in a doc comment what a `{}` is", item.ident);
        errors.at(&item.ident, message);
    }
    let repr = repr(item, &mut errors);
    let values = values(item, &mut errors);
    let mistakes = errors.finish();
    let code = real(item, &doc, repr.unwrap_or(0), &values);
    quote! {
        #mistakes
        #[doc(hidden)]
        #[allow(unused, unreachable_pub, clippy::all, clippy::pedantic, clippy::nursery)]
        const _: () = { #code };
    }
}

/// The place of the stored number among those that may be.
fn repr(item: &DeriveInput, errors: &mut Errors) -> Option<usize> {
    let mut found = None;
    for directive in directives(&item.attrs, errors) {
        match directive.name().as_str() {
            "repr" if directive.space == Space::Brw => found = errors.take(number(&directive)),
            "repr" => errors.at(
                &directive.key,
                "`repr` belongs in `brw(..)`, so that reader and writer agree",
            ),
            // Those of binrw decide what is stored, and the layout would not say it.
            other => errors.at(
                &directive.key,
                format!("`{other}` cannot stand beside `repr`: say the byte order where the number is used"),
            ),
        }
    }
    found
}

fn number(directive: &Directive) -> syn::Result<usize> {
    let known = |path: &ExprPath| {
        let name = path.path.get_ident()?;
        NUMBERS.iter().position(|(number, _)| name == number)
    };
    let expr = directive.expr()?;
    let place = match &expr {
        Expr::Path(path) => known(path),
        _ => None,
    };
    place.ok_or_else(|| syn::Error::new_spanned(&expr, "a number of Rust is stored: `repr = u8`"))
}

/// The names, each with its doc.
fn values<'i>(item: &'i DeriveInput, errors: &mut Errors) -> Vec<(&'i Ident, String)> {
    let Data::Enum(data) = &item.data else {
        return Vec::new();
    };
    let mut values = Vec::new();
    for variant in &data.variants {
        let doc = attrs::doc(&variant.attrs, errors);
        if doc.is_empty() {
            let message = format!("say in a doc comment what `{}` means", variant.ident);
            errors.at(&variant.ident, message);
        }
        if !matches!(variant.fields, Fields::Unit) {
            errors.at(
                &variant.fields,
                "a number has no content: leave `repr` out, and say `br(pre_assert(..))` or `brw(magic = ..)` on \
                 each variant",
            );
        }
        for directive in directives(&variant.attrs, errors) {
            errors.at(
                &directive.key,
                "a name of a number has its number: `Name = 1`",
            );
        }
        values.push((&variant.ident, doc));
    }
    values
}

fn real(item: &DeriveInput, doc: &str, repr: usize, values: &[(&Ident, String)]) -> TokenStream {
    let (name, (number, kind)) = (&item.ident, NUMBERS[repr]);
    let (number, kind) = (format_ident!("{number}"), format_ident!("{kind}"));
    let (shown, doc) = (text(&name.unraw().to_string()), text(doc));
    let named = list(values.iter().map(|(ident, doc)| {
        let (shown, doc) = (text(&ident.unraw().to_string()), text(doc));
        quote! {
            ::formwork_schema::layout::Name {
                name: #shown,
                doc: #doc,
                value: #name::#ident as #number as i128,
                since: ::core::option::Option::None,
            }
        }
    }));
    let numbers = values
        .iter()
        .map(|(ident, _)| quote! { Self::#ident => #name::#ident as #number as i128 });
    let numbers: Vec<_> = numbers.collect();
    quote_spanned! { name.span()=>
        impl #name {
            /// The number as a constant of a condition.
            #[doc(hidden)]
            #[must_use]
            pub const fn value(&self) -> i128 {
                match self { #(#numbers,)* }
            }
        }

        #[automatically_derived]
        impl ::formwork_schema::Schema for #name {
            const TYPE: ::formwork_schema::layout::Type = ::formwork_schema::layout::Type::Enum(
                ::formwork_schema::layout::Ref::Static(&::formwork_schema::layout::Names {
                    name: #shown,
                    doc: #doc,
                    repr: ::formwork_schema::layout::PrimKind::#kind,
                    closed: true,
                    values: #named,
                }),
            );
        }

        #[automatically_derived]
        impl ::formwork_schema::Check for #name {
            type Args = ();

            const ALWAYS_HOLDS: bool = true;

            fn check<'a>(
                &'a self,
                (): (),
                _: &mut ::formwork_schema::Path<'a>,
            ) -> ::formwork_schema::Result<()> {
                ::core::result::Result::Ok(())
            }
        }

        #[automatically_derived]
        impl ::core::convert::From<#name> for ::formwork_schema::Wide {
            fn from(named: #name) -> Self {
                ::core::convert::Into::into(named.value())
            }
        }

        impl ::formwork_schema::__private::Number for #name {}
        impl ::formwork_schema::__private::Compared<#name> for #name {}
        impl ::formwork_schema::__private::Proved for #name {
            fn proof() {}
        }
    }
}
