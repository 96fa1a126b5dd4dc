//! The arms of an enum: the content of one, and whether it is the right one.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use super::{Steps, here, invalid, pattern, place, said, said_name, value_of};
use crate::input::{Arm, ArmShape};

/// Checks the content of one arm.
pub(super) fn one_arm(arm: &Arm) -> TokenStream {
    let (ident, name) = (&arm.ident, &arm.name);
    let pattern = match arm.shape {
        ArmShape::Unit => quote! {},
        ArmShape::Fields => pattern(&arm.fields),
        ArmShape::Newtype => {
            let places = arm.fields.iter().map(place);
            quote! { (#(#places),*) }
        }
    };
    let steps = Steps::new(&arm.fields).all();
    quote_spanned! { here()=>
        Self::#ident #pattern => {
            path.push_arm(#name);
            #steps
            path.pop();
        }
    }
}

/// Whether reading would come to the same arm.
pub(super) fn guards(arms: &[Arm]) -> TokenStream {
    if arms.iter().any(|arm| !arm.magic.is_empty()) {
        return arms.iter().filter_map(own_guard).collect();
    }
    if arms.iter().all(|arm| arm.when.is_none()) {
        return TokenStream::new();
    }
    let mine = arms.iter().enumerate().map(|(place, arm)| {
        let ident = &arm.ident;
        quote! { Self::#ident { .. } => #place, }
    });
    let chosen = arms
        .iter()
        .enumerate()
        .rev()
        .fold(quote!(usize::MAX), |others, (place, arm)| {
            match arm.when.as_ref().map(value_of) {
                Some(when) => quote! { if #when { #place } else { #others } },
                None => quote! { #place },
            }
        });
    let absent = invalid(
        "is `{}`, but `{}` does not hold",
        &[
            quote_spanned!(here()=> arm.name),
            quote_spanned!(here()=> when),
        ],
    );
    let taken = invalid(
        "is `{}`, but `{}` holds, which makes it `{}`",
        &[
            quote_spanned!(here()=> STRUCT.arms()[mine].name),
            quote_spanned!(here()=> when),
            quote_spanned!(here()=> arm.name),
        ],
    );
    quote_spanned! { here()=>
        let mine: usize = match self { #(#mine)* };
        let chosen: usize = #chosen;
        if mine != chosen {
            let arm = &STRUCT.arms()[::core::cmp::Ord::min(mine, chosen)];
            let when = arm.when.as_ref().map(::std::string::ToString::to_string);
            let when = when.unwrap_or_default();
            if mine < chosen { #absent } else { #taken }
        }
    }
}

/// Among arms chosen by magic, a guard speaks for itself only.
fn own_guard(arm: &Arm) -> Option<TokenStream> {
    let (ident, when) = (&arm.ident, arm.when.as_ref()?);
    let rust = value_of(when);
    let wrong = invalid(
        "is `{}`, but `{}` does not hold",
        &[said_name(&arm.name), said(when)],
    );
    Some(quote_spanned! { here()=>
        if ::core::matches!(self, Self::#ident { .. }) && !(#rust) { #wrong }
    })
}
