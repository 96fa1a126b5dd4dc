//! `Check`: whether a tree contradicts itself.
//!
//! Conditions are the very tokens that binrw's reader compiles, so they see what they see there:
//! numbers by value, lists by reference. Everything else that the code names is hygienic
//! (`mixed_site`), so that a field may be called `path`.

mod steps;
mod variants;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

use self::steps::Steps;
use super::{args, layout, params};
use crate::input::{Body, Field, Input, TranslatedExpr};
/// `impl Check`.
pub(super) fn check(input: &Input) -> TokenStream {
    let (name, args, params) = (&input.name, args(input), params(input));
    let body = match &input.body {
        Body::Fields(fields) => {
            let (pattern, steps) = (pattern(fields), Steps::new(fields).all());
            quote_spanned! { here()=> let Self #pattern = self; #steps }
        }
        Body::Variants(variants) => {
            let guards = variants::guards(variants);
            let variants = variants.iter().map(variants::one_variant);
            quote_spanned! { here()=> #guards match self { #(#variants)* } }
        }
    };
    quote_spanned! { here()=>
        #[automatically_derived]
        impl ::formwork_schema::Check for #name {
            type Args = #args;

            #[inline]
            fn check<'a>(
                &'a self,
                args: Self::Args,
                path: &mut ::formwork_schema::Path<'a>,
            ) -> ::formwork_schema::Result<()> {
                let #params = args;
                #body
                ::core::result::Result::Ok(())
            }
        }
    }
}

fn here() -> Span {
    Span::mixed_site()
}

/// The reference to a field, under a name that no expression can mean.
fn place(field: &Field) -> Ident {
    Ident::new(&format!("the_{}", field.name), here())
}

/// `{ time: the_time, … }`.
fn pattern(fields: &[Field]) -> TokenStream {
    let visible = fields.iter().filter(|field| field.role.in_trees());
    let bound = visible.map(|field| {
        let (ident, place) = (&field.ident, place(field));
        quote! { #ident: #place }
    });
    quote! { { #(#bound,)* } }
}

fn said_name(name: &str) -> TokenStream {
    quote!(#name)
}

/// The printed form of a condition.
fn said(said: &TranslatedExpr) -> TokenStream {
    let said = layout::expr(&said.expr);
    quote_spanned! { here()=> { static SAID: ::formwork_schema::Expr = #said; &SAID } }
}

/// The value of an expression; returns an error where it compares what has no value.
fn value_of(said: &TranslatedExpr) -> TokenStream {
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
fn invalid(message: &str, values: &[TokenStream]) -> TokenStream {
    quote_spanned! { here()=>
        return ::core::result::Result::Err(
            ::formwork_schema::__private::invalid(path, ::core::format_args!(#message, #(#values),*)),
        );
    }
}
