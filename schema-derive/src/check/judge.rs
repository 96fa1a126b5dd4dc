//! [`Judge`]: one field, and what is known where it stands.

use proc_macro2::TokenStream;
use syn::Expr;

use crate::{
    errors::Errors,
    expr::{self, Scope},
    input::{Endian, TranslatedExpr},
    parse::{RawAssert, RawField},
};

/// What the struct around the fields says.
pub(super) struct Around<'a> {
    /// Its byte order, where it says one.
    pub(super) endian: Option<Endian>,
    /// Whether it is the root of a format.
    pub(super) is_root: bool,
    /// What must hold of several fields.
    pub(super) asserts: &'a [RawAssert],
}

/// Judges one field.
pub(super) struct Judge<'a> {
    pub(super) raw: &'a RawField,
    pub(super) around: &'a Around<'a>,
    pub(super) scope: &'a mut Scope,
    pub(super) errors: &'a mut Errors,
    /// What the compiler is asked beside.
    pub(super) proofs: Vec<TokenStream>,
}

impl Judge<'_> {
    pub(super) fn said(&mut self, expr: &Expr) -> Option<TranslatedExpr> {
        expr::said(expr, self.scope, self.errors)
    }
}
