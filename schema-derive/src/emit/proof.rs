//! What the compiler is asked: whether the types and functions that a schema names are those that the derive takes
//! them for.

use proc_macro2::TokenStream;
use quote::quote;

use crate::{
    input::{Body, Field, Input},
    types::same,
};

/// `impl Proved`, whose code is compiled and never called.
pub(super) fn proof(input: &Input) -> TokenStream {
    let name = &input.name;
    let mut asked: Vec<TokenStream> = Vec::new();
    asked.extend(input.params.iter().filter_map(|param| same(&param.ty)));
    match &input.body {
        Body::Fields(fields) => fields.iter().for_each(|field| of_field(field, &mut asked)),
        Body::Variants(variants) => {
            for variant in variants {
                asked.extend(variant.when.iter().flat_map(|when| when.proofs.clone()));
                variant
                    .fields
                    .iter()
                    .for_each(|field| of_field(field, &mut asked));
            }
        }
    }
    quote! {
        #[automatically_derived]
        impl ::formwork_schema::__private::Proved for #name {
            fn proof() {
                #(#asked)*
            }
        }
    }
}

fn of_field(field: &Field, asked: &mut Vec<TokenStream>) {
    asked.extend(same(&field.ty));
    asked.extend(field.proofs.iter().cloned());
    asked.extend(field.expressions().flat_map(|said| said.proofs.clone()));
}
