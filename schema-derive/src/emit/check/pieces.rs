//! Pieces of code that checks consist of.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

use crate::{
    emit::layout,
    input::{Field, TranslatedExpr},
};

pub(super) fn here() -> Span {
    Span::mixed_site()
}

/// The reference to a field, under a name that no expression can mean.
pub(super) fn place(field: &Field) -> Ident {
    Ident::new(&format!("the_{}", field.name), here())
}

/// `{ time: the_time, … }`.
pub(super) fn pattern(fields: &[Field]) -> TokenStream {
    let visible = fields.iter().filter(|field| field.role.in_trees());
    let bound = visible.map(|field| {
        let (ident, place) = (&field.ident, place(field));
        quote! { #ident: #place }
    });
    quote! { { #(#bound,)* } }
}

pub(super) fn said_name(name: &str) -> TokenStream {
    quote!(#name)
}

/// The printed form of a condition.
pub(super) fn said(said: &TranslatedExpr) -> TokenStream {
    let said = layout::expr(&said.expr);
    quote_spanned! { here()=> { static SAID: ::formwork_schema::Expr = #said; &SAID } }
}

/// The value of an expression; returns an error where it compares what has no value.
pub(super) fn value_of(said: &TranslatedExpr) -> TokenStream {
    let rust = &said.rust;
    if !said.risky {
        return rust.clone();
    }
    let text = self::said(said);
    let lost = invalid(
        "`{:#}` cannot be computed: a number in it is too large, or it divides by 0",
        &[text],
    );
    quote_spanned! { here()=>
        match ::formwork_schema::__private::known(|| #rust) {
            ::core::option::Option::Some(value) => value,
            ::core::option::Option::None => { #lost }
        }
    }
}

/// Returns an error with the path so far.
pub(super) fn invalid(message: &str, values: &[TokenStream]) -> TokenStream {
    quote_spanned! { here()=>
        return ::core::result::Result::Err(
            ::formwork_schema::__private::invalid(path, ::core::format_args!(#message, #(#values),*)),
        );
    }
}
