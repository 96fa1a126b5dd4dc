//! The `Struct` of a layout, and `Schema`.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::{Type, ext::IdentExt, spanned::Spanned};

use crate::{
    expr::Expr,
    input::{
        Body, Columns, Count, Due, Endian, Field, IndexOf, Input, Pad, Pads, Role, Style,
        TranslatedExpr, Variant, VariantShape,
    },
    types::argument,
};

/// `static STRUCT`.
pub(super) fn structure(input: &Input) -> TokenStream {
    let name = text(&input.name.unraw().to_string());
    let doc = text(&input.doc);
    let params = list(
        input
            .params
            .iter()
            .map(|param| text(&param.name.unraw().to_string())),
    );
    let style = match input.style {
        Style::Record => quote!(Record),
        Style::Vector => quote!(Vector),
        Style::Tuple => quote!(Tuple),
    };
    let endian = order(input.endian, input.big_if.as_ref());
    let magic = bytes(&input.magic);
    let body = match &input.body {
        Body::Fields(fields) => {
            let fields = list(fields.iter().map(field));
            quote! { ::formwork_schema::layout::Body::Fields(#fields) }
        }
        Body::Variants(variants) => {
            let variants = list(variants.iter().map(variant));
            quote! { ::formwork_schema::layout::Body::Variants(#variants) }
        }
    };
    let absent = all_fields(input)
        .filter(|field| !field.role.is_derived())
        .map(never_absent);
    let in_order = all_fields(input).filter_map(args_in_order);
    quote! {
        #(#absent)*
        #(#in_order)*

        static STRUCT: ::formwork_schema::layout::Struct = ::formwork_schema::layout::Struct {
            name: #name,
            doc: #doc,
            params: #params,
            style: ::formwork_schema::layout::Style::#style,
            endian: #endian,
            magic: #magic,
            element: ::core::option::Option::None,
            body: #body,
        };
    }
}

fn all_fields(input: &Input) -> impl Iterator<Item = &Field> {
    let variants = match &input.body {
        Body::Fields(_) => &[][..],
        Body::Variants(variants) => variants,
    };
    input
        .fields()
        .iter()
        .chain(variants.iter().flat_map(|variant| &variant.fields))
}

/// Only the `Option` of the field itself can be absent: any other would be written as nothing, and read as something.
/// The compiler is asked, for a type may have another name.
fn never_absent(field: &Field) -> TokenStream {
    let ty = argument(&field.ty, "Option").unwrap_or(&field.ty);
    quote_spanned! { ty.span()=>
        const _: () = ::core::assert!(
            !<#ty as ::formwork_schema::Schema>::MAY_BE_ABSENT,
            "an `Option` here would be written as nothing and cannot be read back: only the field itself is an \
             `Option<…>`, spelled out, with `br(if(condition))`; give items that may be missing a list of their own",
        );
    }
}

/// Arguments with names stand in the order of the parameters, which only the compiler knows.
fn args_in_order(field: &Field) -> Option<TokenStream> {
    if field.arg_names.is_empty() {
        return None;
    }
    let ty = argument(&field.ty, "Option").unwrap_or(&field.ty);
    let of = if field.shape.has_items() {
        quote_spanned! { ty.span()=> <#ty as ::formwork_schema::Summed>::Item }
    } else {
        quote! { #ty }
    };
    let names = &field.arg_names;
    Some(quote_spanned! { ty.span()=>
        const _: () = ::core::assert!(
            ::formwork_schema::__private::are_same(
                &[#(#names),*],
                <#of as ::formwork_schema::Schema>::PARAMS,
            ),
            "the arguments are passed down in their order: write them as the type imports them, all of them",
        );
    })
}

/// `impl Schema`.
pub(super) fn schema(input: &Input) -> TokenStream {
    let name = &input.name;
    let params = input
        .params
        .iter()
        .map(|param| param.name.unraw().to_string());
    let reference = reference(input);
    let stored = all_fields(input).filter(|field| !field.role.is_derived());
    let finite = stored.map(|field| {
        let ty = &field.ty;
        quote_spanned! { ty.span()=> let () = <#ty as ::formwork_schema::Schema>::ENDS_OR_IS_NESTED; }
    });
    quote! {
        #[automatically_derived]
        impl ::formwork_schema::Schema for #name {
            const ENDS_OR_IS_NESTED: () = { #(#finite)* };
            const TYPE: ::formwork_schema::layout::Type =
                ::formwork_schema::layout::Type::Struct(#reference);
            const PARAMS: &'static [&'static str] = &[#(#params),*];
        }
    }
}

/// A `StructRef` to `STRUCT`.
pub(super) fn reference(input: &Input) -> TokenStream {
    let name = input.name.unraw().to_string();
    quote! { ::formwork_schema::layout::StructRef::derived(#name, || &STRUCT) }
}

pub(crate) fn text(text: &str) -> TokenStream {
    quote! { ::formwork_schema::layout::Ref::Static(#text) }
}

pub(crate) fn list(items: impl Iterator<Item = TokenStream>) -> TokenStream {
    quote! { ::formwork_schema::layout::Ref::Static(&[#(#items),*]) }
}

/// A part of a layout that stands by itself, since most lack it.
fn shared(part: &TokenStream) -> TokenStream {
    quote! { ::formwork_schema::layout::Ref::Static(&#part) }
}

fn bytes(bytes: &[u8]) -> TokenStream {
    list(bytes.iter().map(|byte| quote!(#byte)))
}

fn option(value: Option<TokenStream>) -> TokenStream {
    match value {
        Some(value) => quote! { ::core::option::Option::Some(#value) },
        None => quote! { ::core::option::Option::None },
    }
}

pub(super) fn endian(endian: Option<Endian>) -> TokenStream {
    option(endian.map(|endian| match endian {
        Endian::Little => quote! { ::formwork_schema::layout::Endian::Little },
        Endian::Big => quote! { ::formwork_schema::layout::Endian::Big },
    }))
}

/// What says a byte order.
fn order(endian: Option<Endian>, big_if: Option<&TranslatedExpr>) -> TokenStream {
    if let Some(big) = big_if {
        let big = shared(&expr(&big.expr));
        return option(Some(
            quote! { ::formwork_schema::layout::Order::BigIf(#big) },
        ));
    }
    option(endian.map(|endian| match endian {
        Endian::Little => quote! { ::formwork_schema::layout::Order::Little },
        Endian::Big => quote! { ::formwork_schema::layout::Order::Big },
    }))
}

fn variant(variant: &Variant) -> TokenStream {
    let (name, doc, magic) = (
        text(&variant.name),
        text(&variant.doc),
        bytes(&variant.magic),
    );
    let when = option(variant.when.as_ref().map(|when| expr(&when.expr)));
    let shape = match variant.shape {
        VariantShape::Unit => quote!(Unit),
        VariantShape::Newtype => quote!(Newtype),
        VariantShape::Fields => quote!(Fields),
    };
    let fields = list(variant.fields.iter().map(field));
    quote! {
        ::formwork_schema::layout::Variant {
            name: #name,
            doc: #doc,
            magic: #magic,
            when: #when,
            shape: ::formwork_schema::layout::VariantShape::#shape,
            fields: #fields,
        }
    }
}

fn field(field: &Field) -> TokenStream {
    let (name, item) = (text(&field.name), text(&field.item));
    let (doc, unit) = (text(&field.doc), text(&field.unit));
    let visible = field.role.visible();
    let ty = &field.ty;
    let ty = match field.role {
        // Calculated in 128 bits, whatever type it is kept in.
        Role::Told => quote! { ::formwork_schema::layout::Type::Bool },
        Role::Derived | Role::Kept => quote! {
            ::formwork_schema::layout::Type::Prim(::formwork_schema::layout::PrimKind::I128)
        },
        _ => quote_spanned! { ty.span()=> <#ty as ::formwork_schema::Schema>::TYPE },
    };
    let endian = order(field.endian, field.big_if.as_ref());
    let magic = bytes(&field.magic);
    let is = option(field.is.as_ref().map(|is| shared(&expr(&is.expr))));
    let size = option(field.size.as_ref().map(|size| shared(&expr(&size.expr))));
    let pad = pads(&field.pads);
    let due = option(field.due.as_ref().map(|due| self::due(due, &field.ty)));
    let when = option(field.when.as_ref().map(|when| shared(&expr(&when.expr))));
    let at = option(field.at.as_ref().map(|at| shared(&expr(&at.expr))));
    let count = option(field.count.as_ref().map(count));
    let args = list(field.args.iter().map(|arg| expr(&arg.expr)));
    let counts = text(match &field.role {
        Role::CountOf(list) | Role::SizeOf(list) => list,
        _ => "",
    });
    let plus = field.plus;
    let asserts = list(field.asserts.iter().map(|assert| {
        let (that, message) = (expr(&assert.that.expr), text(&assert.message));
        quote! { ::formwork_schema::layout::Assert { that: #that, message: #message } }
    }));
    let key = list_of_words(&field.key);
    let index_of = option(field.index_of.as_ref().map(|of| shared(&index_of(of))));
    let columns = option(field.columns.as_ref().map(|of| shared(&columns(of))));
    quote! {
        ::formwork_schema::layout::Field {
            name: #name,
            item: #item,
            doc: #doc,
            unit: #unit,
            visible: #visible,
            ty: #ty,
            endian: #endian,
            magic: #magic,
            size: #size,
            pad: #pad,
            is: #is,
            due: #due,
            when: #when,
            at: #at,
            count: #count,
            args: #args,
            counts: #counts,
            plus: #plus,
            asserts: #asserts,
            key: #key,
            index_of: #index_of,
            columns: #columns,
            xml: ::core::option::Option::None,
        }
    }
}

fn due(due: &Due, ty: &Type) -> TokenStream {
    match due {
        Due::Checksum(of) => {
            let of = list_of_words(of);
            quote_spanned! { ty.span()=>
                ::formwork_schema::layout::Due::Checksum(
                    ::formwork_schema::layout::Checksum { hash: <#ty>::HASH, of: #of }
                )
            }
        }
        Due::FileLength(without) => {
            let without = list_of_words(without);
            quote! { ::formwork_schema::layout::Due::FileLength(#without) }
        }
    }
}

fn pads(pads: &Pads) -> TokenStream {
    if let (None, None, None) = (&pads.before, &pads.after, &pads.to) {
        return quote! { ::formwork_schema::layout::Pads::NONE };
    }
    let pad = |pad: &Pad| {
        let length = expr(&pad.length.expr);
        if pad.aligns {
            quote! { ::formwork_schema::layout::Pad::Align(#length) }
        } else {
            quote! { ::formwork_schema::layout::Pad::Bytes(#length) }
        }
    };
    let before = option(pads.before.as_ref().map(pad));
    let after = option(pads.after.as_ref().map(pad));
    let to = option(pads.to.as_ref().map(|to| expr(&to.expr)));
    shared(&quote! {
        ::formwork_schema::layout::Pads { before: #before, after: #after, to: #to }
    })
}

fn index_of(of: &IndexOf) -> TokenStream {
    let (list, unless) = (text(&of.list), text(&of.unless));
    quote! { ::formwork_schema::layout::IndexOf { list: #list, unless: #unless } }
}

fn columns(of: &Columns) -> TokenStream {
    let (list, meaning, number) = (text(&of.list), text(&of.meaning), text(&of.number));
    let (words, indices) = (list_of_words(&of.words), text(&of.indices));
    quote! {
        ::formwork_schema::layout::Columns {
            list: #list,
            meaning: #meaning,
            number: #number,
            words: #words,
            indices: #indices,
        }
    }
}

fn list_of_words(words: &[String]) -> TokenStream {
    list(words.iter().map(|word| text(word)))
}

fn count(count: &Count) -> TokenStream {
    match count {
        Count::Expr(said) => {
            let expr = shared(&expr(&said.expr));
            quote! { ::formwork_schema::layout::Count::Expr(#expr) }
        }
        Count::ToEnd => quote! { ::formwork_schema::layout::Count::ToEnd },
        Count::Until(is_last, _) => {
            let is_last = shared(&expr(is_last));
            quote! { ::formwork_schema::layout::Count::Until(#is_last) }
        }
    }
}

/// The constructor of an `Expr`.
pub(super) fn expr(said: &Expr) -> TokenStream {
    let inner = |said: &Expr| {
        let said = expr(said);
        quote! { ::formwork_schema::layout::Ref::Static(&#said) }
    };
    let made = match said {
        Expr::Int(value) => quote! { Int(#value) },
        Expr::Const(name, value) => {
            let name = text(name);
            quote! { Const(#name, #value) }
        }
        Expr::Bytes(bytes) => quote! { Bytes(::formwork_schema::layout::Ref::Static(#bytes)) },
        Expr::Field(name) => {
            let name = text(name);
            quote! { Field(#name) }
        }
        Expr::Part(name, part) => {
            let path = text(&format!("{name}.{part}"));
            quote! { Field(#path) }
        }
        Expr::Len(list) => {
            let list = text(list);
            quote! { Len(#list) }
        }
        Expr::Sum(list, item) => {
            let (list, item) = (text(list), inner(item));
            quote! { Sum(#list, #item) }
        }
        Expr::Each(list, item) => {
            let (list, item) = (text(list), inner(item));
            quote! { Each(#list, #item) }
        }
        Expr::Item(param) => {
            let param = text(param);
            quote! { Item(#param) }
        }
        Expr::Index => quote! { Index },
        Expr::Not(said) => {
            let said = inner(said);
            quote! { Not(#said) }
        }
        Expr::Binary(op, left, right) => {
            let op = quote::format_ident!("{op}");
            let (left, right) = (inner(left), inner(right));
            quote! { Binary(::formwork_schema::expr::Op::#op, #left, #right) }
        }
        Expr::If(condition, yes, no) => {
            let (condition, yes, no) = (inner(condition), inner(yes), inner(no));
            quote! { If(#condition, #yes, #no) }
        }
    };
    quote! { ::formwork_schema::Expr::#made }
}
