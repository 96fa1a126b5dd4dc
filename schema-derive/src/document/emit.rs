//! From an [`Input`] to Rust.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::{DeriveInput, Expr, ExprLit, Lit, ext::IdentExt, spanned::Spanned};

use super::{
    input::{AttributeInput, Body, ElementInput, Input, Member, Role, Variant},
    root,
};
use crate::emit::layout::{list, text};

pub(super) fn emit(
    item: &DeriveInput,
    input: Option<&Input>,
    mistakes: Option<TokenStream>,
) -> TokenStream {
    let code = match input {
        Some(input) if mistakes.is_none() => real(item, input),
        _ => stub(item),
    };
    quote! {
        #mistakes
        #[doc(hidden)]
        #[allow(unused, clippy::all, clippy::pedantic, clippy::nursery)]
        const _: () = { use ::formwork_schema::{document as d, layout as l}; #code };
    }
}

fn real(item: &DeriveInput, input: &Input) -> TokenStream {
    let ty = &item.ident;
    let name = ty.unraw().to_string();
    let (body, element, default) = match &input.body {
        Body::Element(element) => (
            fields(element),
            self::element(element),
            Some(default(item, element)),
        ),
        Body::Variants(variants) => (self::variants(variants), none(), None),
    };
    let structure = structure(&name, &input.doc, &element, &body);
    let document = input.root.as_ref().map(|root| {
        let layout = root::layout(root, &name);
        quote! {
            #[automatically_derived]
            impl d::Document for #ty {
                const LAYOUT: ::formwork_schema::Layout = #layout;

                fn layout() -> &'static ::formwork_schema::Layout {
                    static LAYOUT: ::formwork_schema::Layout = <#ty as d::Document>::LAYOUT;
                    &LAYOUT
                }
            }
        }
    });
    quote! {
        #structure

        #[automatically_derived]
        impl d::Elements for #ty {
            const TYPE: l::Type = l::Type::Struct(l::StructRef::derived(#name, || &STRUCT));
        }

        #document
        #default
    }
}

fn none() -> TokenStream {
    quote! { ::core::option::Option::None }
}

fn structure(name: &str, doc: &str, element: &TokenStream, body: &TokenStream) -> TokenStream {
    let (name, doc) = (text(name), text(doc));
    quote! {
        static STRUCT: l::Struct = l::Struct {
            name: #name,
            doc: #doc,
            params: l::Ref::Static(&[]),
            style: l::Style::Record,
            endian: ::core::option::Option::None,
            magic: l::Ref::Static(&[]),
            element: #element,
            body: #body,
        };
    }
}

