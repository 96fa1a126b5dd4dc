//! The names of the parts of `bits!`, as far as expressions are concerned.

use proc_macro2::Ident;
use quote::format_ident;
use syn::ext::IdentExt;

use super::messages::instead_of;

/// The method that only a part has: expressions ask the compiler for it.
pub(crate) fn hidden(part: &Ident) -> Ident {
    format_ident!("__part_{}", part.unraw())
}

/// Whether expressions mean something else by a method of this name, so that no part can be called so.
pub(crate) fn is_reserved(method: &str) -> bool {
    matches!(method, "len" | "clone" | "unwrap_or_default") || instead_of(method).is_some()
}
