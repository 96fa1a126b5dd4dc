//! `Format`, for the root of a file.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use super::layout::{expr, list, reference, text};
use crate::input::{Body, Endian, Field, FormatId, Input, Recognition, Role};

/// `impl Format`.
pub(super) fn format(input: &Input, id: &FormatId) -> TokenStream {
    let name = &input.name;
    let layout = layout(input, id);
    let dialect = Dialect::of(input);
    let (version, asked) = (version(input, id), asked(input, id));
    let (choice_type, choice_value) = (dialect.ty, dialect.value);
    let (read_args, check_args) = (dialect.read_args, dialect.check_args);
    let write_args = dialect.write_args;
    let ambiguous = dialect.ambiguous;
    let endian = match input.endian {
        Some(Endian::Big) => quote! { Big },
        _ => quote! { Little },
    };
    let binrw = quote! { ::formwork_schema::__private::binrw };
    quote! {
        #asked

        const _: () = <#name as ::formwork_schema::Schema>::ENDS_OR_IS_NESTED;

        #[automatically_derived]
        impl ::formwork_schema::Format for #name {
            const LAYOUT: ::formwork_schema::Layout = #layout;

            type Dialect = #choice_type;

            fn layout() -> &'static ::formwork_schema::Layout {
                static LAYOUT: ::formwork_schema::Layout =
                    <#name as ::formwork_schema::Format>::LAYOUT;
                &LAYOUT
            }

            fn is_bounded() -> bool {
                static BOUNDED: ::std::sync::OnceLock<bool> = ::std::sync::OnceLock::new();
                *BOUNDED.get_or_init(|| {
                    ::formwork_schema::__private::is_bounded(
                        <#name as ::formwork_schema::Format>::layout(),
                    )
                })
            }

            fn has_lookahead() -> bool {
                static LOOKAHEAD: ::std::sync::OnceLock<bool> = ::std::sync::OnceLock::new();
                *LOOKAHEAD.get_or_init(|| {
                    ::formwork_schema::__private::has_lookahead(
                        <#name as ::formwork_schema::Format>::layout(),
                    )
                })
            }

            fn version(&self) -> ::core::option::Option<::std::string::String> {
                #version
            }

            fn dialect(&self) -> Self::Dialect {
                #choice_value
            }

            #ambiguous

            fn read_as<R: #binrw::io::Read + #binrw::io::Seek>(
                reader: &mut R,
                dialect: Self::Dialect,
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

            fn read_document(
                source: &::formwork_schema::__private::Bytes,
                bytes: &[u8],
                options: &::formwork_schema::read::ReadOptions,
            ) -> ::formwork_schema::Result<::formwork_schema::read::Document<Self>> {
                ::formwork_schema::__private::read_document(source, bytes, options)
            }

            fn write_document(
                &self,
                trailing: &[u8],
            ) -> ::formwork_schema::Result<::std::vec::Vec<u8>> {
                ::formwork_schema::__private::write_document(self, trailing)
            }
        }
    }
}

fn layout(input: &Input, id: &FormatId) -> TokenStream {
    let (format, root) = (text(&id.id), reference(input));
    let extensions = list(id.extensions.iter().map(|extension| text(extension)));
    let recognition = match &id.recognition {
        Recognition::Magic => quote! { Magic },
        Recognition::Condition { holds, extension } => {
            let holds = expr(&holds.expr);
            quote! { Condition { holds: #holds, extension: #extension } }
        }
        Recognition::Extension => quote! { Extension },
        Recognition::OnRequest => quote! { OnRequest },
    };
    let recognition = quote! { ::formwork_schema::layout::Recognition::#recognition };
    quote! {
        ::formwork_schema::Layout {
            format: #format,
            title: ::formwork_schema::layout::Ref::Static(""),
            encoding: ::formwork_schema::layout::Encoding::Binary,
            extensions: #extensions,
            recognition: #recognition,
            root: #root,
            table: ::formwork_schema::layout::Ref::Static(&[]),
        }
    }
}

/// The version of a tree: what its field `version` says. Where it is all that files are recognised by, it must have
/// a magic.
fn version(input: &Input, id: &FormatId) -> TokenStream {
    let Some(field) = input.fields().iter().find(|field| is_version(field)) else {
        return quote! { ::core::option::Option::None };
    };
    let by_version = matches!(id.recognition, Recognition::Magic) && input.magic.is_empty();
    let shown = if by_version {
        quote! { magic_version }
    } else {
        quote! { plain_version }
    };
    let (ident, ty) = (&field.ident, &field.ty);
    quote_spanned! { ty.span()=> ::formwork_schema::__private::#shown::<#ty>(&self.#ident) }
}

fn is_version(field: &Field) -> bool {
    field.role == Role::Data && field.name == "version"
}

/// What the condition asks for must be whole numbers, which only the compiler knows.
fn asked(input: &Input, id: &FormatId) -> TokenStream {
    let Recognition::Condition { holds, .. } = &id.recognition else {
        return TokenStream::new();
    };
    let names = holds.expr.names();
    let fields = input.fields().iter();
    let asked = fields.filter(|field| names.contains(&*field.name));
    let checks = asked.map(|field| {
        let ty = &field.ty;
        let message = format!("`recognised_if` can ask whole numbers only, and `{}` is none", field.name);
        quote_spanned! { ty.span()=>
            const _: () = {
                const TYPE: &::formwork_schema::layout::Type = &<#ty as ::formwork_schema::Schema>::TYPE;
                ::core::assert!(TYPE.is_whole(), #message);
            };
        }
    });
    checks.collect()
}

/// How the dialect goes in and out.
struct Dialect {
    ty: TokenStream,
    value: TokenStream,
    ambiguous: Option<TokenStream>,
    read_args: TokenStream,
    write_args: TokenStream,
    check_args: TokenStream,
}

impl Dialect {
    fn of(input: &Input) -> Self {
        let (Some(param), Some(field)) = (input.params.first(), input.dialect()) else {
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
        let own = quote! { (::formwork_schema::Format::dialect(self),) };
        Self {
            ty: quote! { #ty },
            value: if field.shape.optional {
                quote! { self.#ident.unwrap_or_default() }
            } else {
                quote! { self.#ident }
            },
            ambiguous: Some(decides(input, ident, field.shape.optional)),
            read_args: quote! { (dialect,) },
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
fn decides(input: &Input, dialect: &Option<syn::Ident>, optional: bool) -> TokenStream {
    // A dialect that is absent under its condition leaves nothing to choose.
    let ambiguous = optional.then(|| {
        quote! {
            fn is_ambiguous(&self) -> bool {
                self.#dialect.is_some()
            }
        }
    });
    let same = is_same_but_dialect(input);
    quote! {
        #ambiguous

        #same

        fn is_finite(&self) -> bool {
            ::formwork_schema::__private::is_finite(<Self as ::formwork_schema::Format>::layout(), self)
        }

        fn has_floats() -> bool {
            static FLOATS: ::std::sync::OnceLock<bool> = ::std::sync::OnceLock::new();
            *FLOATS.get_or_init(|| {
                ::formwork_schema::__private::has_floats(<Self as ::formwork_schema::Format>::layout())
            })
        }
    }
}

fn is_same_but_dialect(input: &Input) -> Option<TokenStream> {
    let Body::Fields(fields) = &input.body else {
        return None;
    };
    let data = fields.iter().filter(|field| field.role == Role::Data);
    let same = data.map(|Field { ident, .. }| quote! { && self.#ident == other.#ident });
    Some(quote! {
        fn is_same_but_dialect(&self, other: &Self) -> bool {
            true #(#same)*
        }
    })
}
