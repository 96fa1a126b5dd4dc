//! `Record`: fields of packed bytes without going through a reader.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote_spanned;
use syn::{Type, spanned::Spanned};

use super::{args, params};
use crate::{
    input::{Field, Input},
    types::argument,
};

/// `impl Record`.
pub(super) fn record(input: &Input, fields: &[Field]) -> TokenStream {
    let (name, args, params) = (&input.name, args(input), params(input));
    let members = members(fields);
    let shape = members.iter().filter_map(Member::shape);
    let shape_of = members.iter().filter_map(Member::shape_of);
    let optional = members.iter().filter(|member| member.bit.is_some());
    let optional = optional.map(|member| &member.field.name);
    let stride = members.iter().map(Member::stride);
    let offset = members.iter().map(Member::offset);
    let decode = members.iter().map(Member::decode);
    let encode = members.iter().map(Member::encode);
    let idents = members.iter().map(|member| &member.field.ident);
    let places = members.iter().map(Member::place);
    quote_spanned! { Span::mixed_site()=>
        const _: () = {
            const fn described<T: ::formwork_schema::Schema>() {}
            described::<#name>()
        };

        #[automatically_derived]
        impl ::formwork_schema::Record for #name {
            type Args = #args;
            type Shape = u64;

            #[inline]
            fn shape(args: Self::Args) -> u64 {
                let #params = args;
                let mut shape = 0_u64;
                #(#shape)*
                shape
            }

            #[inline]
            fn shape_of(&self) -> u64 {
                let mut shape = 0_u64;
                #(#shape_of)*
                shape
            }

            fn lonely_field(
                one: &u64,
                other: &u64,
            ) -> ::core::option::Option<(&'static str, bool)> {
                let names: &[&'static str] = &[#(#optional),*];
                let place = (*one ^ *other).trailing_zeros() as usize;
                let name = names.get(place)?;
                ::core::option::Option::Some((*name, *one >> place & 1 == 1))
            }

            #[inline]
            fn stride(shape: &u64) -> usize {
                let mut at = 0_usize;
                #(#stride)*
                at
            }

            fn offset_of(shape: &u64, field: &str) -> ::core::option::Option<usize> {
                let mut at = 0_usize;
                #(#offset)*
                ::core::option::Option::None
            }

            #[inline]
            fn decode(shape: &u64, bytes: &[u8]) -> Self {
                let mut at = 0_usize;
                #(#decode)*
                Self { #(#idents: #places),* }
            }

            #[inline]
            fn encode(&self, out: &mut ::std::vec::Vec<u8>) {
                #(#encode)*
            }
        }
    }
}

/// A field, and its bit in the shape when it is conditional.
struct Member<'a> {
    field: &'a Field,
    ty: &'a Type,
    bit: Option<u64>,
}

fn members(fields: &[Field]) -> Vec<Member<'_>> {
    let mut members: Vec<Member<'_>> = Vec::new();
    for field in fields {
        let before = members.iter().filter(|member| member.bit.is_some()).count();
        members.push(Member {
            field,
            ty: argument(&field.ty, "Option").unwrap_or(&field.ty),
            bit: field.when.as_ref().map(|_| 1 << before),
        });
    }
    members
}

impl Member<'_> {
    fn place(&self) -> Ident {
        Ident::new(&format!("the_{}", self.field.name), Span::mixed_site())
    }

    fn shape(&self) -> Option<TokenStream> {
        let (bit, when) = (self.bit?, &self.field.when.as_ref()?.rust);
        Some(quote_spanned! { Span::mixed_site()=> if #when { shape |= #bit; } })
    }

    fn shape_of(&self) -> Option<TokenStream> {
        let (bit, ident) = (self.bit?, &self.field.ident);
        Some(quote_spanned! { Span::mixed_site()=> if self.#ident.is_some() { shape |= #bit; } })
    }

    /// Code that runs only when the field is there.
    fn when_there(&self, code: &TokenStream) -> TokenStream {
        match self.bit {
            Some(bit) => quote_spanned! { Span::mixed_site()=> if *shape & #bit != 0 { #code } },
            None => code.clone(),
        }
    }

    fn size(&self) -> TokenStream {
        let ty = self.ty;
        quote_spanned! { ty.span()=>
            <#ty as ::formwork_schema::Record>::stride(&::core::default::Default::default())
        }
    }

    fn stride(&self) -> TokenStream {
        let size = self.size();
        self.when_there(&quote_spanned! { Span::mixed_site()=> at += #size; })
    }

    fn offset(&self) -> TokenStream {
        let (size, name) = (self.size(), &self.field.name);
        self.when_there(&quote_spanned! { Span::mixed_site()=>
            if field == #name {
                return ::core::option::Option::Some(at);
            }
            at += #size;
        })
    }

    fn decode(&self) -> TokenStream {
        let (place, ty, size) = (self.place(), self.ty, self.size());
        let value = quote_spanned! { Span::mixed_site()=>
            let from = at;
            at += #size;
            let value = <#ty as ::formwork_schema::Record>::decode(
                &::core::default::Default::default(),
                &bytes[from..at],
            );
        };
        match self.bit {
            None => quote_spanned! { Span::mixed_site()=> let #place = { #value value }; },
            Some(bit) => quote_spanned! { Span::mixed_site()=>
                let #place = if *shape & #bit != 0 {
                    #value
                    ::core::option::Option::Some(value)
                } else {
                    ::core::option::Option::None
                };
            },
        }
    }

    fn encode(&self) -> TokenStream {
        let (ident, ty) = (&self.field.ident, self.ty);
        // At the type, so that a type without `Record` is one mistake and not two.
        let encode = quote_spanned! { ty.span()=> <#ty as ::formwork_schema::Record>::encode };
        if self.bit.is_some() {
            quote_spanned! { Span::mixed_site()=>
                if let ::core::option::Option::Some(value) = &self.#ident {
                    #encode(value, out);
                }
            }
        } else {
            quote_spanned! { Span::mixed_site()=> #encode(&self.#ident, out); }
        }
    }
}
