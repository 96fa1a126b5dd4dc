//! What is asked of the compiler, since a derive sees spellings only.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{Path, Type, spanned::Spanned};

use super::{ast::Expr, scope::Scope};

/// What a leaf of an expression must be.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Need {
    /// A number.
    Number,
    /// A number that may be absent.
    Optional,
    /// A flag that may be absent.
    Flag,
    /// A mask.
    Mask,
    /// One of Rust's integers.
    Integer,
}

/// `number(&leaf)`, under the tokens of the leaf.
pub(super) fn leaf(need: Need, natural: bool, leaf: &impl ToTokens) -> TokenStream {
    let asked = match need {
        Need::Number => "number",
        Need::Optional => "optional",
        Need::Flag => "flag",
        Need::Mask => "mask",
        Need::Integer => "integer",
    };
    let first = call(asked, leaf);
    let natural = natural.then(|| call("natural", leaf));
    quote! { #first #natural }
}

fn call(name: &str, leaf: &impl ToTokens) -> TokenStream {
    let span = leaf.span();
    let name = Ident::new(name, span);
    quote_spanned! { span=> ::formwork_schema::__private::#name(&#leaf); }
}

/// That two values are compared as in a layout.
pub(super) fn compared(all: &impl ToTokens, a: &impl ToTokens, b: &impl ToTokens) -> TokenStream {
    quote_spanned! { all.span()=> ::formwork_schema::__private::compared(&(#b), &(#a)); }
}

/// That a function is ours.
pub(crate) fn function(path: &impl ToTokens, ours: &TokenStream) -> TokenStream {
    quote_spanned! { path.span()=> ::formwork_schema::__private::function(&#ours, &#path); }
}

/// That no other method precedes ours.
pub(super) fn method(call: &impl ToTokens) -> TokenStream {
    quote_spanned! { call.span()=>
        {
            #[allow(unused_imports)]
            use ::formwork_schema::__private::Methods as _;
            #call;
        }
    }
}

/// That something is some bits of a number, which are never negative.
pub(super) fn part(call: &syn::ExprMethodCall, hidden: &Ident) -> TokenStream {
    let whole = &call.receiver;
    quote_spanned! { call.span()=>
        ::formwork_schema::__private::natural_part(&#call);
        #whole.#hidden();
    }
}

/// That `u64` in `u64::from` is the type of Rust.
pub(super) fn type_of(path: &Path) -> Option<TokenStream> {
    let first = &path.segments.first()?.ident;
    Some(quote_spanned! { first.span()=>
        ::formwork_schema::__private::same::<#first, ::core::primitive::#first>();
    })
}

/// The type of the items of a list.
pub(super) fn item(list: &Type) -> TokenStream {
    quote_spanned! { list.span()=> <#list as ::formwork_schema::Summed>::Item }
}

/// A statement that may use the names of an expression.
pub(super) fn with_names(
    expr: &Expr,
    scope: &Scope,
    by_reference: bool,
    statement: &TokenStream,
) -> TokenStream {
    let reference = by_reference.then(|| quote!(&));
    let names = expr.names();
    let known = names.iter().filter_map(|name| scope.find(name).ok());
    let params = known.filter_map(|known| {
        let (ident, ty) = (known.ident.as_ref()?, &known.ty);
        Some(quote! { #ident: #reference #ty })
    });
    quote! { let _ = |#(#params),*| { #statement }; }
}
