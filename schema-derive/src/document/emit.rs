//! From an [`Input`] to Rust.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{DeriveInput, Expr, ExprLit, Lit, ext::IdentExt};

use super::{Arm, AttributeInput, ElementInput, Input, Member, Role};

pub(super) fn emit(
    item: &DeriveInput,
    input: Option<&Input>,
    mistakes: Option<TokenStream>,
) -> TokenStream {
    let code = match input {
        Some(Input::Element(input)) if mistakes.is_none() => element(item, input),
        Some(Input::Choice(arms)) if mistakes.is_none() => choice(item, arms),
        _ => stub(item),
    };
    quote! {
        #mistakes
        #[doc(hidden)]
        #[allow(unused, clippy::all, clippy::pedantic, clippy::nursery)]
        const _: () = { use ::formwork_schema::document as d; #code };
    }
}

fn element(item: &DeriveInput, input: &ElementInput) -> TokenStream {
    let ty = &item.ident;
    let type_name = ty.unraw().to_string();
    let ElementInput {
        name,
        doc,
        members,
        last_wins,
    } = input;
    let defaults = members.iter().map(default);
    let members = members.iter().map(member);
    quote! {
        static ELEMENT: d::Element = d::Element {
            name: #name,
            type_name: #type_name,
            doc: #doc,
            members: &[#(#members),*],
            last_wins: #last_wins,
        };

        static ITEMS: [d::Item; 1] = [d::Item {
            arm: "",
            element: ::core::option::Option::Some(<#ty as d::Document>::element),
        }];

        #[automatically_derived]
        impl d::Document for #ty {
            fn element() -> &'static d::Element {
                &ELEMENT
            }
        }

        #[automatically_derived]
        impl d::Items for #ty {
            fn items() -> &'static [d::Item] {
                &ITEMS
            }
        }

        #[automatically_derived]
        impl ::core::default::Default for #ty {
            fn default() -> Self {
                Self { #(#defaults),* }
            }
        }
    }
}

fn default(member: &Member) -> TokenStream {
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
}

fn member(member: &Member) -> TokenStream {
    let Member {
        field,
        doc,
        obsolete,
        role,
    } = member;
    let field = field.unraw().to_string();
    let role = match role {
        Role::Attribute(input) => attribute(input),
        Role::Child(ty) => quote! { Child(<#ty as d::Items>::items) },
        Role::Children(ty) => quote! { Children(<#ty as d::Items>::items) },
        Role::Verbatim(name) => quote! { Verbatim(#name) },
        Role::Text => quote! { Text },
        Role::Inline(ty) => quote! { Inline(<#ty as d::Document>::element) },
        Role::Unknown => quote! { Unknown },
    };
    quote! {
        d::Member { field: #field, doc: #doc, obsolete: #obsolete, role: d::Role::#role }
    }
}

fn attribute(input: &AttributeInput) -> TokenStream {
    let AttributeInput {
        name,
        ty,
        truth,
        unit,
        default,
        need,
        strict,
        resource,
    } = input;
    let kind = match truth {
        Some(truth) => quote! { d::Kind::Truth(d::Truth::#truth) },
        None => quote! { <#ty as d::Value>::KIND },
    };
    let default = default.as_ref().map_or_else(String::new, written);
    quote! {
        Attribute(d::Attribute {
            name: #name,
            kind: #kind,
            unit: #unit,
            default: #default,
            need: d::Need::#need,
            strict: #strict,
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

fn choice(item: &DeriveInput, arms: &[Arm]) -> TokenStream {
    let ty = &item.ident;
    let items = arms.iter().map(|Arm { name, ty }| {
        let name = name.unraw().to_string();
        let element = match ty {
            Some(ty) => quote! { ::core::option::Option::Some(<#ty as d::Document>::element) },
            None => quote! { ::core::option::Option::None },
        };
        quote! { d::Item { arm: #name, element: #element } }
    });
    quote! {
        #[automatically_derived]
        impl d::Items for #ty {
            fn items() -> &'static [d::Item] {
                static ITEMS: &[d::Item] = &[#(#items),*];
                ITEMS
            }
        }
    }
}

/// What stands in for something with mistakes, so that nothing else turns red.
fn stub(item: &DeriveInput) -> TokenStream {
    let ty = &item.ident;
    let (generics, arguments, bounds) = item.generics.split_for_impl();
    quote! {
        static ELEMENT: d::Element = d::Element { name: "", type_name: "", doc: "", members: &[], last_wins: false };

        #[automatically_derived]
        impl #generics d::Document for #ty #arguments #bounds {
            fn element() -> &'static d::Element {
                &ELEMENT
            }
        }

        #[automatically_derived]
        impl #generics d::Items for #ty #arguments #bounds {
            fn items() -> &'static [d::Item] {
                &[]
            }
        }

        #[automatically_derived]
        impl #generics ::core::default::Default for #ty #arguments #bounds {
            fn default() -> Self {
                loop {}
            }
        }
    }
}
