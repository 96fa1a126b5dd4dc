//! Bytes that are compared: `tag == *b"fmt "`, `matches!(&tag, b"fmt " | b"data")`.

use quote::{quote, quote_spanned};
use syn::{ExprBinary, Lit, Pat, UnOp, ext::IdentExt, spanned::Spanned};

use super::{
    ast::Expr,
    scope::Thing,
    told::Told,
    translate::{Answer, Translator},
};

const ONLY_BYTES: &str = "bytes are compared with `*b\"…\"`, a constant, an earlier field that is `[u8; N]`, or a field inside one";

impl Translator<'_> {
    /// Whether an expression is bytes, as far as its spelling tells.
    pub(super) fn is_bytes(&self, expr: &syn::Expr) -> bool {
        match plain(expr) {
            syn::Expr::Lit(literal) => matches!(literal.lit, Lit::ByteStr(_)),
            syn::Expr::Path(path) if self.item.is_none() => {
                let name = path.path.get_ident().map(|name| name.unraw().to_string());
                let known = name.and_then(|name| self.scope.find(&name).ok());
                known.is_some_and(|known| known.thing == Thing::Bytes)
            }
            _ => false,
        }
    }

    /// Bytes as the layout says them, where they are compared with others.
    pub(super) fn bytes(&mut self, expr: &syn::Expr) -> Option<Expr> {
        match plain(expr) {
            syn::Expr::Lit(literal) => match &literal.lit {
                Lit::ByteStr(bytes) => Some(Expr::Bytes(quote!(#bytes))),
                _ => self.no_bytes(expr),
            },
            named @ syn::Expr::Path(path) => {
                let last = path.path.segments.last()?.ident.unraw().to_string();
                if self.is_bytes(named) {
                    Some(Expr::Field(last))
                } else if last.chars().any(char::is_uppercase) {
                    Some(Expr::Bytes(quote!(&(#path))))
                } else {
                    self.no_bytes(expr)
                }
            }
            syn::Expr::Field(field) => {
                // Asked of as bytes.
                self.compared = true;
                let told = self.field(field);
                self.compared = false;
                Some(told?.expr)
            }
            _ => self.no_bytes(expr),
        }
    }

    fn no_bytes(&mut self, expr: &syn::Expr) -> Option<Expr> {
        self.errors.at(expr, ONLY_BYTES);
        None
    }

    /// `tag == *b"fmt "`.
    pub(super) fn compared_bytes(&mut self, op: &'static str, binary: &ExprBinary) -> Answer {
        let (left, right) = (self.bytes(&binary.left), self.bytes(&binary.right));
        let (left, right) = (left?, right?);
        let (one, other) = (plain(&binary.left), plain(&binary.right));
        let (one, other) = (referred(one), referred(other));
        self.proofs.push(quote_spanned! { binary.span()=>
            ::formwork_schema::__private::bytes(#one, #other);
        });
        let expr = Expr::Binary(op, Box::new(left), Box::new(right));
        Some(Told::condition(expr))
    }

    /// Asks that the value of a pattern is bytes.
    pub(super) fn bytes_proof(&mut self, value: &syn::Expr) {
        let value = referred(plain(value));
        self.proofs.push(quote_spanned! { value.span()=>
            ::formwork_schema::__private::bytes(#value, #value);
        });
    }

    /// Where constants are bytes, or are not.
    pub(super) fn of_bytes<R>(&mut self, is: bool, work: impl FnOnce(&mut Self) -> R) -> R {
        let around = std::mem::replace(&mut self.bytes, is);
        let told = work(self);
        self.bytes = around;
        told
    }
}

/// Whether bytes stand in a pattern.
pub(super) fn has_bytes(pattern: &Pat) -> bool {
    match pattern {
        Pat::Paren(inner) => has_bytes(&inner.pat),
        Pat::Or(alternatives) => alternatives.cases.iter().any(has_bytes),
        Pat::Lit(literal) => matches!(literal.lit, Lit::ByteStr(_)),
        _ => false,
    }
}

/// A reference to what is compared; a literal is one.
fn referred(expr: &syn::Expr) -> proc_macro2::TokenStream {
    match expr {
        syn::Expr::Lit(literal) => quote!(#literal),
        other => quote_spanned!(other.span()=> &#other),
    }
}

/// Without brackets, references and what follows them.
fn plain(expr: &syn::Expr) -> &syn::Expr {
    match expr {
        syn::Expr::Paren(inner) => plain(&inner.expr),
        syn::Expr::Group(inner) => plain(&inner.expr),
        syn::Expr::Reference(inner) => plain(&inner.expr),
        syn::Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => plain(&unary.expr),
        other => other,
    }
}
