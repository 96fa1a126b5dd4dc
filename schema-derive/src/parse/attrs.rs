//! Values that directives of several places have in common.

use proc_macro2::Ident;
use syn::{
    Attribute, Expr, ExprLit, FnArg, Lit, Meta, Pat, Token, parse::ParseStream,
    punctuated::Punctuated,
};

use super::meta::{Directive, set};
use crate::{
    errors::Errors,
    input::{Endian, Param},
    text,
};

/// The doc comment as plain text; empty when there is none.
pub(crate) fn doc(attrs: &[Attribute], errors: &mut Errors) -> String {
    let mut lines = Vec::new();
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("doc")) {
        let Meta::NameValue(pair) = &attr.meta else {
            continue;
        };
        match &pair.value {
            Expr::Lit(ExprLit {
                lit: Lit::Str(line),
                ..
            }) => lines.push(line.value()),
            other => {
                errors.at(
                    other,
                    "the doc of a schema is data: write it out as a doc comment",
                );
                // One mistake, not a missing doc on top.
                lines.push("?".to_owned());
            }
        }
    }
    text::doc(&lines)
}

/// Notes `little` or `big`.
pub(crate) fn endian(slot: &mut Option<Endian>, directive: &Directive, errors: &mut Errors) {
    let endian = if directive.key == "big" {
        Endian::Big
    } else {
        Endian::Little
    };
    if slot.is_some() {
        errors.at(&directive.key, "the byte order is given twice");
        return;
    }
    set(
        slot,
        directive.flag().map(|_| endian),
        &directive.key,
        errors,
    );
}

/// `magic = b"UANI"`.
pub(crate) fn magic(directive: &Directive) -> syn::Result<Vec<u8>> {
    const HELP: &str = "a magic is bytes in the order of the file: write `magic = b\"UANI\"`, \
         `magic = 7u8`, or `magic = b\"\\x07\\0\\0\\0\"` for a number of four bytes";
    let expr = directive.expr()?;
    bytes(&expr).ok_or_else(|| syn::Error::new_spanned(&expr, HELP))
}

fn bytes(expr: &Expr) -> Option<Vec<u8>> {
    match expr {
        Expr::Lit(ExprLit {
            lit: Lit::ByteStr(text),
            ..
        }) => Some(text.value()),
        Expr::Lit(_) => byte(expr).map(|byte| vec![byte]),
        Expr::Array(array) => array.elems.iter().map(byte).collect(),
        _ => None,
    }
}

fn byte(expr: &Expr) -> Option<u8> {
    match expr {
        Expr::Lit(ExprLit {
            lit: Lit::Byte(byte),
            ..
        }) => Some(byte.value()),
        Expr::Lit(ExprLit {
            lit: Lit::Int(int), ..
        }) if int.suffix() == "u8" => int.base10_parse().ok(),
        _ => None,
    }
}

/// `import(channels: Channels)`.
pub(crate) fn import(directive: &Directive) -> syn::Result<Vec<Param>> {
    if directive.in_braces() {
        return Err(syn::Error::new(
            directive.span(),
            "parameters are passed down by place: write `import(name: Type)` with round brackets",
        ));
    }
    let all = directive.parse(Punctuated::<Param, Token![,]>::parse_terminated)?;
    Ok(all.into_iter().collect())
}

impl syn::parse::Parse for Param {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        const HELP: &str = "a parameter is a name and a type, as in `channels: Channels`";
        let start = input.span();
        let parsed: FnArg = input.parse().map_err(|_| syn::Error::new(start, HELP))?;
        let FnArg::Typed(typed) = parsed else {
            return Err(syn::Error::new(start, HELP));
        };
        match *typed.pat {
            Pat::Ident(pat) if pat.by_ref.is_none() && pat.subpat.is_none() => Ok(Self {
                name: pat.ident,
                ty: *typed.ty,
            }),
            other => Err(syn::Error::new_spanned(other, HELP)),
        }
    }
}

/// `count(list)`: the name of the list.
pub(crate) fn counted(directive: &Directive) -> syn::Result<Ident> {
    let expr = directive.expr()?;
    let error = syn::Error::new_spanned(
        &expr,
        "only the count of a list can be computed: write `count(list)` with the name of the list",
    );
    let Expr::Call(call) = &expr else {
        return Err(error);
    };
    let (Expr::Path(function), Some(list)) = (&*call.func, call.args.first()) else {
        return Err(error);
    };
    let named = function
        .path
        .segments
        .last()
        .is_some_and(|segment| segment.ident == "count");
    let list = match list {
        Expr::Reference(reference) => &*reference.expr,
        other => other,
    };
    match list {
        Expr::Path(list) if named && call.args.len() == 1 => {
            list.path.get_ident().cloned().ok_or(error)
        }
        _ => Err(error),
    }
}
