//! `bits!`: a number that consists of smaller ones.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::{
    Attribute, Ident, LitInt, Token, Type, Visibility, braced,
    ext::IdentExt,
    parse::{Parse, ParseStream},
    parse_quote,
};

use crate::{
    emit::layout::{list, text},
    errors::Errors,
    expr::{hidden, is_reserved},
    parse::attrs,
};

/// The numbers that may consist of others, and how many bits they have.
const NUMBERS: [(&str, &str, u32); 4] = [
    ("u8", "U8", 8),
    ("u16", "U16", 16),
    ("u32", "U32", 32),
    ("u64", "U64", 64),
];

/// What stands in the macro.
struct Declared {
    attrs: Vec<Attribute>,
    visible: Visibility,
    name: Ident,
    repr: Ident,
    low_first: bool,
    parts: Vec<Part>,
}

struct Part {
    attrs: Vec<Attribute>,
    /// None for `_`.
    name: Option<Ident>,
    width: u32,
    /// Where to say that the width is wrong.
    at: Span,
    /// None for that of the whole number.
    ty: Option<Type>,
}

impl Parse for Declared {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let attrs = input.call(Attribute::parse_outer)?;
        let visible = input.parse()?;
        input.parse::<Token![struct]>()?;
        let name = input.parse()?;
        input.parse::<Token![:]>()?;
        let repr = input.parse()?;
        input.parse::<Token![,]>()?;
        let low_first = first(input)?;
        let content;
        braced!(content in input);
        let mut parts = Vec::new();
        while !content.is_empty() {
            parts.push(content.parse()?);
            content.parse::<Token![;]>()?;
        }
        Ok(Self {
            attrs,
            visible,
            name,
            repr,
            low_first,
            parts,
        })
    }
}

/// `low first` or `high first`.
fn first(input: ParseStream<'_>) -> syn::Result<bool> {
    let end: Ident = input.parse()?;
    let low = match end.to_string().as_str() {
        "low" => true,
        "high" => false,
        _ => {
            let message = "say where the first part is: `low first` or `high first`";
            return Err(syn::Error::new_spanned(end, message));
        }
    };
    let word: Ident = input.parse()?;
    if word != "first" {
        return Err(syn::Error::new_spanned(word, "`first` stands here"));
    }
    Ok(low)
}

impl Parse for Part {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let attrs = input.call(Attribute::parse_outer)?;
        let name = if input.parse::<Option<Token![_]>>()?.is_some() {
            None
        } else {
            Some(input.parse()?)
        };
        input.parse::<Token![:]>()?;
        let at = input.span();
        if input.peek(Ident) {
            let ty: Ident = input.parse()?;
            if ty != "bool" {
                let message =
                    "say how many bits it takes: `name: 3`, `name: 3 as Kind` or `name: bool`";
                return Err(syn::Error::new_spanned(ty, message));
            }
            let ty = Some(parse_quote!(bool));
            let width = 1;
            return Ok(Self {
                attrs,
                name,
                width,
                at,
                ty,
            });
        }
        let width = input.parse::<LitInt>()?.base10_parse()?;
        let ty = match input.parse::<Option<Token![as]>>()? {
            Some(_) => Some(input.parse()?),
            None => None,
        };
        Ok(Self {
            attrs,
            name,
            width,
            at,
            ty,
        })
    }
}

