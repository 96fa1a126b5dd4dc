//! `Record`: fields of packed bytes without going through a reader.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::{Data, DeriveInput, Type, ext::IdentExt, spanned::Spanned};

use super::{
    args::{args, params},
    layout::endian,
};
use crate::{
    input::{Body, Endian, Field, Input},
    types::argument,
};

/// `impl Record`, and the handles of the fields.
pub(super) fn record(item: &DeriveInput, input: &Input, fields: &[Field]) -> TokenStream {
    let (name, args, params) = (&input.name, args(input), params(input));
    let members = members(input, fields);
    let handles = handles(item, Some(input));
    let shape = members.iter().filter_map(Member::shape);
    let shape_of = members.iter().filter_map(Member::shape_of);
    let optional = members.iter().filter(|member| member.bit.is_some());
    let bits = with_bits(optional.clone().count());
    let optional = optional.map(|member| &member.field.name);
    let stride = members.iter().map(Member::stride);
    let offset = members.iter().map(Member::offset);
    let decode = members.iter().map(Member::decode);
    let encode = members.iter().map(Member::encode);
    let idents = members.iter().map(|member| &member.field.ident);
    let places = members.iter().map(Member::variable);
    quote_spanned! { Span::mixed_site()=>
        const _: () = {
            const fn described<T: ::formwork_schema::Schema>() {}
            described::<#name>()
        };

        #[automatically_derived]
        impl ::formwork_schema::Record for #name {
            type Args = #args;
            type Shape = #bits;

            #[inline]
            fn shape(args: Self::Args) -> #bits {
                let #params = args;
                let mut shape: #bits = 0;
                #(#shape)*
                shape
            }

            #[inline]
            fn shape_of(&self) -> #bits {
                let mut shape: #bits = 0;
                #(#shape_of)*
                shape
            }

            fn unmatched_field(
                one: &#bits,
                other: &#bits,
            ) -> ::core::option::Option<(&'static str, bool)> {
                let names: &[&'static str] = &[#(#optional),*];
                let place = (*one ^ *other).trailing_zeros() as usize;
                let name = names.get(place)?;
                ::core::option::Option::Some((*name, *one >> place & 1 == 1))
            }

            #[inline]
            fn stride(shape: &#bits) -> usize {
                let mut at = 0_usize;
                #(#stride)*
                at
            }

            fn offset_of(shape: &#bits, field: usize) -> (usize, bool) {
                let mut at = 0_usize;
                #(#offset)*
                (at, false)
            }

            #[inline]
            fn decode<ContextOrder: ::formwork_schema::ByteOrder>(
                shape: &#bits,
                bytes: &[u8],
            ) -> Self {
                let mut at = 0_usize;
                #(#decode)*
                Self { #(#idents: #places),* }
            }

            #[inline]
            fn encode<ContextOrder: ::formwork_schema::ByteOrder>(
                &self,
                out: &mut ::std::vec::Vec<u8>,
            ) {
                #(#encode)*
            }
        }

        #handles
    }
}

/// The struct of handles, one per field, and the constant that holds it.
pub(super) fn handles(item: &DeriveInput, input: Option<&Input>) -> TokenStream {
    let (name, vis) = (&item.ident, &item.vis);
    let all = Ident::new(&format!("{}Fields", name.unraw()), name.span());
    let fields = match &item.data {
        Data::Struct(data) => Some(&data.fields),
        Data::Enum(_) | Data::Union(_) => None,
    };
    let fields = fields.into_iter().flatten();
    let fields: Vec<_> = fields.filter(|field| field.ident.is_some()).collect();
    let idents: Vec<_> = fields.iter().map(|field| &field.ident).collect();
    let declared = fields.iter().map(|field| {
        let syn::Field { vis, ident, ty, attrs, .. } = field;
        let docs = attrs.iter().filter(|attr| attr.path().is_ident("doc"));
        quote_spanned! { ty.span()=> #(#docs)* #vis #ident: ::formwork_schema::RecordField<#name, #ty> }
    });
    let checked = input.map_or(&[][..], |input| match &input.body {
        Body::Fields(fields) => fields,
        Body::Variants(_) => &[],
    });
    let values = fields.iter().enumerate().map(|(place, field)| {
        let own = input.zip(checked.get(place));
        let endian = endian(own.and_then(|(input, field)| order(input, field)));
        let name = field.ident.as_ref().map(|ident| ident.unraw().to_string());
        quote_spanned! { field.ty.span()=>
            ::formwork_schema::__private::record_field(#name, #place, #endian)
        }
    });
    quote_spanned! { Span::mixed_site()=>
        #vis struct #all { #(#declared),* }

        #[automatically_derived]
        impl #name {
            /// Handles of the fields, to get one field of every record: `records.column(…)`.
            #vis const FIELDS: #all = #all { #(#idents: #values),* };
        }
    }
}

/// The byte order of a field as binrw has it: its own, else that of the struct, else that of what is around.
fn order(input: &Input, field: &Field) -> Option<Endian> {
    field.endian.or(input.endian)
}

/// A field, its own byte order, and its bit in the shape when it is conditional.
struct Member<'a> {
    place: usize,
    field: &'a Field,
    ty: &'a Type,
    endian: Option<Endian>,
    bit: Option<Literal>,
}