fn element(input: &ElementInput) -> TokenStream {
    if input.name.is_empty() {
        return none();
    }
    let (name, last_wins) = (text(&input.name), input.last_wins);
    quote! {
        ::core::option::Option::Some(l::xml::Element { name: #name, last_wins: #last_wins })
    }
}

fn fields(input: &ElementInput) -> TokenStream {
    let fields = list(input.members.iter().map(member));
    quote! { l::Body::Fields(#fields) }
}

fn default(item: &DeriveInput, input: &ElementInput) -> TokenStream {
    let ty = &item.ident;
    let fields = input.members.iter().map(|member| {
        let field = &member.field;
        let value = match &member.role {
            Role::Attribute(attribute) => attribute.default.as_ref().map(|default| match default {
                Expr::Lit(ExprLit {
                    lit: Lit::Str(text),
                    ..
                }) => {
                    quote! { ::core::convert::From::from(#text) }
                }
                other => quote! { #other },
            }),
            _ => None,
        };
        let value = value.unwrap_or_else(|| quote! { ::core::default::Default::default() });
        quote! { #field: #value }
    });
    quote! {
        #[automatically_derived]
        impl ::core::default::Default for #ty {
            fn default() -> Self {
                Self { #(#fields),* }
            }
        }
    }
}

fn member(member: &Member) -> TokenStream {
    let elements = |ty: &syn::Type| quote_spanned! { ty.span()=> <#ty as d::Elements>::TYPE };
    let (role, ty) = match &member.role {
        Role::Attribute(input) => {
            let ty = &input.ty;
            let ty = quote_spanned! { ty.span()=> <#ty as d::Atom>::TYPE };
            (attribute(input), ty)
        }
        Role::Child(ty) => (quote! { Child }, elements(ty)),
        Role::Children(ty) => {
            let ty = elements(ty);
            (
                quote! { Children },
                quote! { l::Type::List(l::Ref::Static(&#ty)) },
            )
        }
        Role::Verbatim(name) => {
            let name = text(name);
            (quote! { Verbatim(#name) }, quote! { l::Type::CString })
        }
        Role::Text => (quote! { Text }, quote! { l::Type::CString }),
        Role::Inline(ty) => (quote! { Inline }, elements(ty)),
        Role::Unknown => (quote! { Unknown }, quote! { l::Type::Blob }),
    };
    let name = member.field.unraw().to_string();
    let said = [&name, &member.doc, &member.unit, &member.obsolete];
    field(said.map(String::as_str), &ty, &role)
}

/// A field of a layout.
fn field(
    [name, doc, unit, obsolete]: [&str; 4],
    ty: &TokenStream,
    role: &TokenStream,
) -> TokenStream {
    let (name, doc, unit, obsolete) = (text(name), text(doc), text(unit), text(obsolete));
    quote! {
        l::Field {
            name: #name,
            item: l::Ref::Static(""),
            doc: #doc,
            unit: #unit,
            visible: true,
            ty: #ty,
            endian: ::core::option::Option::None,
            magic: l::Ref::Static(&[]),
            size: ::core::option::Option::None,
            pad: l::Pads::NONE,
            is: ::core::option::Option::None,
            due: ::core::option::Option::None,
            when: ::core::option::Option::None,
            at: ::core::option::Option::None,
            count: ::core::option::Option::None,
            args: l::Ref::Static(&[]),
            plus: 0,
            counts: l::Ref::Static(""),
            asserts: l::Ref::Static(&[]),
            key: l::Ref::Static(&[]),
            index_of: ::core::option::Option::None,
            columns: ::core::option::Option::None,
            xml: ::core::option::Option::Some(l::Ref::Static(&l::xml::Part {
                role: l::xml::Role::#role,
                obsolete: #obsolete,
            })),
        }
    }
}

fn attribute(input: &AttributeInput) -> TokenStream {
    let AttributeInput {
        name,
        ty: _,
        optional,
        truth,
        default,
        need,
        strict,
        resource,
    } = input;
    let truth = match truth {
        Some(truth) => quote! { #truth },
        None => quote! { TrueOrOne },
    };
    let default = text(&default.as_ref().map_or_else(String::new, written));
    let (name, resource) = (text(name), text(resource));
    quote! {
        Attribute(l::xml::Attribute {
            name: #name,
            default: #default,
            optional: #optional,
            need: l::xml::Need::#need,
            strict: #strict,
            truth: l::xml::Truth::#truth,
            resource: #resource,
        })
    }
}

/// A default as an attribute would say it.
fn written(default: &Expr) -> String {
    match default {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) => text.value(),
        other => {
            let text = other.to_token_stream().to_string();
            text.chars()
                .filter(|c| !c.is_whitespace() && *c != '_')
                .collect()
        }
    }
}

fn variants(variants: &[Variant]) -> TokenStream {
    let variants = list(variants.iter().map(|Variant { name, doc, ty }| {
        let content = match ty {
            Some(ty) => field(
                ["0", "", "", ""],
                &quote_spanned! { ty.span()=> <#ty as d::Elements>::TYPE },
                &quote! { Child },
            ),
            None => field(
                ["0", "", "", ""],
                &quote! { l::Type::CString },
                &quote! { Unknown },
            ),
        };
        let (name, doc) = (text(&name.unraw().to_string()), text(doc));
        quote! {
            l::Variant {
                name: #name,
                doc: #doc,
                magic: l::Ref::Static(&[]),
                when: ::core::option::Option::None,
                shape: l::VariantShape::Newtype,
                fields: l::Ref::Static(&[#content]),
            }
        }
    }));
    quote! { l::Body::Variants(#variants) }
}

/// What stands in for something with mistakes, so that nothing else turns red.
fn stub(item: &DeriveInput) -> TokenStream {
    let ty = &item.ident;
    let (generics, arguments, bounds) = item.generics.split_for_impl();
    let body = quote! { l::Body::Fields(l::Ref::Static(&[])) };
    let structure = structure("", "", &none(), &body);
    quote! {
        #structure

        #[automatically_derived]
        impl #generics d::Elements for #ty #arguments #bounds {
            const TYPE: l::Type = l::Type::Struct(l::StructRef::derived("", || &STRUCT));
        }

        #[automatically_derived]
        impl #generics ::core::default::Default for #ty #arguments #bounds {
            fn default() -> Self {
                loop {}
            }
        }
    }
}
