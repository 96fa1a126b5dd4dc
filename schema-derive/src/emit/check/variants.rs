//! The variants of an enum: the content of one, and whether it is the right one.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use super::{
    pieces::{here, invalid, pattern, place, said, said_name, value_of},
    steps::Steps,
};
use crate::input::{Begins, Endian, Variant, VariantShape};

/// Checks the content of one variant.
pub(super) fn one_variant(variant: &Variant) -> TokenStream {
    let (ident, name) = (&variant.ident, &variant.name);
    let pattern = match variant.shape {
        VariantShape::Unit => quote! {},
        VariantShape::Fields => pattern(&variant.fields),
        VariantShape::Newtype => {
            let places = variant.fields.iter().map(place);
            quote! { (#(#places),*) }
        }
    };
    let steps = Steps::new(&variant.fields).all();
    quote_spanned! { here()=>
        Self::#ident #pattern => {
            path.push_variant(STRUCT.variants(), #name);
            #steps
            path.pop();
        }
    }
}

/// Whether reading would come to the same variant.
pub(super) fn guards(variants: &[Variant]) -> TokenStream {
    if variants.iter().any(|variant| !variant.magic.is_empty()) {
        let own = variants.iter().filter_map(own_guard);
        return own.chain(catch_all(variants)).collect();
    }
    if variants.iter().all(|variant| variant.when.is_none()) {
        return TokenStream::new();
    }
    let mine = variants.iter().enumerate().map(|(place, variant)| {
        let ident = &variant.ident;
        quote! { Self::#ident { .. } => #place, }
    });
    let chosen =
        variants
            .iter()
            .enumerate()
            .rev()
            .fold(quote!(usize::MAX), |others, (place, variant)| match variant
                .when
                .as_ref()
                .map(value_of)
            {
                Some(when) => quote! { if #when { #place } else { #others } },
                None => quote! { #place },
            });
    let absent = invalid(
        "is `{}`, but `{}` does not hold",
        &[
            quote_spanned!(here()=> variant.name),
            quote_spanned!(here()=> when),
        ],
    );
    let taken = invalid(
        "is `{}`, but `{}` holds, which makes it `{}`",
        &[
            quote_spanned!(here()=> STRUCT.variants()[mine].name),
            quote_spanned!(here()=> when),
            quote_spanned!(here()=> variant.name),
        ],
    );
    quote_spanned! { here()=>
        let mine: usize = match self { #(#mine)* };
        let chosen: usize = #chosen;
        if mine != chosen {
            let variant = &STRUCT.variants()[::core::cmp::Ord::min(mine, chosen)];
            let when = variant.when.as_ref().map(|when| ::std::format!("{when:#}"));
            let when = when.unwrap_or_default();
            if mine < chosen { #absent } else { #taken }
        }
    }
}

/// Among variants chosen by magic, a guard speaks for itself only.
fn own_guard(variant: &Variant) -> Option<TokenStream> {
    let (ident, when) = (&variant.ident, variant.when.as_ref()?);
    let rust = value_of(when);
    let wrong = invalid(
        "is `{}`, but `{}` does not hold",
        &[said_name(&variant.name), said(when)],
    );
    Some(quote_spanned! { here()=>
        if ::core::matches!(self, Self::#ident { .. }) && !(#rust) { #wrong }
    })
}

/// What takes the rest begins like none of the variants before it.
fn catch_all(variants: &[Variant]) -> Option<TokenStream> {
    let (last, before) = variants.split_last()?;
    let (ident, first) = (&last.ident, last.fields.first()?);
    let pattern = match &first.ident {
        Some(name) => quote_spanned! { here()=> { #name: first, .. } },
        None => quote_spanned! { here()=> (first) },
    };
    let bytes = match last.begins? {
        Begins::Array => quote_spanned! { here()=> &first[..] },
        Begins::Number(Endian::Little) => quote_spanned! { here()=> &first.to_le_bytes()[..] },
        Begins::Number(Endian::Big) => quote_spanned! { here()=> &first.to_be_bytes()[..] },
    };
    let taken = before.iter().map(|variant| {
        let magic = &variant.magic;
        let when = variant.when.as_ref().map_or(quote!(true), value_of);
        let wrong = invalid(
            "is `{}`, but begins as `{}` does",
            &[said_name(&last.name), said_name(&variant.name)],
        );
        quote_spanned! { here()=> if bytes.starts_with(&[#(#magic),*]) && (#when) { #wrong } }
    });
    Some(quote_spanned! { here()=>
        if let Self::#ident #pattern = self {
            let bytes: &[u8] = #bytes;
            #(#taken)*
        }
    })
}