/// What the macro writes: the mistakes, or the type.
pub(crate) fn declare(item: TokenStream) -> TokenStream {
    let declared: Declared = match syn::parse2(item) {
        Ok(declared) => declared,
        Err(error) => return error.into_compile_error(),
    };
    let mut errors = Errors::new();
    let docs = docs(&declared, &mut errors);
    let kind = check(&declared, &mut errors);
    match (errors.finish(), kind) {
        (None, Some(kind)) => real(&declared, kind, &docs),
        (mistakes, _) => quote! { #mistakes },
    }
}

/// The doc of the type, and of each part.
fn docs(declared: &Declared, errors: &mut Errors) -> (String, Vec<String>) {
    let own = attrs::doc(&declared.attrs, errors);
    if own.is_empty() {
        let message = format!("say in a doc comment what a `{}` is", declared.name);
        errors.at(&declared.name, message);
    }
    let parts = declared.parts.iter().map(|part| {
        let doc = attrs::doc(&part.attrs, errors);
        if let (Some(name), true) = (&part.name, doc.is_empty()) {
            errors.at(name, format!("say in a doc comment what `{name}` means"));
        }
        doc
    });
    let parts = parts.collect();
    (own, parts)
}

/// The kind of the whole number, all bits of which belong to one part.
fn check(declared: &Declared, errors: &mut Errors) -> Option<Ident> {
    let known = NUMBERS.iter().find(|(name, ..)| declared.repr == name);
    let Some((_, kind, bits)) = known else {
        errors.at(
            &declared.repr,
            "the whole number is a `u8`, `u16`, `u32` or `u64`",
        );
        return None;
    };
    let mut taken = 0_u32;
    for part in &declared.parts {
        let reserved = part.name.as_ref();
        if let Some(name) = reserved.filter(|name| is_reserved(&name.unraw().to_string())) {
            let message = format!(
                "expressions take `{name}()` for something else: give this part another name"
            );
            errors.at(name, message);
        }
        if part.width == 0 || part.width > *bits {
            let message = format!("a part of `{}` takes 1 to {bits} bits", declared.repr);
            errors.push(syn::Error::new(part.at, message));
        }
        taken = taken.saturating_add(part.width);
    }
    if taken != *bits {
        let message = format!(
            "the parts take {taken} bits of {bits}: say `_: n;` for those that mean nothing"
        );
        errors.at(&declared.repr, message);
    }
    Some(format_ident!("{kind}"))
}

fn real(declared: &Declared, kind: Ident, docs: &(String, Vec<String>)) -> TokenStream {
    let Declared {
        attrs,
        visible,
        name,
        repr,
        ..
    } = declared;
    let placed: Vec<Placed<'_>> = placed(declared, &docs.1);
    let table = list(placed.iter().map(Placed::layout));
    let accessors = placed.iter().map(Placed::accessors);
    let shown = placed.iter().filter_map(|one| one.part.name.as_ref());
    let words: Vec<String> = shown.clone().map(|name| name.unraw().to_string()).collect();
    let (title, doc) = (name.unraw().to_string(), text(&docs.0));
    let first = format_ident!("{}", if declared.low_first { "Low" } else { "High" });
    let shown_title = text(&title);
    quote_spanned! { name.span()=>
        #(#attrs)*
        #[derive(
            ::core::clone::Clone, ::core::marker::Copy, ::core::cmp::PartialEq, ::core::cmp::Eq,
            ::core::hash::Hash, ::core::cmp::PartialOrd, ::core::cmp::Ord, ::core::default::Default,
        )]
        #visible struct #name(
            /// The whole number.
            pub #repr,
        );

        const _: () = {
            static LAYOUT: ::formwork_schema::layout::Bits = ::formwork_schema::layout::Bits {
                name: #shown_title,
                doc: #doc,
                repr: ::formwork_schema::layout::PrimKind::#kind,
                first: ::formwork_schema::layout::First::#first,
                parts: #table,
            };

            // Of 64 bits there is nothing to widen.
            #[allow(clippy::useless_conversion, clippy::unnecessary_cast)]
            impl #name {
                #(#accessors)*

                fn __from_number(whole: #repr) -> Self {
                    Self(whole)
                }

                fn __number(&self) -> #repr {
                    self.0
                }
            }

            #[automatically_derived]
            impl ::core::fmt::Debug for #name {
                fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                    f.debug_struct(#title)#(.field(#words, &self.#shown()))*.finish()
                }
            }

            #[automatically_derived]
            impl ::formwork_schema::Schema for #name {
                const TYPE: ::formwork_schema::layout::Type = ::formwork_schema::layout::Type::Bits(
                    ::formwork_schema::layout::Ref::Static(&LAYOUT),
                );
            }

            ::formwork_schema::__stored_number! { #name, #repr }
        };
    }
}

/// A part, and where it is.
struct Placed<'d> {
    part: &'d Part,
    doc: &'d str,
    repr: &'d Ident,
    /// Its place among the parts.
    place: usize,
    /// How many bits are below.
    shift: u32,
}

fn placed<'d>(declared: &'d Declared, docs: &'d [String]) -> Vec<Placed<'d>> {
    let all: u32 = declared.parts.iter().map(|part| part.width).sum();
    let mut before = 0;
    let parts = declared.parts.iter().zip(docs).enumerate();
    let parts = parts.map(|(place, (part, doc))| {
        let low = before;
        before += part.width;
        let shift = if declared.low_first {
            low
        } else {
            all - before
        };
        Placed {
            part,
            doc,
            repr: &declared.repr,
            place,
            shift,
        }
    });
    parts.collect()
}

impl Placed<'_> {
    fn ty(&self) -> Type {
        let repr = self.repr;
        self.part.ty.clone().unwrap_or_else(|| parse_quote!(#repr))
    }

    fn layout(&self) -> TokenStream {
        let (width, ty, doc) = (self.part.width, self.ty(), text(self.doc));
        let name = match &self.part.name {
            Some(name) => name.unraw().to_string(),
            None => format!("_{}", self.shift),
        };
        let name = text(&name);
        quote_spanned! { self.part.at=>
            ::formwork_schema::layout::BitPart {
                name: #name,
                doc: #doc,
                width: #width,
                ty: {
                    ::core::assert!(
                        #width <= <#ty as ::formwork_schema::__private::BitValue>::BITS,
                        "the type of this part has fewer bits",
                    );
                    <#ty as ::formwork_schema::__private::BitValue>::TYPE
                },
            }
        }
    }

    /// What reads a part, what makes another number of it, and what expressions ask for.
    fn accessors(&self) -> TokenStream {
        let Some(name) = &self.part.name else {
            return TokenStream::new();
        };
        let (ty, attrs, repr, place, shift) = (
            self.ty(),
            &self.part.attrs,
            self.repr,
            self.place,
            self.shift,
        );
        let (with, hidden) = (format_ident!("with_{}", name.unraw()), hidden(name));
        let doc = format!("The same with another `{name}`; none where the value does not fit.");
        quote_spanned! { name.span()=>
            #(#attrs)*
            #[must_use]
            pub fn #name(self) -> #ty {
                ::formwork_schema::__private::bits_of(&LAYOUT.parts[#place], #shift, ::core::convert::Into::into(self.0))
            }

            #[doc = #doc]
            #[must_use]
            pub fn #with(self, #name: #ty) -> ::core::option::Option<Self> {
                ::formwork_schema::__private::with_bits(&LAYOUT.parts[#place], #shift, ::core::convert::Into::into(self.0), #name)
                    .map(|whole| Self(whole as #repr))
            }

            #[doc(hidden)]
            pub const fn #hidden(self) {}
        }
    }
}
