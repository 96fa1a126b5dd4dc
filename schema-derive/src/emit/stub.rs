//! What stands in for a struct with mistakes, so that nothing else turns red.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{DeriveInput, ext::IdentExt};

use super::{args::args, record::handles};
use crate::input::Input;

/// Empty `Schema`, `Check` and, for a root, `Format`.
pub(super) fn schema(item: &DeriveInput, input: Option<&Input>) -> TokenStream {
    let name = &item.ident;
    let text = name.unraw().to_string();
    let (generics, arguments, bounds) = item.generics.split_for_impl();
    let args = input.map_or_else(|| quote! { () }, args);
    let format = input.filter(|input| input.format.is_some()).map(format);
    quote! {
        static STRUCT: ::formwork_schema::layout::Struct = ::formwork_schema::layout::Struct {
            name: ::formwork_schema::layout::Ref::Static(#text),
            doc: ::formwork_schema::layout::Ref::Static(""),
            params: ::formwork_schema::layout::Ref::Static(&[]),
            style: ::formwork_schema::layout::Style::Record,
            endian: ::core::option::Option::None,
            magic: ::formwork_schema::layout::Ref::Static(&[]),
            element: ::core::option::Option::None,
            body: ::formwork_schema::layout::Body::Fields(
                ::formwork_schema::layout::Ref::Static(&[]),
            ),
        };

        #[automatically_derived]
        impl #generics ::formwork_schema::Schema for #name #arguments #bounds {
            const TYPE: ::formwork_schema::layout::Type = ::formwork_schema::layout::Type::Struct(
                ::formwork_schema::layout::StructRef::derived(#text, || &STRUCT),
            );
        }

        #[automatically_derived]
        impl #generics ::formwork_schema::Check for #name #arguments #bounds {
            type Args = #args;

            fn check<'__tree>(
                &'__tree self,
                _: Self::Args,
                _: &mut ::formwork_schema::Path<'__tree>,
            ) -> ::formwork_schema::Result<()> {
                ::core::result::Result::Ok(())
            }
        }

        #format
    }
}

fn format(input: &Input) -> TokenStream {
    let name = &input.name;
    let text = name.unraw().to_string();
    let dialect = match (input.params.first(), input.dialect()) {
        (Some(param), Some(_)) => {
            let ty = &param.ty;
            quote! { #ty }
        }
        _ => quote! { () },
    };
    let binrw = quote! { ::formwork_schema::__private::binrw };
    quote! {
        #[automatically_derived]
        impl ::formwork_schema::Format for #name {
            const LAYOUT: ::formwork_schema::Layout = ::formwork_schema::Layout {
                format: ::formwork_schema::layout::Ref::Static(""),
                title: ::formwork_schema::layout::Ref::Static(""),
                encoding: ::formwork_schema::layout::Encoding::Binary,
                extensions: ::formwork_schema::layout::Ref::Static(&[]),
                recognition: ::formwork_schema::layout::Recognition::OnRequest,
                root: ::formwork_schema::layout::StructRef::derived(#text, || &STRUCT),
                table: ::formwork_schema::layout::Ref::Static(&[]),
            };

            type Dialect = #dialect;

            fn layout() -> &'static ::formwork_schema::Layout {
                static LAYOUT: ::formwork_schema::Layout =
                    <#name as ::formwork_schema::Format>::LAYOUT;
                &LAYOUT
            }

            fn version(&self) -> ::core::option::Option<::std::string::String> {
                ::core::option::Option::None
            }

            fn dialect(&self) -> Self::Dialect {
                ::core::default::Default::default()
            }

            fn is_bounded() -> bool {
                true
            }

            fn has_lookahead() -> bool {
                false
            }

            fn read_as<R: #binrw::io::Read + #binrw::io::Seek>(
                _: &mut R,
                _: Self::Dialect,
            ) -> #binrw::BinResult<Self> {
                loop {}
            }

            fn write_to<W: #binrw::io::Write + #binrw::io::Seek>(
                &self,
                _: &mut W,
            ) -> #binrw::BinResult<()> {
                ::core::result::Result::Ok(())
            }

            fn check_tree(&self) -> ::formwork_schema::Result<()> {
                ::core::result::Result::Ok(())
            }

            fn read_document(
                _: &::formwork_schema::__private::Bytes,
                _: &[u8],
                _: &::formwork_schema::read::ReadOptions,
            ) -> ::formwork_schema::Result<::formwork_schema::read::Document<Self>> {
                loop {}
            }

            fn write_document(
                &self,
                _: &[u8],
            ) -> ::formwork_schema::Result<::std::vec::Vec<u8>> {
                ::core::result::Result::Ok(::std::vec::Vec::new())
            }
        }
    }
}

/// An empty `Record`.
pub(super) fn record(item: &DeriveInput, input: Option<&Input>) -> TokenStream {
    let name = &item.ident;
    let (generics, arguments, bounds) = item.generics.split_for_impl();
    let args = input.map_or_else(|| quote! { () }, args);
    let handles = item.generics.params.is_empty().then(|| handles(item, None));
    quote! {
        #handles

        #[automatically_derived]
        impl #generics ::formwork_schema::Record for #name #arguments #bounds {
            type Args = #args;
            type Shape = u64;

            fn shape(_: Self::Args) -> u64 {
                0
            }

            fn shape_of(&self) -> u64 {
                0
            }

            fn stride(_: &u64) -> usize {
                0
            }

            fn decode<O: ::formwork_schema::ByteOrder>(_: &u64, _: &[u8]) -> Self {
                loop {}
            }

            fn encode<O: ::formwork_schema::ByteOrder>(&self, _: &mut ::std::vec::Vec<u8>) {}
        }
    }
}
