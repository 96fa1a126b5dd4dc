//! Values that directives of several places have in common.

use proc_macro2::Ident;
use syn::{
    Attribute, Expr, ExprLit, ExprPath, FnArg, Lit, Meta, Pat, Token, parse::ParseStream,
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

/// Notes `is_big`, of the reader and of the writer.
pub(crate) fn is_big(
    [read, write]: &mut [Option<Expr>; 2],
    directive: &Directive,
    errors: &mut Errors,
) {
    let Some(expr) = errors.take(directive.expr()) else {
        return;
    };
    if directive.space.reads() {
        set(read, Ok(expr.clone()), &directive.key, errors);
    }
    if directive.space.writes() {
        set(write, Ok(expr), &directive.key, errors);
    }
}

/// The bytes that something begins with.
#[derive(Clone)]
pub(crate) struct Magic {
    /// Of a number, the last ones first.
    pub(crate) bytes: Vec<u8>,
    is_number: bool,
    expr: Expr,
}

impl Magic {
    /// What stands in for a wrong one.
    pub(crate) fn wrong() -> Self {
        Self {
            bytes: vec![0],
            is_number: false,
            expr: syn::parse_quote!(0u8),
        }
    }

    /// The bytes as they stand in the file, in a byte order or in none that is known.
    pub(crate) fn in_order(self, endian: Option<Endian>, errors: &mut Errors) -> Vec<u8> {
        let mut bytes = self.bytes;
        if self.is_number && bytes.len() > 1 {
            match endian {
                Some(Endian::Little) => {}
                Some(Endian::Big) => bytes.reverse(),
                None => errors.at(
                    self.expr,
                    "which of these bytes comes first? Say `brw(little)` or `brw(big)` here, or write the bytes: \
                     `magic = b\"…\"`",
                ),
            }
        }
        bytes
    }
}

/// `magic = b"UANI"`, `magic = 7u32`.
pub(crate) fn magic(directive: &Directive) -> syn::Result<Magic> {
    const HELP: &str =
        "a magic is bytes or a number: write `magic = b\"UANI\"`, or `magic = 7u32` with its type";
    let expr = directive.expr()?;
    let (bytes, is_number) = match (bytes(&expr), number(&expr)) {
        (Some(bytes), _) => (bytes, false),
        (None, Some(bytes)) => (bytes, true),
        (None, None) => return Err(syn::Error::new_spanned(&expr, HELP)),
    };
    Ok(Magic {
        bytes,
        is_number,
        expr,
    })
}

/// The bytes of a number with its type, the last ones first.
fn number(expr: &Expr) -> Option<Vec<u8>> {
    let Expr::Lit(ExprLit {
        lit: Lit::Int(int), ..
    }) = expr
    else {
        return None;
    };
    let size = match int.suffix() {
        "u16" | "i16" => 2,
        "u32" | "i32" => 4,
        "u64" | "i64" => 8,
        "u128" | "i128" => 16,
        _ => return None,
    };
    let number: u128 = int.base10_parse().ok()?;
    Some(number.to_le_bytes()[..size].to_vec())
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

/// `import(channels: Channels)`, `import { channels: Channels }`, `import_raw(channels: Channels)`.
pub(crate) fn import(directive: &Directive) -> syn::Result<Vec<Param>> {
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

/// What a field stores of a later one: `count(list)`, `size(value)`, `plus(size(value), 12)`.
pub(crate) struct Counted {
    pub(crate) of: Ident,
    /// Whether bytes are counted.
    pub(crate) sizes: bool,
    /// How much more is stored.
    pub(crate) plus: i64,
    /// `count` or `size`, as it is written.
    pub(crate) function: ExprPath,
}

/// What a directive counts.
pub(crate) fn counted(directive: &Directive) -> syn::Result<Counted> {
    let expr = directive.expr()?;
    let Some((inner, more)) = plus(&expr) else {
        return counted_in(&expr, 0);
    };
    let more = more.ok_or_else(|| {
        syn::Error::new_spanned(
            &expr,
            "how much more is a number: write `plus(size(value), 12)`",
        )
    })?;
    counted_in(inner, more)
}

/// The arguments of `plus(…, 12)`.
fn plus(expr: &Expr) -> Option<(&Expr, Option<i64>)> {
    let Expr::Call(call) = expr else { return None };
    let Expr::Path(function) = &*call.func else {
        return None;
    };
    let is_plus = function.path.segments.last()?.ident == "plus";
    if !is_plus || call.args.len() != 2 {
        return None;
    }
    let (digits, sign) = match &call.args[1] {
        Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Neg(_)) => (&*unary.expr, -1),
        other => (other, 1),
    };
    let number = match digits {
        Expr::Lit(ExprLit {
            lit: Lit::Int(int), ..
        }) => int.base10_parse::<i64>().ok(),
        _ => None,
    };
    Some((&call.args[0], number.map(|number| sign * number)))
}

fn counted_in(expr: &Expr, plus: i64) -> syn::Result<Counted> {
    let error = syn::Error::new_spanned(
        expr,
        "only the count of a list and the size of a value can be computed: write `count(list)` or `size(value)` with \
         its name, and `plus(size(value), 12)` for more",
    );
    let Expr::Call(call) = expr else {
        return Err(error);
    };
    let (Expr::Path(function), Some(list)) = (&*call.func, call.args.first()) else {
        return Err(error);
    };
    let last = function.path.segments.last();
    let is = |name: &str| last.is_some_and(|segment| segment.ident == name);
    let (named, sizes) = (is("count") || is("size"), is("size"));
    let list = match list {
        Expr::Reference(reference) => &*reference.expr,
        other => other,
    };
    match list {
        Expr::Path(list) if named && call.args.len() == 1 => {
            let list = list.path.get_ident().cloned();
            let of = list.ok_or(error)?;
            Ok(Counted {
                of,
                sizes,
                plus,
                function: function.clone(),
            })
        }
        _ => Err(error),
    }
}