/// The place of a field in the shape; no type, for shapes have several.
fn bit(place: usize) -> Literal {
    Literal::u64_unsuffixed(1 << place)
}

/// A type that has so many bits. Every array of records has one beside its bytes, where there is room for eight.
fn with_bits(bits: usize) -> Ident {
    let name = if bits > 8 { "u64" } else { "u8" };
    Ident::new(name, Span::mixed_site())
}

fn members<'a>(input: &Input, fields: &'a [Field]) -> Vec<Member<'a>> {
    let mut members: Vec<Member<'_>> = Vec::new();
    for (place, field) in fields.iter().enumerate() {
        let before = members.iter().filter(|member| member.bit.is_some()).count();
        members.push(Member {
            place,
            field,
            ty: argument(&field.ty, "Option").unwrap_or(&field.ty),
            endian: order(input, field),
            bit: field.when.as_ref().map(|_| bit(before)),
        });
    }
    members
}

impl Member<'_> {
    fn variable(&self) -> Ident {
        Ident::new(&format!("the_{}", self.field.name), Span::mixed_site())
    }

    fn shape(&self) -> Option<TokenStream> {
        let (bit, when) = (self.bit.as_ref()?, &self.field.when.as_ref()?.rust);
        Some(quote_spanned! { Span::mixed_site()=> if #when { shape |= #bit; } })
    }

    fn shape_of(&self) -> Option<TokenStream> {
        let (bit, ident) = (self.bit.as_ref()?, &self.field.ident);
        Some(quote_spanned! { Span::mixed_site()=> if self.#ident.is_some() { shape |= #bit; } })
    }

    /// Code that runs only when the field is there.
    fn when_there(&self, code: &TokenStream) -> TokenStream {
        match &self.bit {
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
        let (size, place) = (self.size(), self.place);
        let is_there = match &self.bit {
            Some(bit) => quote_spanned! { Span::mixed_site()=> *shape & #bit != 0 },
            None => quote_spanned! { Span::mixed_site()=> true },
        };
        quote_spanned! { Span::mixed_site()=>
            let is_there = #is_there;
            if field == #place {
                return (at, is_there);
            }
            if is_there {
                at += #size;
            }
        }
    }

    /// The type that stands for the byte order.
    fn order(&self) -> TokenStream {
        match self.endian {
            Some(Endian::Little) => quote! { ::formwork_schema::LittleEndian },
            Some(Endian::Big) => quote! { ::formwork_schema::BigEndian },
            None => quote! { ContextOrder },
        }
    }

    fn decode(&self) -> TokenStream {
        let (place, ty, size) = (self.variable(), self.ty, self.size());
        let order = self.order();
        let value = quote_spanned! { Span::mixed_site()=>
            let from = at;
            at += #size;
            let value = <#ty as ::formwork_schema::Record>::decode::<#order>(
                &::core::default::Default::default(),
                &bytes[from..at],
            );
        };
        match &self.bit {
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
        let (ident, ty, order) = (&self.field.ident, self.ty, self.order());
        // At the type, so that a type without `Record` is one mistake and not two.
        let encode = quote_spanned! { ty.span()=>
            <#ty as ::formwork_schema::Record>::encode::<#order>
        };
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
