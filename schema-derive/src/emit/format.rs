//! `Format`, for the root of a file.

use proc_macro2::TokenStream;
use quote::quote;

use super::layout::{list, reference, text};
use crate::input::{Body, Endian, Field, FormatId, Input, Role};

/// `impl Format`.
pub(super) fn format(input: &Input, id: &FormatId) -> TokenStream {
    let name = &input.name;
    let layout = layout(input, id);
    let choice = Choice::of(input);
    let (choice_type, choice_value) = (choice.ty, choice.value);
    let (read_args, check_args) = (choice.read_args, choice.check_args);
    let write_args = choice.write_args;
    let ambiguous = choice.ambiguous;
    let endian = match input.endian {
        Some(Endian::Big) => quote! { Big },
        _ => quote! { Little },
    };
    let binrw = quote! { ::formwork_schema::__private::binrw };
    quote! {
        #[automatically_derived]
        impl ::formwork_schema::Format for #name {
            const LAYOUT: ::formwork_schema::Layout = #layout;

            type Choice = #choice_type;

            fn layout() -> &'static ::formwork_schema::Layout {
                static LAYOUT: ::formwork_schema::Layout =
                    <#name as ::formwork_schema::Format>::LAYOUT;
                &LAYOUT
            }

            fn version(&self) -> ::std::string::String {
                ::std::string::ToString::to_string(&self.version)
            }

            fn choice(&self) -> Self::Choice {
                #choice_value
            }

            #ambiguous

            fn read_as<R: #binrw::io::Read + #binrw::io::Seek>(
                reader: &mut R,
                choice: Self::Choice,
            ) -> #binrw::BinResult<Self> {
                <Self as #binrw::BinRead>::read_options(reader, #binrw::Endian::#endian, #read_args)
            }

            fn write_to<W: #binrw::io::Write + #binrw::io::Seek>(
                &self,
                writer: &mut W,
            ) -> #binrw::BinResult<()> {
                <Self as #binrw::BinWrite>::write_options(
                    self, writer, #binrw::Endian::#endian, #write_args,
                )
            }

            fn check_tree(&self) -> ::formwork_schema::Result<()> {
                ::formwork_schema::Check::check(
                    self, #check_args, &mut ::formwork_schema::Path::new(),
                )
            }
        }
    }
}

fn layout(input: &Input, id: &FormatId) -> TokenStream {
    let (format, root) = (text(&id.id), reference(input));
    let extensions = list(id.extensions.iter().map(|extension| text(extension)));
    quote! {
        ::formwork_schema::Layout {
            format: #format,
            extensions: #extensions,
            root: #root,
            table: ::formwork_schema::layout::Ref::Static(&[]),
        }
    }
}

/// How the candidate reading goes in and out.
struct Choice {
    ty: TokenStream,
    value: TokenStream,
    ambiguous: Option<TokenStream>,
    read_args: TokenStream,
    write_args: TokenStream,
    check_args: TokenStream,
}

impl Choice {
    fn of(input: &Input) -> Self {
        let (Some(param), Some(field)) = (input.params.first(), input.choice()) else {
            let unit = || quote! { () };
            return Self {
                ty: unit(),
                value: unit(),
                ambiguous: None,
                read_args: unit(),
                write_args: unit(),
                check_args: unit(),
            };
        };
        let (ty, ident) = (&param.ty, &field.ident);
        let own = quote! { (::formwork_schema::Format::choice(self),) };
        Self {
            ty: quote! { #ty },
            value: if field.shape.optional {
                quote! { self.#ident.unwrap_or_default() }
            } else {
                quote! { self.#ident }
            },
            ambiguous: Some(decides(input, ident, field.shape.optional)),
            read_args: quote! { (choice,) },
            write_args: if input.params_on_write {
                own.clone()
            } else {
                quote! { () }
            },
            check_args: own,
        }
    }
}

/// What the rule for ambiguous files asks of a tree.
fn decides(input: &Input, choice: &Option<syn::Ident>, optional: bool) -> TokenStream {
    // A choice that is absent under its condition leaves nothing to choose.
    let ambiguous = optional.then(|| {
        quote! {
            fn is_ambiguous(&self) -> bool {
                self.#choice.is_some()
            }
        }
    });
    let same = is_same_but_choice(input);
    quote! {
        #ambiguous

        #same

        fn is_finite(&self) -> bool {
            ::formwork_schema::__private::is_finite(self)
        }
    }
}

fn is_same_but_choice(input: &Input) -> Option<TokenStream> {
    let Body::Fields(fields) = &input.body else {
        return None;
    };
    let data = fields.iter().filter(|field| field.role == Role::Data);
    let same = data.map(|Field { ident, .. }| quote! { && self.#ident == other.#ident });
    Some(quote! {
        fn is_same_but_choice(&self, other: &Self) -> bool {
            true #(#same)*
        }
    })
}
