//! `Check`: whether a tree contradicts itself.
//!
//! Conditions are the very tokens that binrw's reader compiles, so they see what they see there:
//! numbers by value, lists by reference. Everything else that the code names is hygienic
//! (`mixed_site`), so that a field may be called `path`.

mod pieces;
mod steps;
mod variants;

use proc_macro2::TokenStream;
use quote::quote_spanned;

use self::{
    pieces::{here, pattern},
    steps::Steps,
};
use super::args::{args, params};
use crate::input::{Body, Input};

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
