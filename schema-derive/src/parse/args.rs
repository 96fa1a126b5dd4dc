//! What is handed down: `args(a, b)`, `args { inner: (a, b) }`, `args { name: a }`.

use proc_macro2::Ident;
use syn::{
    Expr, Token,
    parse::{Parse, ParseStream},
    punctuated::Punctuated,
};

use super::meta::Directive;

/// `args(a, b)` or `args { inner: (a, b) }`.
pub(crate) struct RawArgs {
    pub(crate) key: Ident,
    pub(crate) inner: bool,
    /// The names of the parameters, where they are said.
    pub(crate) names: Vec<Ident>,
    pub(crate) values: Vec<Expr>,
}

/// Reads what is handed down, `args_raw = x` as well.
pub(super) fn args(directive: &Directive) -> syn::Result<RawArgs> {
    let key = directive.key.clone();
    if directive.name() == "args_raw" {
        return Ok(RawArgs {
            key,
            inner: false,
            names: Vec::new(),
            values: vec![directive.expr()?],
        });
    }
    if !directive.in_braces() {
        let values = directive.parse(Punctuated::<Expr, Token![,]>::parse_terminated)?;
        return Ok(RawArgs {
            key,
            inner: false,
            names: Vec::new(),
            values: values.into_iter().collect(),
        });
    }
    let named = directive.parse(Punctuated::<NamedArg, Token![,]>::parse_terminated)?;
    let mut inner = None;
    let others = |named: &NamedArg| named.name != "inner" && named.name != "count";
    if !named.is_empty() && named.iter().all(others) {
        let (names, values) = named
            .into_iter()
            .map(|NamedArg { name, value }| (name, value))
            .unzip();
        return Ok(RawArgs {
            key,
            inner: false,
            names,
            values,
        });
    }
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
        Some(Expr::Tuple(tuple)) => Ok(RawArgs {
            key,
            inner: true,
            names: Vec::new(),
            values: tuple.elems.into_iter().collect(),
        }),
        Some(Expr::Paren(value)) => Err(syn::Error::new_spanned(
            value,
            "this is not a tuple yet: one value needs a comma after it, as in `inner: (a,)`",
        )),
        Some(other) => Err(syn::Error::new_spanned(
            other,
            "the items get a tuple: `inner: (a, b,)`",
        )),
        None => Err(syn::Error::new(key.span(), "`args` needs a value")),
    }
}

/// `inner: (a,)` or the short form `inner`.
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
            Expr::Verbatim(quote::quote!(#name))
        };
        Ok(Self { name, value })
    }
}
