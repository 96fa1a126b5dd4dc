//! What is handed down: `args(a, b)`, `args { inner: (a, b) }`, `args { name: a }`, `args { inner: args! { name: a } }`.

use proc_macro2::Ident;
use syn::{
    Expr, Token,
    parse::{Parse, ParseStream},
    punctuated::Punctuated,
};

use super::meta::Directive;

/// `args(a, b)`, `args { inner: (a, b) }`, or either with names.
pub(crate) struct RawArgs {
    pub(crate) key: Ident,
    pub(crate) inner: bool,
    /// The names of the parameters, where they are said.
    pub(crate) names: Vec<Ident>,
    pub(crate) values: Vec<Expr>,
}

/// Reads what is handed down, `args_raw = x` as well. What stands in brackets for a list is binrw's: `count`, and `inner`
/// for the items.
pub(super) fn args(directive: &Directive, is_list: bool) -> syn::Result<RawArgs> {
    let key = directive.key.clone();
    if directive.name() == "args_raw" {
        let values = vec![directive.expr()?];
        return Ok(in_order(key, false, values));
    }
    if !directive.in_braces() {
        let values = directive.parse(Punctuated::<Expr, Token![,]>::parse_terminated)?;
        return Ok(in_order(key, false, values));
    }
    let named = directive.parse(Punctuated::<NamedArg, Token![,]>::parse_terminated)?;
    let is_of_items = named.iter().any(|named| named.name == "inner");
    let is_count = named.iter().all(|named| named.name == "count");
    if named.is_empty() {
        return Err(syn::Error::new(key.span(), "`args` needs a value"));
    }
    if !is_list || !(is_of_items || is_count) {
        return Ok(by_name(key, false, named));
    }
    let mut inner = None;
    for NamedArg { name, value } in named {
        if name == "count" {
            return Err(syn::Error::new(
                name.span(),
                "write `count = …` beside `args`, not inside",
            ));
        }
        if name != "inner" || inner.is_some() {
            return Err(syn::Error::new(
                name.span(),
                "only `inner` is understood here: `args { inner: (a, b,) }` passes values to the items",
            ));
        }
        inner = Some(value);
    }
    match inner {
        Some(Expr::Tuple(tuple)) => Ok(in_order(key, true, tuple.elems)),
        Some(Expr::Macro(call)) if is_args(&call.mac.path) => {
            let named = call
                .mac
                .parse_body_with(Punctuated::<NamedArg, Token![,]>::parse_terminated)?;
            Ok(by_name(key, true, named))
        }
        Some(Expr::Paren(value)) => Err(syn::Error::new_spanned(
            value,
            "this is not a tuple yet: one value needs a comma after it, as in `inner: (a,)`",
        )),
        other => Err(syn::Error::new_spanned(
            other,
            "the items get a tuple, `inner: (a, b,)`, or what they import by name, `inner: args! { a: b }`",
        )),
    }
}

/// Whether this is binrw's macro.
fn is_args(path: &syn::Path) -> bool {
    path.segments
        .last()
        .is_some_and(|last| last.ident == "args")
}

fn in_order(key: Ident, inner: bool, values: impl IntoIterator<Item = Expr>) -> RawArgs {
    RawArgs {
        key,
        inner,
        names: Vec::new(),
        values: values.into_iter().collect(),
    }
}

fn by_name(key: Ident, inner: bool, named: Punctuated<NamedArg, Token![,]>) -> RawArgs {
    let named = named.into_iter();
    let (names, values) = named.map(|NamedArg { name, value }| (name, value)).unzip();
    RawArgs {
        key,
        inner,
        names,
        values,
    }
}

/// `name: a`, or `name` alone where both are the same.
struct NamedArg {
    name: Ident,
    value: Expr,
}

impl Parse for NamedArg {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let name: Ident = input.parse()?;
        let value = if input.parse::<Option<Token![:]>>()?.is_some() {
            input.parse()?
        } else {
            syn::parse_quote!(#name)
        };
        Ok(Self { name, value })
    }
}
