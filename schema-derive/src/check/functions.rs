//! The functions that directives name: the compiler is asked whether they are ours.

use proc_macro2::TokenStream;
use quote::quote;

use crate::{expr, parse::RawField, types::ListKind};

/// What is asked about the functions of one of the fields of a struct.
pub(super) fn proofs(raw: &RawField, all: &[RawField]) -> Vec<TokenStream> {
    let functions = raw.functions.iter();
    let proofs = functions.filter_map(|(key, function)| {
        let ty = &raw.ty;
        let ours = match key.as_str() {
            "calc" | "try_calc" if raw.plus != 0 => quote! { ::formwork_schema::plus::<#ty> },
            "calc" | "try_calc" | "plus" if raw.is.is_none() => {
                let counted = raw.counted.as_ref()?;
                let list = &all.iter().find(|field| *counted == field.name)?.ty;
                let number = if raw.plus == 0 {
                    quote! { #ty }
                } else {
                    quote! { u64 }
                };
                if raw.sizes {
                    quote! { ::formwork_schema::size::<#number, #list> }
                } else {
                    quote! { ::formwork_schema::count::<#number, #list> }
                }
            }
            "seek_before" => quote! { ::formwork_schema::__private::binrw::io::SeekFrom::Start },
            // What they make is nothing that could be named.
            "parse_with" if raw.size.is_some() || raw.until.is_some() || raw.covered.is_some() => {
                return None;
            }
            "parse_with" if raw.count.is_some() => {
                let Some(ListKind::Vec(item)) = &raw.shape.list else {
                    return None;
                };
                quote! { ::formwork_schema::reserving::<#item, ::std::io::Cursor<&'static [u8]>, _> }
            }
            "parse_with" => {
                quote! { ::formwork_schema::until_eof::<#ty, ::std::io::Cursor<&'static [u8]>, _> }
            }
            _ => return None,
        };
        Some(expr::function(function, &ours))
    });
    proofs.collect()
}
